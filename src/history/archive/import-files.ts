import type { PackedFile } from '#archive/files.ts';
import { matchEarlierImport } from '#archive/import/base/match-earlier-import.ts';
import { readImport, type ReadImportOptions } from '#archive/import/read-import.ts';
import { emptyReceipt, type ImportReceipt } from '#archive/import/base/receipt.ts';
import type { FolderRow } from '#storage/rows.ts';
import { NotWriterError } from '#storage/writer-fence.ts';
import { toError } from '#core/thrown.ts';
import {
  mergeHistory,
  previewHistory,
  type RestoreDeps,
  type RestoreResult,
  type RestoreRow,
} from './merge-history.ts';
import { EMPTY_LIBRARY, restoreLibrary } from './restore-library.ts';
import type { RestoreUndo } from './undo-restore.ts';

export interface ImportReport {
  receipt: ImportReceipt;
  results: RestoreResult[];
  /** For `undoRestore`. */
  undo: RestoreUndo[];
  /**
   * What stopped the import early, such as a full disk; null if nothing did. Everything imported until then is stored.
   */
  stopped: Error | null;
}

/** Empty: tasks of an import have no stored parent. */
const SESSIONS: ReadonlySet<string> = new Set();

/** What an import would do with each conversation, and its receipt. Changes nothing. */
export async function previewImport(
  deps: RestoreDeps,
  files: readonly PackedFile[],
  options: ReadImportOptions,
): Promise<{ receipt: ImportReceipt; results: RestoreRow[] }> {
  const receipt = emptyReceipt();
  const results: RestoreRow[] = [];
  for await (const one of readImport(files, receipt, options)) {
    const blob = (hash: string) => one.blobs.get(hash)?.() ?? null;
    results.push(
      await previewHistory(deps, one.history, SESSIONS, blob, (_, stored) => matchEarlierImport(stored, one)),
    );
    options.onConversation?.(results.length);
  }
  return { receipt, results };
}

/**
 * Imports the conversations of another program's export, each in one transaction. Earlier imports are recognized by
 * their ids: the same export again adds nothing, a newer one adds its new messages.
 */
export async function importFiles(
  deps: RestoreDeps,
  files: readonly PackedFile[],
  options: ReadImportOptions,
): Promise<ImportReport> {
  const report: ImportReport = { receipt: emptyReceipt(), results: [], undo: [], stopped: null };
  const folders = new Map<string, FolderRow>();
  try {
    for await (const one of readImport(files, report.receipt, options)) {
      const { history, blobs } = one;
      const blob = (hash: string) => blobs.get(hash)?.() ?? null;
      try {
        const { result, undo } = await mergeHistory(deps, history, SESSIONS, blob, (_, stored) =>
          matchEarlierImport(stored, one),
        );
        // A conversation that existed before stays in its folder.
        if (result.kind === 'new') for (const folder of one.folders) folders.set(folder.id, folder);
        report.results.push(result);
        if (undo) report.undo.push(undo);
      } catch (error) {
        if (!(error instanceof NotWriterError)) throw error;
        const { id, title } = history.session;
        report.results.push({ id, title, kind: 'refused', because: 'busy' });
      }
      options.onConversation?.(report.results.length);
    }
  } catch (error) {
    report.stopped = toError(error);
  }
  try {
    const library = { ...EMPTY_LIBRARY, folders: [...folders.values()] };
    const { undo } = await restoreLibrary(deps.db, library, 'all', () => null);
    if (undo) report.undo.push(undo);
  } catch (error) {
    report.stopped ??= toError(error);
  }
  return report;
}
