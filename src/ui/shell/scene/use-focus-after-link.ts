import { useEffect, useRef } from 'react';
import { focusComposerIfLost, focusIfLost } from '#ui/shared/navigation/focus-composer.ts';
import type { Route } from '#ui/shared/navigation/route.ts';

const heading = () => document.querySelector<HTMLElement>('#settings-heading');

/** Focuses the message box of another conversation, or the heading of the settings, when the link that led there is gone. */
export function useFocusAfterLink(route: Route<string>): void {
  const id = route.name === 'session' ? route.id : null;
  const shown = useRef(id);
  useEffect(() => {
    if (id !== null && id !== shown.current) focusComposerIfLost(id);
    shown.current = id;
  }, [id]);
  const inSettings = route.name === 'settings';
  /** A form or a section that the address names has the focus itself. */
  const isNamed = inSettings && route.focus !== undefined;
  const wasInSettings = useRef(inSettings);
  useEffect(() => {
    if (inSettings && !wasInSettings.current && !isNamed) focusIfLost(heading);
    wasInSettings.current = inSettings;
  }, [inSettings, isNamed]);
}
