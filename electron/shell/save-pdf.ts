import { type BrowserWindow, dialog } from 'electron';
import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { savedName } from './saved-name.ts';
import type { DesktopTexts } from '#texts/desktop-texts.ts';
import type { SaveFolders } from './save-folders.ts';

export interface PdfSaverDeps {
  window: () => BrowserWindow | null;
  folder: SaveFolders;
  texts: Pick<DesktopTexts, 'pdfFile'>;
  /** Two letters; '' when unknown. */
  country: () => string;
}

/** Where paper is of the size Letter (CLDR 48, paperSize). Elsewhere it is A4. */
const LETTER = /^(BZ|CA|CL|CO|CR|GT|MX|NI|PA|PH|PR|SV|US|VE)$/;

/**
 * Shows the system's dialog for a file and writes there what the page of the front window prints. Where the file goes is
 * the user's own choice, whatever the page does. Resolves with its name, or with `null` when they cancel, or while a
 * dialog is open.
 */
export function createPdfSaver({
  window,
  folder,
  texts,
  country,
}: PdfSaverDeps): (name: string) => Promise<string | null> {
  let busy = false;
  return async (name) => {
    const from = window();
    if (busy || from === null) return null;
    busy = true;
    try {
      const { canceled, filePath } = await dialog.showSaveDialog(from, {
        defaultPath: folder.propose(savedName(`${name}.pdf`)),
        filters: [{ name: texts.pdfFile, extensions: ['pdf'] }],
        properties: ['createDirectory', 'showOverwriteConfirmation'],
      });
      if (canceled || filePath === '') return null;
      folder.remember(filePath);
      const pdf = await from.webContents.printToPDF({
        printBackground: true,
        // The margins are those of the page's own style.
        preferCSSPageSize: true,
        pageSize: LETTER.test(country()) ? 'Letter' : 'A4',
        generateTaggedPDF: true,
        generateDocumentOutline: true,
      });
      await writeFile(filePath, pdf);
      return basename(filePath);
    } finally {
      busy = false;
    }
  };
}
