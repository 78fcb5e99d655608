import { useEffect, useEffectEvent } from 'react';
import { isFocusLost } from '#ui/kit/keyboard/is-focus-lost.ts';
import { useChatScene, useChatStatus } from './chat-context.ts';
import { useEscapeHides } from './escape-hides.ts';

/**
 * Escape stops what runs here also where nothing has the focus, as after a click on plain text or on a button that went.
 * The conversation hears only keys inside of it.
 */
export function useLostEscape(): void {
  const { actions } = useChatScene();
  const { running } = useChatStatus();
  const hides = useEscapeHides();
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || hides || !running || !isFocusLost()) return;
    event.preventDefault();
    actions.stop();
  });
  useEffect(() => {
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
