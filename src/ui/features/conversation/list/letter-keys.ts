/** True where letters are text. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

/**
 * The Latin letter of a key press: what the layout says when it is one, else (Hangul, Cyrillic …) what is printed
 * there on a Latin keyboard.
 */
export function letterOf({ key, code }: { key: string; code: string }): string {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  const latin = /^Key([A-Z])$/.exec(code)?.[1];
  return latin !== undefined && key.length === 1 ? latin.toLowerCase() : '';
}
