/** What a key press says as a global shortcut. `waits`: only modifiers so far. `weak`: no modifier but Shift. */
export type PressedShortcut = { kind: 'shortcut'; accelerator: string } | { kind: 'waits' } | { kind: 'weak' };

type Press = Pick<KeyboardEvent, 'altKey' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

const KEY = /^(?:Key([A-Z])|Digit(\d)|(F(?:[1-9]|1\d|2[0-4])|Space|Insert|Home|End|PageUp|PageDown))$/;

/** By the key's place and not by its letter, which a Hangul layout writes otherwise. */
export function readShortcut(press: Press, mac: boolean): PressedShortcut {
  const { altKey, code, ctrlKey, metaKey, shiftKey } = press;
  const match = KEY.exec(code);
  const key = match?.[1] ?? match?.[2] ?? match?.[3];
  if (key === undefined) return { kind: 'waits' };
  if (!altKey && !ctrlKey && !metaKey) return { kind: 'weak' };
  const held = [
    ctrlKey && 'Control',
    altKey && 'Alt',
    shiftKey && 'Shift',
    metaKey && (mac ? 'Command' : 'Super'),
  ].filter((one) => one !== false);
  return { kind: 'shortcut', accelerator: [...held, key].join('+') };
}

/** The same in the syntax of the keyboard map. */
export const toKeys = (accelerator: string): string => accelerator.replace(/\b(?:Command|Super)\b/, 'Meta');
