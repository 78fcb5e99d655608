import { createWorkerClient, toWorkerPort } from '#workers/worker-calls.ts';
import type { TargetFile } from './target-file.ts';
import { transferError, TransferError, type TransferFailure } from './transfer-error.ts';
import type {
  ExportJob,
  ExportReport,
  Opened,
  PickedFile,
  TransferMethods,
  TransferPort,
  TransferPreview,
  TransferProgress,
  TransferReport,
} from './transfer-messages.ts';

export interface TransferRun {
  signal: AbortSignal;
  onProgress: (progress: TransferProgress) => void;
}

/**
 * Exports, restores and imports in a worker. Everything rejects with a `TransferError`, or with the signal's reason on
 * an abort, but only after the worker has cleaned up.
 */
export interface TransferClient {
  /**
   * Writes the file, reads it again and compares. A failed export leaves no file, as far as the browser can remove it
   * (`TransferError.left`). `to` must be a `FileSystemFileHandle`, since nothing else can be sent to a worker.
   */
  write(job: ExportJob, to: TargetFile, run: TransferRun): Promise<ExportReport>;
  /**
   * Zips, single files, or the files of a folder. Pass their paths, unless they come from a folder chosen in an
   * `<input>`: only then does the browser know them.
   */
  open(files: readonly (File | PickedFile)[], run: TransferRun): Promise<Opened>;
  preview(id: string, run: TransferRun): Promise<TransferPreview>;
  /** Also resolves when stopped. Everything restored until then stays and can be undone. */
  restore(id: string, sessionIds: readonly string[] | 'all', run: TransferRun): Promise<TransferReport>;
  /**
   * Returns the ids of conversations that were continued since, or that another window writes in. They stay unchanged.
   */
  undo(reportId: string, run: TransferRun): Promise<string[]>;
  close(id: string): Promise<void>;
}

export interface TransferClientDeps {
  /** Starts the worker. Not called before the first call. */
  start: () => TransferPort;
  /** Name and version of the program. */
  writtenBy: () => string;
  /** Errors outside of the calls. */
  onProblem: (error: Error) => void;
}

export const startTransferWorker = (): TransferPort =>
  toWorkerPort(new Worker(new URL('./transfer-worker.ts', import.meta.url), { type: 'module' }));

export function createTransferClient({ start, writtenBy, onProblem }: TransferClientDeps): TransferClient {
  const worker = createWorkerClient<TransferMethods, TransferFailure>({
    start,
    toError: (failure) => new TransferError(failure),
    toBreakdown: (message) => transferError('unknown', message),
    onProblem,
  });
  return {
    write: (job, to, run) => worker.call('write', { job, to, writtenBy: writtenBy() }, run),
    open: (files, run) => worker.call('open', { files: files.map(picked) }, run),
    preview: (id, run) => worker.call('preview', { id }, run),
    restore: (id, sessionIds, run) => worker.call('restore', { id, sessionIds }, run),
    undo: (reportId, run) => worker.call('undo', { reportId }, run),
    async close(id) {
      await worker.call('close', { id });
    },
  };
}

// On its way to the worker, a file keeps its name but loses its path.
const picked = (file: File | PickedFile): PickedFile =>
  file instanceof File ? { file, path: file.webkitRelativePath || file.name } : file;
