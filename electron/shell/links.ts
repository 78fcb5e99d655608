import { ADDRESS, addressOfConversation, addressOfOffer, addressOfSearch } from './addresses.ts';

/** The scheme of links that open something in Baton. The packages register it. */
export const LINK_SCHEME = 'baton';

const MAX_CHARS = 4096;
const MAX_WORDS = 500;
/** Spaces, control characters, backslashes, zero-width and bidirectional marks: none belongs in a link. */
const SUSPICIOUS = /[\s\p{Cc}\p{Cf}\\]/u;
/** In what a link shows: marks that make a text read otherwise than it is. */
const HIDDEN = /[\p{Cc}\p{Cf}]/u;
const ID = /^\/([\w-]{1,64})$/;

/**
 * The address of the page that a link from outside opens, or `null` for any other text. There are five kinds, each of
 * which shows something and does nothing (security.md S51):
 *
 * - `baton://conversation/ID`
 * - `baton://search?q=WORDS`
 * - `baton://quick`, the quick window
 * - `baton://new`, an empty conversation
 * - `baton://mcp?config=JSON`, the form that other clients store; the page puts it into its form and adds nothing
 */
export function readLink(text: string): string | null {
  if (text.length > MAX_CHARS || SUSPICIOUS.test(text) || !text.toLowerCase().startsWith(`${LINK_SCHEME}://`))
    return null;
  if (!URL.canParse(text)) return null;
  const { hostname, username, password, port, hash, pathname, search, searchParams } = new URL(text);
  // Written as it is read: `a/../b` is no other way to write `b`.
  if (text.slice(`${LINK_SCHEME}://`.length) !== `${hostname}${pathname}${search}`) return null;
  if (username !== '' || password !== '' || port !== '' || hash !== '') return null;
  const only = (name: string): string | null => {
    const values = [...searchParams];
    return values.length === 1 && values[0]?.[0] === name && /^\/?$/.test(pathname) ? values[0][1] : null;
  };
  switch (hostname) {
    case 'conversation': {
      const id = ID.exec(pathname)?.[1];
      return id === undefined || searchParams.size > 0 ? null : addressOfConversation(id);
    }
    case 'quick':
      return pathname === '' && search === '' ? ADDRESS.quick : null;
    case 'new':
      return pathname === '' && search === '' ? ADDRESS.newChat : null;
    case 'search': {
      const words = only('q')?.trim() ?? '';
      return words === '' || words.length > MAX_WORDS || HIDDEN.test(words) ? null : addressOfSearch(words);
    }
    case 'mcp': {
      const offer = readOffer(only('config'));
      return offer === null ? null : addressOfOffer(offer);
    }
    default:
      return null;
  }
}

/** As readable JSON, so that the page shows all of it. */
function readOffer(text: string | null): string | null {
  if (text === null || HIDDEN.test(text)) return null;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    const written = JSON.stringify(value, null, 2);
    // An escape such as \u202e is a hidden character only once it is read.
    return HIDDEN.test(written.replaceAll('\n', '')) || /\\u/i.test(written) ? null : written;
  } catch {
    return null;
  }
}

/**
 * The link among the arguments of a start. The system passes one; a start with several, or with anything else beside it,
 * is none that the system made. Switches belong to Chromium, which adds some.
 */
export function linkIn(argv: readonly string[]): string | null {
  const links = argv.slice(1).filter((one) => one.toLowerCase().startsWith(`${LINK_SCHEME}:`));
  return links.length === 1 ? (links[0] ?? null) : null;
}
