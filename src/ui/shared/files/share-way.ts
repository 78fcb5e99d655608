import { isMac } from '#ui/kit/keyboard/shortcut.ts';

/** `app`: the desktop app opens the system's menu. `browser`: the browser does. */
export type ShareWay = 'app' | 'browser';

/**
 * How a text file can be given to the system's share menu; `null` where there is none. Electron has it on macOS alone: its
 * pages may know `navigator.share`, but nothing in Electron answers that (Electron 45, read 2026-11).
 */
export function shareWay(mount: string | undefined): ShareWay | null {
  if (mount === 'electron') return isMac(navigator.platform) ? 'app' : null;
  if (mount === undefined || typeof navigator.canShare !== 'function') return null;
  return navigator.canShare({ files: [new File(['a'], 'a.txt', { type: 'text/plain' })] }) ? 'browser' : null;
}
