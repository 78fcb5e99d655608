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

/** What the main area shows. It lives in the address after `#`, so that reload and the back button keep it. */
export type Route =
  /** `add` is a step of the welcome: the vendor of the first key is chosen, or it is this connection. */
  | { name: 'home'; add?: string }
  /** `message` is gone to when the address changes; `find` are the words that are looked for there. */
  | { name: 'session'; id: string; message?: string; find?: string }
  | { name: 'search'; text: string }
  /** `focus` names a connection whose key form should be open, or a section to be shown. */
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
