import { FRAME_PATHS } from '#contract/preview.ts';

/** Every decision of the shell about what the page may do. Pure, so that each rule is tested with hostile input. */

export const APP_SCHEME = 'app';
export const APP_HOST = 'ui';
/** The origin owns the stored conversations (IndexedDB), so it never changes. */
export const APP_ORIGIN = `${APP_SCHEME}://${APP_HOST}`;
export const APP_URL = `${APP_ORIGIN}/`;

const EXTERNAL_MAX_LENGTH = 2048;
/** Spaces, control characters, backslashes, zero-width and bidirectional marks: none belongs in an address. */
const SUSPICIOUS = /[\s\p{Cc}\p{Cf}\\]/u;

function parse(address: string): URL | null {
  return URL.canParse(address) ? new URL(address) : null;
}

/**
 * True only for addresses below app://ui, not for ones that look similar. Chromium passes canonical addresses, so other
 * spellings of the same origin are refused too.
 */
export function isAppUrl(address: string): boolean {
  return address === APP_ORIGIN || (address.startsWith(APP_URL) && parse(address) !== null);
}

/**
 * A window may navigate to the app's own documents. The API is only for fetch: as a document it would replace the app.
 * A frame in it shows previews, draws diagrams and does nothing else.
 */
export function mayNavigate(address: string, isMainFrame = true): boolean {
  if (!isAppUrl(address)) return false;
  const { pathname } = new URL(address);
  return isMainFrame ? !/^\/api(\/|$)/.test(pathname) : FRAME_PATHS.includes(pathname);
}

export interface PermissionAsk {
  /** Electron's name, but `microphone` or `camera` for `media`. */
  permission: string;
  /** Last address the requesting frame loaded; missing when no document makes the request. */
  requestingUrl: string | undefined;
  isMainFrame: boolean;
  /** The user has just pressed what needs it. */
  pressed: boolean;
}

/** Copy buttons use the sanitized clipboard, ends of runs use notifications; no feature of Baton needs more. */
const USED: ReadonlySet<string> = new Set(['clipboard-sanitized-write', 'notifications']);
/** "Add clipboard" reads it once, and dictation opens the microphone. */
const WHEN_PRESSED: ReadonlySet<string> = new Set(['clipboard-read', 'microphone']);

export function mayUse(ask: PermissionAsk): boolean {
  const { permission, requestingUrl, isMainFrame, pressed } = ask;
  const used = USED.has(permission) || (pressed && WHEN_PRESSED.has(permission));
  return used && isMainFrame && requestingUrl !== undefined && isAppUrl(requestingUrl);
}

/** Allows only files that the app itself created (exports, code blocks) after a gesture of the user. */
export function mayDownload(download: { url: string; hasUserGesture: boolean }): boolean {
  return download.hasUserGesture && download.url.startsWith('blob:') && isAppUrl(download.url.slice('blob:'.length));
}

/** What "Save Image As…" may save: an image of the page itself. The page shows no others (security.md S23). */
export function maySaveImage(address: string): boolean {
  if (address.startsWith('blob:')) return isAppUrl(address.slice('blob:'.length));
  return /^data:image\/(avif|bmp|gif|jpeg|png|svg\+xml|webp)[;,]/i.test(address);
}

export type ExternalVerdict = { ok: true; url: string } | { ok: false; reason: string };

const refuse = (reason: string): ExternalVerdict => ({ ok: false, reason });

/** A line break outside of the body would end its mail header: the rest would be headers of the sender's choice. */
function breaksHeader({ pathname, searchParams }: URL): boolean {
  if (/%0[ad]/i.test(pathname)) return true;
  return [...searchParams].some(
    ([name, value]) => /[\r\n]/.test(name) || (!/^body$/i.test(name) && /[\r\n]/.test(value)),
  );
}

/**
 * Checks whether an address may be offered to the user for opening outside Baton. Returns its canonical spelling, so
 * that the address shown is exactly the one opened.
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
