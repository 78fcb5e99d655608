import { type BrowserWindow, dialog, shell } from 'electron';
import type { Log } from '../host/base/deps.ts';
import { vetExternalUrl } from './policy.ts';
import type { DesktopTexts } from '#texts/desktop-texts.ts';

const LINE = 88;

/** Some native dialogs don't wrap a long address; split into lines it is shown in full. */
function toLines(url: string): string {
  return (url.match(new RegExp(`.{1,${LINE}}`, 'g')) ?? [url]).join('\n');
}

/**
 * The only place that passes an address to the operating system (security.md S13). The dialog is native, because one
 * drawn by the page proves nothing if the page was compromised. Resolves with false when the rules or the user refuse.
 */
export function createOpener(
  parent: () => BrowserWindow | null,
  texts: DesktopTexts,
  log: Log,
): (url: string) => Promise<boolean> {
  let asking = false;
  return async (text) => {
    const verdict = vetExternalUrl(text);
    if (!verdict.ok) {
      log.write('warn', 'shell.external-refused', { reason: verdict.reason });
      return false;
    }
    // A page that asks repeatedly gets one dialog at a time.
    if (asking) return false;
    asking = true;
    try {
      const window = parent();
      const options = {
        type: 'question' as const,
        message: texts.openTitle,
        detail: toLines(verdict.url),
        buttons: [texts.open, texts.cancel],
        defaultId: 1,
        cancelId: 1,
        noLink: true,
      };
      const { response } = await (window ? dialog.showMessageBox(window, options) : dialog.showMessageBox(options));
      if (response !== 0) return false;
      await shell.openExternal(verdict.url);
      return true;
    } catch (error) {
      log.write('error', 'shell.external-failed', { error: String(error) });
      dialog.showErrorBox(texts.openFailed, toLines(verdict.url));
      return false;
    } finally {
      asking = false;
    }
  };
}
