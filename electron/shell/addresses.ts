/**
 * Addresses of the page that the shell opens (src/ui/shared/navigation/route.ts). An address shows something and does
 * nothing else, so it may come from a menu, the tray or a link.
 */
export const ADDRESS = {
  newChat: '#/new',
  temporary: '#/temporary',
  search: '#/search',
  settings: '#/settings/vendors',
  shortcuts: '#/settings/shortcuts',
  help: '#/settings/help',
  quick: '#/quick',
  /** The quick window while it is hidden. */
  quickAway: '#/quick/away',
} as const;

export const addressOfConversation = (id: string): string => `#/s/${encodeURIComponent(id)}`;

export const addressOfSearch = (text: string): string => `#/search/${encodeURIComponent(text)}`;

/** The form for servers, with this text in it. */
export const addressOfOffer = (text: string): string => `#/settings/tools/${encodeURIComponent(`offer:${text}`)}`;

/** What is in a snapshot, and what of it is new (use-named-snapshot.ts). Nothing is restored. */
export const addressOfSnapshot = (id: string): string => `#/settings/history/${encodeURIComponent(`snapshot:${id}`)}`;

/** What is in an archive that the system opened (opened-files.ts). */
export const addressOfArchive = (id: string, name: string): string =>
  `#/settings/history/${encodeURIComponent(`opened:${id}:${name}`)}`;
