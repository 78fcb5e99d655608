import { afterEach, describe, expect, it } from 'vitest';
import {
  createWorkerClient,
  serveWorker,
  type WorkerHandlers,
  type WorkerPort,
  type WorkerReply,
  type WorkerRequest,
} from '#workers/worker-calls.ts';

interface Methods {
  double: { args: number; result: number; progress: never };
  count: { args: { to: number }; result: string; progress: number };
  wait: { args: string; result: string; progress: string };
  queued: { args: string; result: string; progress: never };
}
interface Failure {
  code: string;
  detail: number;
}
type Request = WorkerRequest<Methods>;
type Reply = WorkerReply<Methods, Failure>;

class CodedError extends Error {
  readonly code: string;
  readonly detail: number;
  constructor({ code, detail }: Failure) {
    super(code);
    this.code = code;
    this.detail = detail;
  }
}

const open: MessagePort[] = [];
afterEach(() => {
  for (const port of open.splice(0)) port.close();
});

/** Client and worker with a real channel between them, so that everything is cloned and arrives later. */
function connect(more: Partial<WorkerHandlers<Methods>> = {}, endsIdle = false) {
  const log: string[] = [];
  const problems: Error[] = [];
  const failures: ((message: string) => void)[] = [];
  let post: (reply: Reply) => void = () => undefined;
  let mute = false;

  function start(): WorkerPort<Request, Reply> {
    log.push('start');
    const { port1, port2 } = new MessageChannel();
    open.push(port1, port2);
    post = (reply) => (mute ? undefined : port2.postMessage(reply));
    const serve = serveWorker<Methods, Failure>(
      {
        double: async (value) => value * 2,
        async count({ to }, { onProgress }) {
          for (let at = 1; at <= to; at += 1) onProgress(at);
          return 'counted';
        },
        wait: (name, { signal, onProgress }) =>
          new Promise((_resolve, reject) => {
            onProgress(name);
            signal.addEventListener('abort', () => {
              log.push(`cleaning ${name}`);
              setTimeout(() => {
                log.push(`clean ${name}`);
                reject(signal.reason as Error);
              });
            });
          }),
        async queued(name) {
          log.push(`begin ${name}`);
          await new Promise((resolve) => setTimeout(resolve));
          log.push(`end ${name}`);
          return name;
        },
        ...more,
      },
      {
        post: (reply) => post(reply),
        toFailure: (error, aborted) =>
          aborted
            ? null
            : error instanceof CodedError
              ? { code: error.code, detail: error.detail }
              : { code: 'unknown', detail: 0 },
        oneByOne: new Set(['queued']),
      },
    );
    port2.addEventListener('message', ({ data }: MessageEvent<Request>) => void serve(data));
    port2.start();
    return {
      post: (request) => port1.postMessage(request),
      listen(onMessage, fail) {
        failures.push(fail);
        port1.addEventListener('message', ({ data }: MessageEvent<Reply>) => onMessage(data));
        port1.start();
      },
      end() {
        log.push('end');
        port1.close();
      },
    };
  }

  const client = createWorkerClient<Methods, Failure>({
    start,
    toError: (failure) => new CodedError(failure),
    toBreakdown: (message) => new CodedError({ code: message, detail: -1 }),
    onProblem: (error) => problems.push(error),
    endsIdle,
  });
  return { client, log, problems, failures, say: (reply: Reply) => post(reply), fallSilent: () => void (mute = true) };
}

const settled = (call: Promise<unknown>) => call.catch((error: unknown) => error);

describe('calls to a worker', () => {
  it('start it once, and go side by side with their own progress', async () => {
    const { client, log } = connect();
    expect(log).toEqual([]);
    const seen: number[] = [];
    const calls = [
      client.call('count', { to: 3 }, { onProgress: (at) => seen.push(at) }),
      client.call('double', 21),
      client.call('count', { to: 2 }),
    ];
    expect(await Promise.all(calls)).toEqual(['counted', 42, 'counted']);
    expect(seen).toEqual([1, 2, 3]);
    expect(log).toEqual(['start']);
  });

  it('reject with the error that a failure stands for', async () => {
    const { client } = connect({ double: () => Promise.reject(new CodedError({ code: 'odd', detail: 7 })) });
    expect(await settled(client.call('double', 1))).toMatchObject({ code: 'odd', detail: 7 });
    const thrown = connect({
      double() {
        throw new TypeError('x of undefined');
      },
    });
    expect(await settled(thrown.client.call('double', 1))).toMatchObject({ code: 'unknown' });
  });

  it('end after an abort with its reason, once the worker has cleaned up', async () => {
    const { client, log } = connect();
    const abort = new AbortController();
    const reason = new DOMException('enough', 'AbortError');
    const call = client.call('wait', 'a', { signal: abort.signal, onProgress: () => abort.abort(reason) });
    expect(await settled(call)).toBe(reason);
    expect(log).toEqual(['start', 'cleaning a', 'clean a']);
    // Nothing is sent for a call that is aborted before it begins.
    expect(await settled(client.call('queued', 'b', { signal: abort.signal }))).toBe(reason);
    expect(await client.call('double', 1)).toBe(2);
    expect(log).not.toContain('begin b');
  });

  it('resolve when they end all the same, and fail when the worker could not clean up', async () => {
    const abort = new AbortController();
    const { client } = connect({ wait: async (name) => name });
    const call = client.call('wait', 'done', { signal: abort.signal });
    abort.abort();
    expect(await call).toBe('done');
  });

  it('run one at a time where they must, and a waiting one that is aborted never begins', async () => {
    const { client, log } = connect();
    const abort = new AbortController();
    const calls = [
      client.call('queued', 'a'),
      client.call('queued', 'b', { signal: abort.signal }),
      client.call('queued', 'c'),
    ];
    abort.abort();
    const answers = await Promise.all(calls.map(settled));
    expect([answers[0], answers[2]]).toEqual(['a', 'c']);
    expect(answers[1]).toMatchObject({ name: 'AbortError' });
    expect(log).toEqual(['start', 'begin a', 'end a', 'begin c', 'end c']);
  });

  it('all end when the worker breaks down, and the next one starts another', async () => {
    const { client, log, failures, fallSilent } = connect();
    expect(await client.call('double', 1)).toBe(2);
    fallSilent();
    const calls = [client.call('double', 2), client.call('queued', 'a')].map(settled);
    failures[0]?.('out of memory');
    for (const error of await Promise.all(calls)) expect(error).toMatchObject({ code: 'out of memory', detail: -1 });
    expect(log.filter((line) => line === 'end')).toHaveLength(1);
    // A second report of the same breakdown ends nothing of the next worker.
    const next = settled(client.call('double', 3));
    failures[0]?.('out of memory');
    failures[1]?.('again');
    expect(await next).toMatchObject({ code: 'again' });
    expect(log.filter((line) => line === 'start')).toHaveLength(2);
  });

  it('end the worker with the last of them, where it is not to stay', async () => {
    const { client, log } = connect({}, true);
    await Promise.all([client.call('double', 1), client.call('double', 2)]);
    expect(log).toEqual(['start', 'end']);
    expect(await client.call('double', 3)).toBe(6);
    expect(log).toEqual(['start', 'end', 'start', 'end']);
  });

  it('learn of problems beside them, which end none', async () => {
    const { client, problems, say } = connect();
    const call = client.call('double', 1);
    say({ type: 'problem', failure: { code: 'row', detail: 1 } });
    expect(await call).toBe(2);
    await expect.poll(() => problems).toMatchObject([{ code: 'row' }]);
  });
});
