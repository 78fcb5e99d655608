import type { App } from 'electron';
import { QUIT_ARGUMENT } from '../host/base/quit-argument.ts';
import type { Log } from '../host/base/deps.ts';
import { archiveIn } from './archive-paths.ts';
import { LINK_SCHEME, linkIn, readLink } from './links.ts';

/** Whoever wrote a link or a file chooses nothing else (security.md S51). */
export const asksToQuit = (app: Pick<App, 'isPackaged'>, argv: readonly string[]): boolean =>
  !app.isPackaged && argv.includes(QUIT_ARGUMENT) && linkIn(argv) === null && archiveIn(argv) === null;

/** Returns the address that shows a file, or `null` when it can't be opened, which the user was told. */
type OfferFile = (path: string) => Promise<string | null>;

export interface LinkListener {
  /** From now on links are shown. Returns whether one had come before, which is shown at once. */
  begin(show: (address: string | null) => void, offer: OfferFile): boolean;
}

/**
 * The one place that hears links and files of the system: macOS sends an event, others start Baton again with one as an
 * argument. Must be called before the app is ready, because macOS may send the event before.
 */
export function listenForLinks(
  app: App,
  argv: readonly string[],
  platform: NodeJS.Platform,
  log: Log,
  portable = false,
): LinkListener {
  let show: ((address: string | null) => void) | null = null;
  let waiting: string | null = null;
  let offer: OfferFile | null = null;
  let waitingFile: string | null = null;

  function open(link: string | null): void {
    const address = link === null ? null : readLink(link);
    // The link itself isn't written down: it may hold anything.
    if (link !== null && address === null) log.write('warn', 'shell.link-refused', { length: link.length });
    if (show) show(address);
    else waiting ??= address;
  }

  async function openFile(path: string): Promise<void> {
    if (offer === null) waitingFile ??= path;
    else show?.(await offer(path));
  }

  /** A link counts before a file. */
  function openArgument(arguments_: readonly string[]): void {
    const file = linkIn(arguments_) === null ? archiveIn(arguments_) : null;
    if (file === null) open(linkIn(arguments_));
    else void openFile(file);
  }

  app.on('open-file', (event, path) => {
    event.preventDefault();
    void openFile(path);
  });
  app.on('open-url', (event, url) => {
    event.preventDefault();
    open(url);
  });
  // Starting Baton again brings up its window, with or without a link or a file. No other argument of a packaged Baton is
  // read (security.md S07).
  app.on('second-instance', (_event, more) => (asksToQuit(app, more) ? app.quit() : openArgument(more)));
  // The installer of Windows doesn't register it (electron-builder 26, `protocols`).
  // A portable Baton leaves nothing with the system.
  if (app.isPackaged && platform === 'win32' && !portable) app.setAsDefaultProtocolClient(LINK_SCHEME);
  if (linkIn(argv) !== null || archiveIn(argv) !== null) openArgument(argv);
  return {
    begin(next, offerNext) {
      show = next;
      offer = offerNext;
      const first = waiting;
      waiting = null;
      if (first !== null) next(first);
      if (waitingFile !== null) void openFile(waitingFile);
      waitingFile = null;
      return first !== null;
    },
  };
}
