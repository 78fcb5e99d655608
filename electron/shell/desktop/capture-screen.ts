import { type BrowserWindow, desktopCapturer, screen, systemPreferences } from 'electron';
import type { Clock, ScreenPicture } from '../../host/base/deps.ts';

interface ScreenCaptureDeps {
  platform: NodeJS.Platform;
  clock: Pick<Clock, 'setTimeout'>;
  /** The window that asks, which isn't in the picture. */
  quick: () => BrowserWindow | null;
}

/** Until the system has drawn what was behind the window. */
const SETTLE_MS = 250;

/**
 * Takes one picture of the display with the quick window, as PNG. The page calls this only after a press of its button, and
 * shows the picture before anything is sent. macOS asks the user for the right once.
 */
export function createScreenCapture({ platform, clock, quick }: ScreenCaptureDeps): () => Promise<ScreenPicture> {
  const isRefused = () =>
    platform === 'darwin' && ['denied', 'restricted'].includes(systemPreferences.getMediaAccessStatus('screen'));
  const wait = () => new Promise<void>((resolve) => clock.setTimeout(resolve, SETTLE_MS));

  async function capture(window: BrowserWindow | null): Promise<ScreenPicture> {
    const display = window
      ? screen.getDisplayMatching(window.getNormalBounds())
      : screen.getDisplayNearestPoint(screen.getCursorScreenPoint());
    const { size, scaleFactor } = display;
    const sources = await desktopCapturer.getSources({
      types: ['screen'],
      thumbnailSize: {
        width: Math.round(size.width * scaleFactor),
        height: Math.round(size.height * scaleFactor),
      },
    });
    const source = sources.find(({ display_id }) => display_id === String(display.id)) ?? sources[0];
    if (isRefused()) return 'refused';
    return !source || source.thumbnail.isEmpty() ? 'empty' : source.thumbnail.toPNG();
  }

  return async () => {
    if (isRefused()) return 'refused';
    const window = quick();
    if (!window?.isVisible()) return capture(null);
    window.hide();
    try {
      await wait();
      return await capture(window);
    } finally {
      if (!window.isDestroyed()) {
        window.show();
        window.focus();
      }
    }
  };
}
