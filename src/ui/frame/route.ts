export const SETTINGS_PAGES = [
  'vendors',
  'tools',
  'appearance',
  'chat',
  'reliability',
  'shortcuts',
  'deleted',
  'about',
] as const;
export type SettingsPage = (typeof SETTINGS_PAGES)[number];

/** What the main area shows. It lives in the address after `#`, so that reload and the back button keep it. */
export type Route =
  | { name: 'home' }
  | { name: 'session'; id: string }
  /** `focus` names a connection whose key form should be open. */
  | { name: 'settings'; page: SettingsPage; focus?: string };

export function parseRoute(hash: string): Route {
  const [head, first, second] = hash.replace(/^#\/?/, '').split('/').map(decode);
  if (head === 's' && first) return { name: 'session', id: first };
  if (head === 'settings') {
    const page = SETTINGS_PAGES.find((one) => one === first) ?? 'vendors';
    return second ? { name: 'settings', page, focus: second } : { name: 'settings', page };
  }
  return { name: 'home' };
}

export function formatRoute(route: Route): string {
  if (route.name === 'session') return `#/s/${encodeURIComponent(route.id)}`;
  if (route.name === 'settings') {
    return `#/settings/${route.page}${route.focus === undefined ? '' : `/${encodeURIComponent(route.focus)}`}`;
  }
  return '#/';
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
