/** Decides how Baton opens, before anything is built or started. */
export interface MountQuestion {
  asked: 'browser' | 'electron' | null;
  /** Whether to open a window. */
  open: boolean;
  portGiven: boolean;
  /** False on Linux without DISPLAY and WAYLAND_DISPLAY. */
  hasDisplay: boolean;
  /** Electron's sandbox does not work for root on Linux, and it is never switched off. */
  linuxRoot: boolean;
  /** How this home was opened before: the two mounts have separate conversations. */
  remembered: 'browser' | 'electron' | null;
  electronFound: boolean;
  /** Why the download failed within the last day. */
  fetchFailed: string | null;
}

export type MountChoice =
  | { mount: 'electron'; fetch: boolean }
  | { mount: 'browser'; window: boolean; note: string | null }
  | { mount: null; error: string };

const SEPARATE = 'The conversations of the desktop app are not in it.';

export function chooseMount(question: MountQuestion): MountChoice {
  const { asked, remembered, electronFound, fetchFailed } = question;
  const browser = (note: string | null, window = question.open): MountChoice => ({ mount: 'browser', window, note });
  const fallback = (why: string): MountChoice => browser(remembered === 'electron' ? `${why} ${SEPARATE}` : why);

  if (asked === 'electron') {
    if (!question.hasDisplay) return { mount: null, error: 'The desktop app needs a display, and none was found.' };
    if (question.linuxRoot) return { mount: null, error: 'The desktop app does not run as root. Use another account.' };
    return { mount: 'electron', fetch: !electronFound };
  }
  if (!question.hasDisplay) return browser(question.open ? 'No display was found, so no window opens.' : null, false);
  if (asked === 'browser' || !question.open || question.portGiven) return browser(null);
  if (question.linuxRoot) return fallback('The desktop app does not run as root, so Baton opens in browser mode.');
  if (remembered === 'browser')
    return browser(
      electronFound
        ? 'Your conversations are in browser mode. --electron opens the desktop app, which starts empty.'
        : null,
    );
  if (electronFound) return { mount: 'electron', fetch: false };
  if (fetchFailed)
    return fallback(
      `Electron could not be fetched today (${fetchFailed}), so Baton opens in browser mode. --electron tries again.`,
    );
  return { mount: 'electron', fetch: true };
}

/** The message after a failed download, when browser mode takes over. */
export function fetchFallback(remembered: MountQuestion['remembered'], reason: string): string {
  const why = `Electron could not be fetched (${reason}), so Baton opens in browser mode. The next try is tomorrow or with --electron.`;
  return remembered === 'electron' ? `${why} ${SEPARATE}` : why;
}
