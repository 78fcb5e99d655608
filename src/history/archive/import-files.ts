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

/**
 * What an import would do with each conversation, and its receipt. Changes nothing. Of a conversation in several files,
 * the one that adds most counts.
 */
export async function previewImport(
  deps: RestoreDeps,
  files: readonly PackedFile[],
  options: ReadImportOptions,
): Promise<{ receipt: ImportReceipt; results: RestoreRow[] }> {
  const receipt = emptyReceipt();
  const rows = new Map<string, RestoreRow>();
  for await (const one of readImport(files, receipt, options)) {
    const blob = (hash: string) => one.blobs.get(hash)?.() ?? null;
    const row = await previewHistory(deps, one.history, SESSIONS, blob, (_, stored) => matchEarlierImport(stored, one));
    const before = rows.get(row.id);
    if (!before || row.added > before.added) rows.set(row.id, row);
    options.onConversation?.(rows.size);
  }
  return { receipt, results: [...rows.values()] };
}

/** What was done with a conversation that two files contain, such as an older and a newer export. */
function together(before: RestoreResult | undefined, row: RestoreResult): RestoreResult {
  if (!before || before.kind === 'refused') return row;
  if (row.kind === 'refused') return before;
  return {
    ...before,
    kind: before.kind === 'same' ? row.kind : before.kind,
    added: before.added + row.added,
    completed: before.completed + row.completed,
    shown: before.shown + row.shown,
    attachments: before.attachments + row.attachments,
    asks: before.asks || row.asks,
  };
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
  const rows = new Map<string, RestoreResult>();
  const add = (row: RestoreResult) => rows.set(row.id, together(rows.get(row.id), row));
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
        add(result);
        if (undo) report.undo.push(undo);
      } catch (error) {
        if (!(error instanceof NotWriterError)) throw error;
        const { id, title } = history.session;
        add({ id, title, kind: 'refused', because: 'busy' });
      }
      options.onConversation?.(rows.size);
    }
  } catch (error) {
    report.stopped = toError(error);
  }
  report.results.push(...rows.values());
  try {
    const library = { ...EMPTY_LIBRARY, folders: [...folders.values()] };
    const { undo } = await restoreLibrary(deps.db, library, 'all', () => null);
    if (undo) report.undo.push(undo);
  } catch (error) {
    report.stopped ??= toError(error);
  }
  return report;
}
