import { ArchiveError } from '#archive/archive-error.ts';
import { chatFiles, recognizeImport, type Recognized } from '#archive/import/read-import.ts';
import type { PackedFile } from '#archive/files.ts';
import { MANIFEST_FILE } from '#archive/manifest.ts';
import { openArchive, type Archive } from '#archive/read-archive.ts';
import { importFiles, previewImport } from '#history/archive/import-files.ts';
import type { RestoreDeps } from '#history/archive/merge-history.ts';
import { previewLibrary, previewRestore, restoreArchive } from '#history/archive/restore-archive.ts';
import { countLibrary } from '#history/archive/restore-library.ts';
import { undoRestore, type RestoreUndo } from '#history/archive/undo-restore.ts';
import { newId } from '#storage/new-id.ts';
import { bytesOf, openContainer, watchedFiles, type Container } from './container.ts';
import { createProgressThrottle, type ProgressThrottle } from './progress-throttle.ts';
import type { TargetFile } from './target-file.ts';
import { failureOf, transferError } from './transfer-error.ts';
import type {
  ExportJob,
  ExportReport,
  Opened,
  PickedFile,
  TransferPhase,
  TransferPreview,
  TransferProgress,
  TransferReport,
} from './transfer-messages.ts';
import { writeExport } from './write-export.ts';

export interface CallRun {
  signal: AbortSignal;
  onProgress: (progress: TransferProgress) => void;
}

/** What the worker does for the page. It remembers between calls what is open and what can be undone. */
export interface Transfers {
  write(job: ExportJob, to: TargetFile, writtenBy: string, run: CallRun): Promise<ExportReport>;
  open(files: readonly PickedFile[], run: CallRun): Promise<Opened>;
  preview(id: string, run: CallRun): Promise<TransferPreview>;
  restore(id: string, sessionIds: readonly string[] | 'all', run: CallRun): Promise<TransferReport>;
  undo(reportId: string, run: CallRun): Promise<string[]>;
  close(id: string): void;
}

interface OpenContainer extends Container {
  kind: Opened['kind'];
  /** The conversations that a restore would change, once previewed. */
  changes?: readonly string[];
}

type Brought = Pick<TransferReport, 'results' | 'lost' | 'library' | 'damaged' | 'receipt'> & {
  undo: RestoreUndo[];
  stopped: Error | null;
};

export function createTransfers(world: () => Promise<RestoreDeps>, now: () => number): Transfers {
  const open = new Map<string, OpenContainer>();
  const done = new Map<string, readonly RestoreUndo[]>();

  function find(id: string): OpenContainer {
    const found = open.get(id);
    if (!found) throw transferError('not-open', id);
    return found;
  }

  const paceOf = (phase: TransferPhase, { onProgress }: CallRun, of: Partial<TransferProgress>): ProgressThrottle =>
    createProgressThrottle({ phase, conversations: 0, of: null, bytes: 0, ofBytes: null, ...of }, onProgress, now);

  async function withArchive(
    { files }: Container,
    phase: TransferPhase,
    run: CallRun,
  ): Promise<{ archive: Archive; pace: ProgressThrottle }> {
    const pace = paceOf(phase, run, {});
    const archive = await openArchive(watchedFiles(files, run.signal, pace.more), { signal: run.signal });
    pace.change({ of: archive.manifest.conversations.length });
    return { archive, pace };
  }

  /**
   * Counts only the files with conversations. The attachments of an export are read only if a conversation names them.
   */
  function withImport(
    { files }: Container,
    phase: TransferPhase,
    run: CallRun,
  ): { files: PackedFile[]; pace: ProgressThrottle } {
    const chats = chatFiles(files);
    const names = new Set(chats.map(({ name }) => name));
    const pace = paceOf(phase, run, { ofBytes: bytesOf(chats) });
    const counted = files.map((file) => watchedFiles([file], run.signal, names.has(file.name) ? pace.more : () => {}));
    return { files: counted.flat(), pace };
  }

  async function restoreFrom(
    container: OpenContainer,
    deps: RestoreDeps,
    only: ReadonlySet<string> | null,
    run: CallRun,
  ): Promise<Brought> {
    const { changes } = container;
    const { archive, pace } = await withArchive(container, 'restoring', run);
    const entries = archive.manifest.conversations.filter(({ id }) => only?.has(id) ?? true);
    pace.change({ of: entries.length });
    const restored = await restoreArchive(deps, archive, entries, {
      signal: run.signal,
      onProgress: (conversations) => pace.change({ conversations }),
      ...(only && changes && { isComplete: changes.every((one) => only.has(one)) }),
    });
    return { ...restored, receipt: null };
  }

  async function importFrom(
    container: Container,
    deps: RestoreDeps,
    only: ReadonlySet<string> | null,
    run: CallRun,
  ): Promise<Brought> {
    const { files, pace } = withImport(container, 'restoring', run);
    const imported = await importFiles(deps, files, {
      now: now(),
      signal: run.signal,
      onConversation: (conversations) => pace.change({ conversations }),
      ...(only && { only }),
    });
    return { ...imported, lost: [], library: 0, damaged: [] };
  }

  return {
    async write(job, to, writtenBy, run) {
      const { db } = await world();
      return writeExport(db, job, to, { ...run, now, writtenBy });
    },

    async open(picked, run) {
      const container = await openContainer(picked);
      const id = newId();
      const archive = await archiveIn(container, run.signal);
      if (archive) {
        open.set(id, { ...container, kind: 'archive' });
        const { writtenBy, writtenAt, counts, lost, conversations } = archive.manifest;
        return {
          id,
          kind: 'archive',
          name: container.name,
          writtenBy,
          writtenAt,
          counts,
          lost: lost.length,
          conversations: conversations.map((one) => ({
            id: one.id,
            title: one.title,
            createdAt: one.createdAt,
            updatedAt: one.updatedAt,
            messages: one.messages,
          })),
        };
      }
      const { files, pace } = withImport(container, 'reading', run);
      const { sources, others } = await recognizeImport(files, { signal: run.signal });
      pace.flush();
      if (sources.length === 0) throw transferError(reasonOf(others), container.name);
      open.set(id, { ...container, kind: 'import' });
      return { id, kind: 'import', name: container.name, sources, bytes: bytesOf(chatFiles(container.files)) };
    },

    async preview(id, run) {
      const container = find(id);
      const deps = await world();
      if (container.kind === 'import') {
        const { files, pace } = withImport(container, 'reading', run);
        const preview = await previewImport(deps, files, {
          now: now(),
          signal: run.signal,
          onConversation: (conversations) => pace.change({ conversations }),
        });
        return { ...preview, library: 0, assistants: [] };
      }
      const { archive, pace } = await withArchive(container, 'reading', run);
      const results = await previewRestore(deps, archive, archive.manifest.conversations, {
        signal: run.signal,
        onProgress: (conversations) => pace.change({ conversations }),
      });
      const library = await previewLibrary(deps, archive);
      run.signal.throwIfAborted();
      const changes = results.flatMap((one) => (one.kind === 'new' || one.kind === 'diverged' ? [one.id] : []));
      open.set(id, { ...container, changes });
      const assistants = library.assistants.flatMap(({ name, parameters }) =>
        parameters?.body ? [{ name, fields: parameters.body }] : [],
      );
      return { results, library: countLibrary(library), assistants, receipt: null };
    },

    async restore(id, sessionIds, run) {
      const container = find(id);
      const deps = await world();
      const only = sessionIds === 'all' ? null : new Set(sessionIds);
      const begin = container.kind === 'archive' ? restoreFrom : importFrom;
      try {
        const { undo, stopped, ...report } = await begin(container, deps, only, run);
        const reportId = undo.length > 0 ? newId() : null;
        if (reportId !== null) done.set(reportId, undo);
        const why = run.signal.aborted ? 'cancelled' : stopped && failureOf(stopped);
        return { id: reportId, ...report, stopped: why };
      } catch (error) {
        // Nothing had been changed yet.
        if (!run.signal.aborted) throw error;
        return { id: null, results: [], lost: [], library: 0, damaged: [], receipt: null, stopped: 'cancelled' };
      }
    },

    async undo(reportId, run) {
      const undos = done.get(reportId);
      if (!undos) throw transferError('not-open', reportId);
      const pace = paceOf('restoring', run, { of: undos.length });
      const refused = await undoRestore(await world(), undos, {
        signal: run.signal,
        onProgress: (conversations) => pace.change({ conversations }),
      });
      done.delete(reportId);
      return refused;
    },

    close(id) {
      open.delete(id);
    },
  };
}

/** Why nothing in the files was recognized. */
function reasonOf(others: Recognized['others']): 'cut-off' | 'no-conversations' | 'blank-file' | 'not-recognised' {
  if (others['cut-off'] > 0) return 'cut-off';
  if (others.empty > 0) return 'no-conversations';
  return others.blank > 0 && others.unknown === 0 ? 'blank-file' : 'not-recognised';
}

/** Other programs also have files with this name. If it is not ours, it may still be an export. */
async function archiveIn({ files }: Container, signal: AbortSignal): Promise<Archive | null> {
  if (!files.some(({ name }) => name === MANIFEST_FILE)) return null;
  try {
    return await openArchive(files, { signal });
  } catch (error) {
    if (error instanceof ArchiveError && error.code === 'not-an-archive') return null;
    throw error;
  }
}
