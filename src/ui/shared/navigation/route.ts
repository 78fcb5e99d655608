/** The settings pages by id. The table in `src/ui/shell/settings` declares its ids here, so that every link is typed. */
export interface SettingsPages {}
export type SettingsPage = keyof SettingsPages;

/**
 * What the main area shows. Stored in the address after `#`, so that reload and the back button preserve it. What is
 * read from an address may name any settings page, also one that doesn't exist.
 */
export type Route<Page extends string = SettingsPage> =
  /**
   * `add` is a step of the welcome page: the vendor of the first key is chosen, or this is the connection. `fresh` opens
   * a new conversation instead of the last one.
   */
  | { name: 'home'; add?: string; fresh?: true }
  /** `message` is scrolled to when the address changes; `find` holds the words to search for there. */
  | { name: 'session'; id: string; message?: string; find?: string }
  | { name: 'search'; text: string }
  /** The temporary chat of this window. Names none, so that no address, history or bookmark leads back to one. */
  | { name: 'temporary' }
  /** The quick window. `away` while nobody sees it. */
  | { name: 'quick'; away?: true }
  /** `focus` names a connection whose key form to open, or a section to show. */
  | { name: 'settings'; page: Page; focus?: string };

/** Whether the address holds a ticket that opens a window. A new start of Baton prints such an address. */
export const hasTicket = (hash: string): boolean => new URLSearchParams(hash.slice(1)).has('t');

export function parseRoute(hash: string): Route<string> {
  const [head, first, second, third] = hash.replace(/^#\/?/, '').split('/').map(decode);
  if (head === 's' && first)
    return { name: 'session', id: first, ...(second && { message: second }), ...(second && third && { find: third }) };
  if (head === 'add') return { name: 'home', add: first ?? '' };
  if (head === 'search') return { name: 'search', text: first ?? '' };
  if (head === 'new') return { name: 'home', fresh: true };
  if (head === 'temporary') return { name: 'temporary' };
  if (head === 'quick') return first === 'away' ? { name: 'quick', away: true } : { name: 'quick' };
  if (head === 'settings') {
    const page = first ?? '';
    return second ? { name: 'settings', page, focus: second } : { name: 'settings', page };
  }
  return { name: 'home' };
}

export function formatRoute(route: Route): string {
  if (route.name === 'session') {
    const { id, message, find } = route;
    const pieces = [id, ...(message === undefined ? [] : [message, ...(find === undefined ? [] : [find])])];
    return `#/s/${pieces.map(encodeURIComponent).join('/')}`;
  }
  if (route.name === 'search') return `#/search${route.text === '' ? '' : `/${encodeURIComponent(route.text)}`}`;
  if (route.name === 'temporary') return '#/temporary';
  if (route.name === 'quick') return route.away ? '#/quick/away' : '#/quick';
  if (route.name === 'settings') {
    return `#/settings/${route.page}${route.focus === undefined ? '' : `/${encodeURIComponent(route.focus)}`}`;
  }
  if (route.fresh) return '#/new';
  return route.add === undefined ? '#/' : `#/add${route.add === '' ? '' : `/${encodeURIComponent(route.add)}`}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
