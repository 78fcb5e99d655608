import type { App } from 'electron';
import type { Log } from '../host/base/deps.ts';
import { LINK_SCHEME, linkIn, readLink } from './links.ts';

export interface LinkListener {
  /** From now on links are shown. Returns whether one had come before, which is shown at once. */
  begin(show: (address: string | null) => void): boolean;
}

/**
 * The one place that hears links of the system: macOS sends an event, others start Baton again with the link as an
 * argument. Must be called before the app is ready, because macOS may send the event before.
 */
export function listenForLinks(app: App, argv: readonly string[], platform: NodeJS.Platform, log: Log): LinkListener {
  let show: ((address: string | null) => void) | null = null;
  let waiting: string | null = null;

  function open(link: string | null): void {
    const address = link === null ? null : readLink(link);
    // The link itself isn't written down: it may hold anything.
    if (link !== null && address === null) log.write('warn', 'shell.link-refused', { length: link.length });
    if (show) show(address);
    else waiting ??= address;
  }

  app.on('open-url', (event, url) => {
    event.preventDefault();
    open(url);
  });
  // Starting Baton again brings up its window, with or without a link. Other arguments aren't read (security.md S07).
  app.on('second-instance', (_event, more) => open(linkIn(more)));
  // The installer of Windows doesn't register it (electron-builder 26, `protocols`).
  if (app.isPackaged && platform === 'win32') app.setAsDefaultProtocolClient(LINK_SCHEME);
  const given = linkIn(argv);
  if (given !== null) open(given);
  return {
    begin(next) {
      show = next;
      const first = waiting;
      waiting = null;
      if (first !== null) next(first);
      return first !== null;
    },
  };
}
