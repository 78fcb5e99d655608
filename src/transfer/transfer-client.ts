import type { TargetFile } from './target-file.ts';
import { transferError, TransferError } from './transfer-error.ts';
import type {
  ExportJob,
  ExportReport,
  Opened,
  PickedFile,
  TransferCall,
  TransferCalls,
  TransferDone,
  TransferMethod,
  TransferPreview,
  TransferProgress,
  TransferReply,
  TransferReport,
  TransferRequest,
} from './transfer-messages.ts';

/** The worker, as the client sees it. */
export interface TransferPort {
  post: (request: TransferRequest) => void;
  /** `fail` is called when the worker broke down. It answers nothing after that. */
  listen: (hear: (reply: TransferReply) => void, fail: (words: string) => void) => void;
  end: () => void;
}

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
  onProblem: (error: TransferError) => void;
}

export function createTransferClient({ start, writtenBy, onProblem }: TransferClientDeps): TransferClient {
  let port: TransferPort | null = null;
  let lastId = 0;
  const waiting = new Map<number, { hear: (reply: TransferReply) => void; fail: (words: string) => void }>();

  function started(): TransferPort {
    if (port) return port;
    const own = start();
    port = own;
    own.listen(
      (reply) => {
        if (reply.type === 'problem') onProblem(new TransferError(reply.failure));
        else waiting.get(reply.id)?.hear(reply);
      },
      (words) => {
        if (port !== own) return;
        port = null;
        own.end();
        for (const { fail } of waiting.values()) fail(words);
      },
    );
    return own;
  }

  function call<M extends TransferMethod>(
    request: (id: number) => TransferCall & { method: M },
    run?: TransferRun,
  ): Promise<TransferCalls[M]['result']> {
    const aborted = run?.signal.aborted === true;
    if (aborted) return Promise.reject(reasonOf(run.signal));
    const id = ++lastId;
    const to = started();
    const posted = request(id);
    return new Promise((resolve, reject) => {
      const cancel = () => to.post({ type: 'cancel', id });
      const end = () => {
        waiting.delete(id);
        run?.signal.removeEventListener('abort', cancel);
      };
      const hear = (reply: TransferReply) => {
        if (reply.type === 'progress') {
          run?.onProgress(reply.progress);
          return;
        }
        end();
        if (isDone(reply, posted.method)) resolve(reply.result);
        else if (reply.type === 'failed') reject(new TransferError(reply.failure));
        else reject(run ? reasonOf(run.signal) : transferError('unknown', reply.type));
      };
      const fail = (words: string) => {
        end();
        reject(transferError('unknown', words));
      };
      waiting.set(id, { hear, fail });
      run?.signal.addEventListener('abort', cancel, { once: true });
      to.post(posted);
    });
  }

  return {
    write: (job, to, run) =>
      call((id) => ({ type: 'call', id, method: 'write', args: { job, to, writtenBy: writtenBy() } }), run),
    open: (files, run) => call((id) => ({ type: 'call', id, method: 'open', args: { files: files.map(picked) } }), run),
    preview: (opened, run) => call((id) => ({ type: 'call', id, method: 'preview', args: { id: opened } }), run),
    restore: (opened, sessionIds, run) =>
      call((id) => ({ type: 'call', id, method: 'restore', args: { id: opened, sessionIds } }), run),
    undo: (reportId, run) => call((id) => ({ type: 'call', id, method: 'undo', args: { reportId } }), run),
    async close(opened) {
      await call((id) => ({ type: 'call', id, method: 'close', args: { id: opened } }));
    },
  };
}

// On its way to the worker, a file keeps its name but loses its path.
const picked = (file: File | PickedFile): PickedFile =>
  file instanceof File ? { file, path: file.webkitRelativePath || file.name } : file;

function isDone<M extends TransferMethod>(
  reply: TransferReply,
  method: M,
): reply is Extract<TransferDone, { method: M }> {
  return reply.type === 'done' && reply.method === method;
}

function reasonOf(signal: AbortSignal): Error {
  const reason: unknown = signal.reason;
  return reason instanceof Error ? reason : new DOMException('stopped', 'AbortError');
}
