/** One row of the keyboard map. The bindings, the Shortcuts page and the tooltips are all generated from these rows. */
export interface Shortcut<Id extends string = string> {
  id: Id;
  /**
   * tinykeys syntax: `$mod` is Command on a Mac and Control elsewhere. Letters are those of a Latin layout; a Hangul
   * layout also works.
   */
  keys: string;
  /** Where a Mac differs. */
  mac?: string;
  /** Works in modal dialogs, too. */
  inModals?: true;
}

export const isMac = (platform: string) => /mac|iphone|ipad/i.test(platform);

export const keysFor = (shortcut: Shortcut, mac: boolean) => (mac ? (shortcut.mac ?? shortcut.keys) : shortcut.keys);

const SYMBOLS: Record<string, { mac: string; other: string }> = {
  $mod: { mac: '⌘', other: 'Ctrl' },
  Control: { mac: '⌃', other: 'Ctrl' },
  Meta: { mac: '⌘', other: 'Win' },
  Shift: { mac: '⇧', other: 'Shift' },
  Alt: { mac: '⌥', other: 'Alt' },
  Enter: { mac: '↩', other: 'Enter' },
  Escape: { mac: 'Esc', other: 'Esc' },
  Delete: { mac: '⌦', other: 'Delete' },
  Backspace: { mac: '⌫', other: 'Backspace' },
  ArrowUp: { mac: '↑', other: '↑' },
  ArrowDown: { mac: '↓', other: '↓' },
  ArrowLeft: { mac: '←', other: '←' },
  ArrowRight: { mac: '→', other: '→' },
  Space: { mac: 'Space', other: 'Space' },
  PageUp: { mac: '⇞', other: 'PgUp' },
  PageDown: { mac: '⇟', other: 'PgDn' },
  Home: { mac: '↖', other: 'Home' },
  End: { mac: '↘', other: 'End' },
  Period: { mac: '.', other: '.' },
  Comma: { mac: ',', other: ',' },
  Slash: { mac: '/', other: '/' },
};

/** The keys of each press, as printed on a keyboard. */
export function keyLabels(keys: string, mac: boolean): string[][] {
  return keys.split(' ').map((press) =>
    press.split('+').map((part) => {
      const symbol = SYMBOLS[part];
      return symbol ? symbol[mac ? 'mac' : 'other'] : part.toUpperCase();
    }),
  );
}

/** `⌘K`, `Ctrl+K`. */
export function formatKeys(keys: string, mac: boolean): string {
  return keyLabels(keys, mac)
    .map((press) => press.join(mac ? '' : '+'))
    .join(' ');
}

/** What the standard Korean layout sends for a letter key, without and with Shift. */
const HANGUL: Record<string, string> = {
  q: 'ㅂㅃ',
  w: 'ㅈㅉ',
  e: 'ㄷㄸ',
  r: 'ㄱㄲ',
  t: 'ㅅㅆ',
  y: 'ㅛ',
  u: 'ㅕ',
  i: 'ㅑ',
  o: 'ㅐㅒ',
  p: 'ㅔㅖ',
  a: 'ㅁ',
  s: 'ㄴ',
  d: 'ㅇ',
  f: 'ㄹ',
  g: 'ㅎ',
  h: 'ㅗ',
  j: 'ㅓ',
  k: 'ㅏ',
  l: 'ㅣ',
  z: 'ㅋ',
  x: 'ㅌ',
  c: 'ㅊ',
  v: 'ㅍ',
  b: 'ㅠ',
  n: 'ㅜ',
  m: 'ㅡ',
};

/** The tinykeys binding. A letter also matches what the same key sends while Hangul is on. */
export function bindingOf(keys: string): string {
  return keys.replace(/(^|[+ ])([a-z])(?= |$)/gi, (_, before: string, letter: string) => {
    const jamo = HANGUL[letter.toLowerCase()] ?? '';
    return `${before}([${letter.toLowerCase()}${jamo}])`;
  });
}
