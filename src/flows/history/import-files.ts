import type { PackedFile } from '#archive/files.ts';
import { readImport, type ReadImportOptions } from '#archive/import/read-import.ts';
import { emptyReceipt, type ImportReceipt } from '#archive/import/receipt.ts';
import type { MergeUndo } from '#archive/merge/undo-merge.ts';
import { NotWriterError } from '#storage/writer-fence.ts';
import {
  joinHistory,
  previewHistory,
  type RestoreDeps,
  type RestoreResult,
  type RestoreRow,
} from './restore-archive.ts';

export interface ImportReport {
  receipt: ImportReceipt;
  results: RestoreResult[];
  /** For `undoRestore`. */
  undo: MergeUndo[];
  /** What ended it before its end, such as a full disk; null when nothing did. What was imported until then is there. */
  stopped: Error | null;
}

/** None that a task of an import could stand below. */
const SESSIONS: ReadonlySet<string> = new Set();

/** What importing would do with each conversation, and its receipt, without doing it. */
export async function previewImport(
  deps: RestoreDeps,
  files: readonly PackedFile[],
  options: ReadImportOptions = {},
): Promise<{ receipt: ImportReceipt; results: RestoreRow[] }> {
  const receipt = emptyReceipt();
  const results: RestoreRow[] = [];
  for await (const { history } of readImport(files, receipt, options)) {
    results.push(await previewHistory(deps, history, SESSIONS));
    options.onConversation?.(results.length);
  }
  return { receipt, results };
}

/**
 * Brings the conversations of another program's export in, each in one transaction. What was imported before is told by
 * its ids: the same export again adds nothing, a newer one adds what is new in it.
 */
export async function importFiles(
  deps: RestoreDeps,
  files: readonly PackedFile[],
  options: ReadImportOptions = {},
): Promise<ImportReport> {
  const report: ImportReport = { receipt: emptyReceipt(), results: [], undo: [], stopped: null };
  try {
    for await (const { history, blobs } of readImport(files, report.receipt, options)) {
      try {
        const { result, undo } = await joinHistory(deps, history, SESSIONS, (hash) => blobs.get(hash)?.() ?? null);
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
    report.stopped = error instanceof Error ? error : new Error(String(error));
  }
  return report;
}
