import type { SendKey } from '#ui/data/preferences.ts';

export interface KeyPress {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  /** An input method is composing a syllable. This Enter only ends the syllable. */
  isComposing: boolean;
  /** 229 while an input method handles the key; older engines report only this. */
  keyCode: number;
}

export type EnterMeaning = 'send' | 'newline' | 'none';

/** What Enter does in the message box. `newline` leaves it to the text field; `none` isn't handled here. */
export function meaningOfEnter(press: KeyPress, sendKey: SendKey): EnterMeaning {
  if (press.key !== 'Enter') return 'none';
  if (press.isComposing || press.keyCode === 229) return 'none';
  if (press.altKey) return 'newline';
  const mod = press.ctrlKey || press.metaKey;
  if (mod) return 'send';
  if (sendKey === 'mod-enter') return 'newline';
  return press.shiftKey ? 'newline' : 'send';
}
