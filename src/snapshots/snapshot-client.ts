import { Snapshot } from '#contract/snapshot.ts';
import type { SnapshotProgress } from './make-snapshot.ts';
import { SnapshotError } from './snapshot-error.ts';
import type {
  SnapshotCall,
  SnapshotCalls,
  SnapshotMethod,
  SnapshotReply,
  SnapshotRequest,
} from './snapshot-messages.ts';

/** The worker as the client sees it. */
export interface SnapshotPort {
  post: (request: SnapshotRequest) => void;
  /** `fail` is called when the worker broke down and no longer answers. */
  listen: (hear: (reply: SnapshotReply) => void, fail: (words: string) => void) => void;
  end: () => void;
}

export interface SnapshotRun {
  signal: AbortSignal;
  onProgress: (progress: SnapshotProgress) => void;
}

/** Rejects with a `SnapshotError`, or with the signal's reason after an abort, once nothing is left of it. */
export interface SnapshotClient {
  make(args: SnapshotCalls['make']['args'], run: SnapshotRun): Promise<Snapshot>;
  check(id: string, run: SnapshotRun): Promise<Snapshot>;
  fingerprint(): Promise<string | null>;
}

/** `start` starts the worker. It lives only while calls are pending, because it is needed once a day. */
export function createSnapshotClient(start: () => SnapshotPort): SnapshotClient {
  let port: SnapshotPort | null = null;
  let lastId = 0;
  const waiting = new Map<number, { hear: (reply: SnapshotReply) => void; fail: (words: string) => void }>();

  function started(): SnapshotPort {
    if (port) return port;
    const own = start();
    port = own;
    own.listen(
      (reply) => waiting.get(reply.id)?.hear(reply),
      (words) => {
        for (const { fail } of waiting.values()) fail(words);
      },
    );
    return own;
  }

  function releaseSession(): void {
    if (waiting.size > 0) return;
    port?.end();
    port = null;
  }

  function call<M extends SnapshotMethod>(
    request: (id: number) => SnapshotCall & { method: M },
    run?: SnapshotRun,
  ): Promise<Extract<SnapshotReply, { type: 'done' }>['result']> {
    run?.signal.throwIfAborted();
    const id = ++lastId;
    const to = started();
    return new Promise((resolve, reject) => {
      const cancel = () => to.post({ type: 'cancel', id });
      const end = () => {
        waiting.delete(id);
        run?.signal.removeEventListener('abort', cancel);
        releaseSession();
      };
      waiting.set(id, {
        hear(reply) {
          if (reply.type === 'progress') {
            run?.onProgress(reply.progress);
            return;
          }
          end();
          if (reply.type === 'done') resolve(reply.result);
          else if (reply.type === 'failed') reject(new SnapshotError(reply.code, reply.message));
          else reject(new DOMException('stopped', 'AbortError'));
        },
        fail(words) {
          end();
          reject(new SnapshotError('unknown', words));
        },
      });
      run?.signal.addEventListener('abort', cancel, { once: true });
      to.post(request(id));
    });
  }

  return {
    make: async (args, run) => Snapshot.parse(await call((id) => ({ type: 'call', id, method: 'make', args }), run)),
    check: async (snapshot, run) =>
      Snapshot.parse(await call((id) => ({ type: 'call', id, method: 'check', args: { id: snapshot } }), run)),
    async fingerprint() {
      const print = await call((id) => ({ type: 'call', id, method: 'fingerprint', args: null }));
      return typeof print === 'string' ? print : null;
    },
  };
}
