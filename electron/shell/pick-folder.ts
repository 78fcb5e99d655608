import { type BrowserWindow, dialog, type OpenDialogOptions } from 'electron';
import type { DesktopTexts } from '#texts/desktop-texts.ts';

/**
 * Shows the system's dialog for a folder: what is chosen in it is the user's own choice, whatever the page does. Resolves
 * with `null` when they cancel, or while a dialog is open.
 */
export function createFolderPicker(
  parent: () => BrowserWindow | null,
  texts: Pick<DesktopTexts, 'pickFolder' | 'choose'>,
): () => Promise<string | null> {
  let open = false;
  return async () => {
    if (open) return null;
    open = true;
    try {
      const window = parent();
      const options: OpenDialogOptions = {
        title: texts.pickFolder,
        buttonLabel: texts.choose,
        properties: ['openDirectory', 'createDirectory'],
      };
      const { canceled, filePaths } = await (window
        ? dialog.showOpenDialog(window, options)
        : dialog.showOpenDialog(options));
      return canceled ? null : (filePaths[0] ?? null);
    } finally {
      open = false;
    }
  };
}
