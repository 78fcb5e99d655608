import { describe, expect, it } from 'vitest';
import { ArchiveError } from '#archive/archive-error.ts';
import { StorageError } from '#storage/storage-error.ts';
import { createTransferClient, type TransferRun } from '#transfer/transfer-client.ts';
import { failureOf, TransferError, transferError } from '#transfer/transfer-error.ts';
import type { TransferPort, TransferProgress, TransferReply, TransferRequest } from '#transfer/transfer-messages.ts';

const PROGRESS: TransferProgress = { phase: 'reading', conversations: 1, of: 2, bytes: 3, ofBytes: null };

function workers() {
  const started: {
    heard: TransferRequest[];
    say: (reply: TransferReply) => void;
    break: (message: string) => void;
    ended: boolean;
  }[] = [];
  const problems: Error[] = [];
  const start = () => {
    const one = {
      heard: [] as TransferRequest[],
      say: (_reply: TransferReply) => undefined as void,
      break: (_words: string) => undefined as void,
      ended: false,
    };
    started.push(one);
    const port: TransferPort = {
      post: (request) => one.heard.push(request),
      listen: (onMessage, fail) => Object.assign(one, { say: onMessage, break: fail }),
      end: () => Object.assign(one, { ended: true }),
    };
    return port;
  };
  const client = createTransferClient({
    start,
    writtenBy: () => 'Baton 1',
    onProblem: (problem) => problems.push(problem),
  });
  return { client, started, problems };
}

function run(): TransferRun & { abort: () => void; seen: TransferProgress[] } {
  const abort = new AbortController();
  const seen: TransferProgress[] = [];
  return { signal: abort.signal, onProgress: (one) => seen.push(one), abort: () => abort.abort(), seen };
}

describe('the page and the worker of transfers', () => {
  it('starts the worker with the first call, and tells answers and progress of calls apart', async () => {
    const { client, started } = workers();
    expect(started).toHaveLength(0);
    const [one, other] = [run(), run()];
    const first = client.undo('a', one);
    const second = client.undo('b', other);
    const [worker] = started;
    expect(started).toHaveLength(1);
    worker?.say({ type: 'progress', id: 2, progress: PROGRESS });
    worker?.say({ type: 'done', id: 2, result: ['x'] });
    worker?.say({ type: 'done', id: 1, result: [] });
    expect([await first, await second]).toEqual([[], ['x']]);
    expect([one.seen, other.seen]).toEqual([[], [PROGRESS]]);
  });

  it('ends a cancelled call only when the worker has cleaned up', async () => {
    const { client, started } = workers();
    const one = run();
    const call = client.preview('a', one);
    let settled = false;
    const end = call.catch((error: unknown) => {
      settled = true;
      return error;
    });
    one.abort();
    await Promise.resolve();
    expect(settled).toBe(false);
    expect(started[0]?.heard.at(-1)).toEqual({ type: 'cancel', id: 1 });
    started[0]?.say({ type: 'cancelled', id: 1 });
    expect(await end).toMatchObject({ name: 'AbortError' });
    await expect(client.preview('a', one)).rejects.toMatchObject({ name: 'AbortError' });
    expect(started[0]?.heard).toHaveLength(2);
  });

  it('tells of what went wrong beside the calls', async () => {
    const { client, started, problems } = workers();
    const call = client.close('a');
    started[0]?.say({ type: 'problem', failure: failureOf(new StorageError('unreadable')) });
    started[0]?.say({ type: 'done', id: 1, result: null });
    await call;
    expect(problems).toMatchObject([{ code: 'storage', storage: 'unreadable' }]);
  });

  it('sends files with their paths, and exports with who writes them', async () => {
    const { client, started } = workers();
    const file = new File(['x'], 'a.json');
    void client.open([file, { file, path: 'folder/a.json' }], run());
    expect(started[0]?.heard).toMatchObject([
      { method: 'open', args: { files: [{ path: 'a.json' }, { path: 'folder/a.json' }] } },
    ]);
  });

  it('gives what a restore did until it was stopped', async () => {
    const { client, started } = workers();
    const one = run();
    const call = client.restore('a', 'all', one);
    one.abort();
    const result = {
      id: 'r',
      results: [],
      lost: [],
      library: 0,
      damaged: [],
      receipt: null,
      stopped: 'cancelled' as const,
    };
    started[0]?.say({ type: 'done', id: 1, result });
    expect(await call).toEqual(result);
  });

  it('fails every call with words when the worker breaks down, and starts another with the next one', async () => {
    const { client, started } = workers();
    const calls = [client.undo('a', run()), client.close('b')];
    started[0]?.break('out of memory');
    for (const call of calls) await expect(call).rejects.toMatchObject({ code: 'unknown', detail: 'out of memory' });
    expect(started[0]?.ended).toBe(true);
    const again = client.close('b');
    started[1]?.say({ type: 'done', id: 3, result: null });
    await again;
  });

  it.each([
    [new ArchiveError('newer-version', 'version 9'), { code: 'newer-version', detail: 'version 9' }],
    [new StorageError('quota'), { code: 'storage', storage: 'quota' }],
    [new DOMException('no room', 'QuotaExceededError'), { code: 'file-full' }],
    [new DOMException('no', 'NotAllowedError'), { code: 'file-denied' }],
    [new DOMException('gone', 'NotFoundError'), { code: 'file-gone' }],
    [transferError('nothing'), { code: 'nothing' }],
    [new TypeError('x of undefined'), { code: 'unknown', detail: 'TypeError: x of undefined' }],
  ])('carries %s across as data, and makes an error of it again', async (thrown, expected) => {
    const failure = structuredClone(failureOf(thrown));
    expect(failure).toMatchObject(expected);
    const { client, started } = workers();
    const call = client.undo('a', run());
    started[0]?.say({ type: 'failed', id: 1, failure });
    await expect(call).rejects.toBeInstanceOf(TransferError);
    await expect(call).rejects.toMatchObject({ ...expected, message: failure.message });
  });
});
