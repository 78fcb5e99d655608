import { useEffect, useEffectEvent } from 'react';
import { tinykeys } from 'tinykeys';
import { bindingOf, isMac, keysFor, type Shortcut } from './shortcut.ts';

/** Binds rows of a keyboard map while the component is mounted. They work in text fields too. */
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
            act(shortcut.id);
          },
        ]),
      ),
      { ignore: () => false },
    );
  }, [shortcuts]);
}
