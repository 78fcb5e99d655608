const ALLOWED = new Set(['http:', 'https:', 'mailto:']);
const MAX_LENGTH = 2048;
/** C0 controls and space are dropped or trimmed by URL parsers, so an address that holds one is not what it looks like. */
const CONTROL = /[\u0000-\u0020\u007f-\u009f]/;

/**
 * The address of a link that may be offered to the person, or null. Only absolute http, https and mailto addresses
 * without credentials: a relative address would point into Baton itself (security.md S13, S18).
 */
export function safeUrl(href: string): string | null {
  const trimmed = href.trim();
  if (trimmed.length > MAX_LENGTH || CONTROL.test(trimmed)) return null;
  if (!URL.canParse(trimmed)) return null;
  const url = new URL(trimmed);
  if (!ALLOWED.has(url.protocol)) return null;
  if (url.username !== '' || url.password !== '') return null;
  if (url.protocol !== 'mailto:' && url.hostname === '') return null;
  return url.href;
}

/** Host of a web address, for telling where something would come from. */
export function hostOf(href: string): string | null {
  return URL.canParse(href) ? new URL(href).host || null : null;
}
