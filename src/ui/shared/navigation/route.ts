export const SETTINGS_PAGES = [
  'vendors',
  'tools',
  'appearance',
  'chat',
  'library',
  'reliability',
  'shortcuts',
  'usage',
  'history',
  'deleted',
  'log',
  'about',
] as const;
export type SettingsPage = (typeof SETTINGS_PAGES)[number];

/** What the main area shows. Stored in the address after `#`, so that reload and the back button preserve it. */
export type Route =
  /** `add` is a step of the welcome page: the vendor of the first key is chosen, or this is the connection. */
  | { name: 'home'; add?: string }
  /** `message` is scrolled to when the address changes; `find` holds the words to search for there. */
  | { name: 'session'; id: string; message?: string; find?: string }
  | { name: 'search'; text: string }
  /** `focus` names a connection whose key form to open, or a section to show. */
  | { name: 'settings'; page: SettingsPage; focus?: string };

export function parseRoute(hash: string): Route {
  const [head, first, second, third] = hash.replace(/^#\/?/, '').split('/').map(decode);
  if (head === 's' && first)
    return { name: 'session', id: first, ...(second && { message: second }), ...(second && third && { find: third }) };
  if (head === 'add') return { name: 'home', add: first ?? '' };
  if (head === 'search') return { name: 'search', text: first ?? '' };
  if (head === 'settings') {
    const page = SETTINGS_PAGES.find((one) => one === first) ?? 'vendors';
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
  if (route.name === 'settings') {
    return `#/settings/${route.page}${route.focus === undefined ? '' : `/${encodeURIComponent(route.focus)}`}`;
  }
  return route.add === undefined ? '#/' : `#/add${route.add === '' ? '' : `/${encodeURIComponent(route.add)}`}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
