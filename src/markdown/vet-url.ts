const PROTOCOLS = new Set(['https:', 'http:', 'mailto:']);
const MAX = 2048;

/** Returns the address as it will be opened, or `null` when the app must not open it (security.md S13). */
export function vetUrl(text: string): URL | null {
  // oxlint-disable-next-line no-control-regex -- control characters are exactly what is refused
  if (text.length > MAX || /[\u0000-\u001f\u007f]/.test(text.trim())) return null;
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (!PROTOCOLS.has(url.protocol) || url.username !== '' || url.password !== '') return null;
  if (url.protocol === 'mailto:' && breaksHeader(url)) return null;
  return url.href.length > MAX ? null : url;
}

/** A line break outside the body would end its header: the rest would be headers of the sender's choice. */
function breaksHeader({ pathname, searchParams }: URL): boolean {
  if (/%0[ad]/i.test(pathname)) return true;
  return [...searchParams].some(
    ([name, value]) => /[\r\n]/.test(name) || (!/^body$/i.test(name) && /[\r\n]/.test(value)),
  );
}
