/**
 * The Latin letter of a key press: the layout's letter if it is Latin, otherwise (Hangul, Cyrillic …) the letter
 * printed there on a Latin keyboard.
 */
export function letterOf({ key, code }: { key: string; code: string }): string {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  const latin = /^Key([A-Z])$/.exec(code)?.[1];
  return latin !== undefined && key.length === 1 ? latin.toLowerCase() : '';
}
