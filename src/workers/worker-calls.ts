/**
 * How the page speaks to a worker and a worker answers: calls with an id, progress, cancelling, failures as data. Each
 * call is answered exactly once. One row per method: what it takes, gives, and reports on the way.
 */
export type WorkerMethods<Table> = { [Method in keyof Table]: { args: unknown; result: unknown; progress: unknown } };

export type WorkerRequest<Methods extends WorkerMethods<Methods>> =
  | { [M in keyof Methods]: { type: 'call'; id: number; method: M; args: Methods[M]['args'] } }[keyof Methods]
  | { type: 'cancel'; id: number };

export type WorkerReply<Methods extends WorkerMethods<Methods>, Failure> =
  | { type: 'done'; id: number; result: Methods[keyof Methods]['result'] }
  | { type: 'progress'; id: number; progress: Methods[keyof Methods]['progress'] }
  | { type: 'failed'; id: number; failure: Failure }
  /** The call was stopped, and nothing of it is left. */
  | { type: 'cancelled'; id: number }
  /** Something went wrong outside of the calls and ended none of them. */
  | { type: 'problem'; failure: Failure };

/** A worker as the page sees it. */
export interface WorkerPort<Request, Reply> {
  post(request: Request): void;
  /** `fail` is called when the worker broke down. It answers nothing after that. */
  listen(onMessage: (reply: Reply) => void, fail: (message: string) => void): void;
  end(): void;
}

export function toWorkerPort<Request, Reply>(worker: Worker): WorkerPort<Request, Reply> {
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
    post: (request) => worker.postMessage(request),
    listen(onMessage, fail) {
      worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => onMessage(data));
      worker.addEventListener('error', ({ message }) => fail(message));
      worker.addEventListener('messageerror', () => fail('unreadable message'));
    },
    end: () => worker.terminate(),
  };
}

export interface WorkerCallOptions<Progress> {
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
}

export interface WorkerClient<Methods extends WorkerMethods<Methods>> {
  /**
   * Rejects with the error of a failure, or of a breakdown, which ends all calls. After an abort it rejects with the
   * signal's reason, but only once the worker has cleaned up. A call that ends all the same resolves.
   */
  call<M extends keyof Methods>(
    method: M,
    args: Methods[M]['args'],
    options?: WorkerCallOptions<Methods[M]['progress']>,
  ): Promise<Methods[M]['result']>;
}

export interface WorkerClientDeps<Methods extends WorkerMethods<Methods>, Failure> {
  /** Starts the worker, for the first call and for the first one after the worker ended. */
  start: () => WorkerPort<WorkerRequest<Methods>, WorkerReply<Methods, Failure>>;
  toError: (failure: Failure) => Error;
  /** The error of every call that a breakdown of the worker ended. */
  toBreakdown: (message: string) => Error;
  onProblem?: (error: Error) => void;
  /** A call that takes longer counts as a breakdown. The next one starts another worker. */
  maxMs?: number;
  /** The worker ends with the last pending call. Otherwise it stays. */
  endsIdle?: boolean;
}

export function createWorkerClient<Methods extends WorkerMethods<Methods>, Failure>(
  deps: WorkerClientDeps<Methods, Failure>,
): WorkerClient<Methods> {
  type Port = WorkerPort<WorkerRequest<Methods>, WorkerReply<Methods, Failure>>;
  type Reply = Exclude<WorkerReply<Methods, Failure>, { type: 'problem' }>;
  let port: Port | null = null;
  let lastId = 0;
  const pending = new Map<number, { onMessage: (reply: Reply) => void; fail: (message: string) => void }>();

  function started(): Port {
    if (port) return port;
    const own = deps.start();
    port = own;
    own.listen(
      (reply) => {
        if (reply.type === 'problem') deps.onProblem?.(deps.toError(reply.failure));
        else pending.get(reply.id)?.onMessage(reply);
      },
      (message) => {
        if (port === own) breakDown(message);
      },
    );
    return own;
  }

  function breakDown(message: string): void {
    end();
    for (const { fail } of pending.values()) fail(message);
  }

  function end(): void {
    port?.end();
    port = null;
  }

  return {
    call(method, args, { signal, onProgress } = {}) {
      if (signal?.aborted) return Promise.reject(reasonOf(signal));
      const id = ++lastId;
      const to = started();
      return new Promise((resolve, reject) => {
        const cancel = () => to.post({ type: 'cancel', id });
        const late = deps.maxMs === undefined ? undefined : setTimeout(() => breakDown('took too long'), deps.maxMs);
        const settle = () => {
          clearTimeout(late);
          pending.delete(id);
          signal?.removeEventListener('abort', cancel);
          if (deps.endsIdle && pending.size === 0) end();
        };
        pending.set(id, {
          onMessage(reply) {
            if (reply.type === 'progress') {
              onProgress?.(reply.progress);
              return;
            }
            settle();
            if (reply.type === 'done') resolve(reply.result);
            else if (reply.type === 'failed') reject(deps.toError(reply.failure));
            else reject(signal?.aborted ? reasonOf(signal) : new DOMException('stopped', 'AbortError'));
          },
          fail(message) {
            settle();
            reject(deps.toBreakdown(message));
          },
        });
        signal?.addEventListener('abort', cancel, { once: true });
        to.post({ type: 'call', id, method, args } as WorkerRequest<Methods>);
      });
    },
  };
}

function reasonOf({ reason }: AbortSignal): Error {
  return reason instanceof Error ? reason : new DOMException('stopped', 'AbortError');
}

export type WorkerHandlers<Methods extends WorkerMethods<Methods>> = {
  [M in keyof Methods]: (
    args: Methods[M]['args'],
    run: { signal: AbortSignal; onProgress: (progress: Methods[M]['progress']) => void },
  ) => Promise<Methods[M]['result']>;
};

export interface ServeOptions<Methods extends WorkerMethods<Methods>, Failure> {
  post: (reply: WorkerReply<Methods, Failure>) => void;
  /** What the page learns of an error. `null` after an abort: nothing of the call is left. */
  toFailure: (error: unknown, aborted: boolean) => Failure | null;
  /** Calls of these methods run one at a time, in the order they came. All others may run in parallel. */
  oneByOne?: ReadonlySet<keyof Methods>;
}

/** The worker's side: takes each request. The promise ends with its call. */
export function serveWorker<Methods extends WorkerMethods<Methods>, Failure>(
  handlers: WorkerHandlers<Methods>,
  { post, toFailure, oneByOne }: ServeOptions<Methods, Failure>,
): (request: WorkerRequest<Methods>) => Promise<void> {
  const active = new Map<number, AbortController>();
  let queue: Promise<void> = Promise.resolve();

  async function run<M extends keyof Methods>(
    { id, method, args }: { id: number; method: M; args: Methods[M]['args'] },
    { signal }: AbortController,
  ): Promise<void> {
    try {
      signal.throwIfAborted();
      const onProgress = (progress: Methods[M]['progress']) => post({ type: 'progress', id, progress });
      post({ type: 'done', id, result: await handlers[method](args, { signal, onProgress }) });
    } catch (error) {
      const failure = toFailure(error, signal.aborted);
      post(failure === null ? { type: 'cancelled', id } : { type: 'failed', id, failure });
    } finally {
      active.delete(id);
    }
  }

  return (request) => {
    if (request.type === 'cancel') {
      active.get(request.id)?.abort();
      return Promise.resolve();
    }
    const abort = new AbortController();
    active.set(request.id, abort);
    if (!oneByOne?.has(request.method)) return run(request, abort);
    queue = queue.then(() => run(request, abort));
    return queue;
  };
}
