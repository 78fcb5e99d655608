/** Every decision of the shell about what the page may do. Pure, so that each rule is tested with hostile input. */

export const APP_SCHEME = 'app';
export const APP_HOST = 'ui';
/** The origin owns the conversations (IndexedDB): it never changes. */
export const APP_ORIGIN = `${APP_SCHEME}://${APP_HOST}`;
export const APP_URL = `${APP_ORIGIN}/`;

const EXTERNAL_MAX_LENGTH = 2048;
/** Spaces, control characters, backslashes, zero-width and bidirectional marks: none belongs in an address. */
const SUSPICIOUS = /[\s\p{Cc}\p{Cf}\\]/u;

function parse(address: string): URL | null {
  return URL.canParse(address) ? new URL(address) : null;
}

/**
 * True for addresses below app://ui and nothing that merely looks like it. Chromium hands out canonical addresses, so
 * another spelling of the same origin is refused as well.
 */
export function isAppUrl(address: string): boolean {
  return address === APP_ORIGIN || (address.startsWith(APP_URL) && parse(address) !== null);
}

/** Frames may go to the app's own documents. The API is for fetch: shown as a document it would replace the app. */
export function mayNavigate(address: string): boolean {
  return isAppUrl(address) && !/^\/api(\/|$)/.test(new URL(address).pathname);
}

export interface PermissionAsk {
  permission: string;
  /** Last address the requesting frame loaded; absent when no document asks. */
  requestingUrl: string | undefined;
  isMainFrame: boolean;
}

/** Copy buttons need the sanitized clipboard, ends of runs are told by notifications; no feature of Baton needs more. */
const USED: ReadonlySet<string> = new Set(['clipboard-sanitized-write', 'notifications']);

export function mayUse(ask: PermissionAsk): boolean {
  return USED.has(ask.permission) && ask.isMainFrame && ask.requestingUrl !== undefined && isAppUrl(ask.requestingUrl);
}

/** Files that the app made itself (exports, code blocks) and that a person just asked for. */
export function mayDownload(download: { url: string; hasUserGesture: boolean }): boolean {
  return download.hasUserGesture && download.url.startsWith('blob:') && isAppUrl(download.url.slice('blob:'.length));
}

export type ExternalVerdict = { ok: true; url: string } | { ok: false; reason: string };

const refuse = (reason: string): ExternalVerdict => ({ ok: false, reason });

/** A line break outside the body would end the header it stands in: the rest would be headers of the sender's choice. */
function breaksHeader({ pathname, searchParams }: URL): boolean {
  if (/%0[ad]/i.test(pathname)) return true;
  return [...searchParams].some(
    ([name, value]) => /[\r\n]/.test(name) || (!/^body$/i.test(name) && /[\r\n]/.test(value)),
  );
}

/**
 * Whether an address may be offered to the user for opening outside Baton, and its one canonical spelling: what is
 * shown is exactly what is opened.
 */
export function vetExternalUrl(text: string): ExternalVerdict {
  if (text.length > EXTERNAL_MAX_LENGTH) return refuse('too long');
  if (SUSPICIOUS.test(text)) return refuse('hidden or unsafe characters');
  const url = parse(text);
  if (!url || !/^(https?:\/\/|mailto:)/i.test(text)) return refuse('not a web or mail address');
  if (/^https?:\/\/[^/?#]*@/i.test(text)) return refuse('contains a user name or password');
  if (url.href.length > EXTERNAL_MAX_LENGTH) return refuse('too long');
  if (url.protocol === 'mailto:') {
    if (url.pathname === '') return refuse('no recipient');
    if (breaksHeader(url)) return refuse('a line break in a header');
    // Some mail programs attach local files named in the address.
    if ([...url.searchParams.keys()].some((key) => /^attach/i.test(key))) return refuse('attaches a file');
  } else if (!url.hostname) return refuse('no host');
  return { ok: true, url: url.href };
}
