import { useEffect, useEffectEvent } from 'react';
import { tinykeys } from 'tinykeys';
import { bindingOf, isMac, keysFor, type Shortcut } from './shortcut.ts';

const isInModal = ({ target }: Event): boolean =>
  target instanceof Element && target.closest('[data-modal][data-open]') !== null;

/**
 * Binds rows of a keyboard map while the component is mounted. They work in text fields too, but in no modal dialog: what
 * is written there would be gone with the page that it belongs to.
 */
export function useShortcuts<Id extends string>(shortcuts: readonly Shortcut<Id>[], run: (id: Id) => void): void {
  const act = useEffectEvent(run);
  useEffect(() => {
    const mac = isMac(navigator.platform);
    return tinykeys(
      window,
      Object.fromEntries(
        shortcuts.map((shortcut) => [
          bindingOf(keysFor(shortcut, mac)),
          (event: KeyboardEvent) => {
            if (event.defaultPrevented || event.isComposing) return;
            event.preventDefault();
            if (shortcut.inModals || !isInModal(event)) act(shortcut.id);
          },
        ]),
      ),
      { ignore: () => false },
    );
  }, [shortcuts]);
}
