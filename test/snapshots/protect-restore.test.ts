import { describe, expect, it } from 'vitest';
import { protectRestore } from '#state/protect-restore.ts';
import type { TransferClient } from '#transfer/transfer-client.ts';
import { resultRow } from '../fakes/transfers.ts';
import type { TransferReport } from '#transfer/transfer-messages.ts';

const REPORT: TransferReport = {
  id: null,
  results: [],
  lost: [],
  library: 0,
  damaged: [],
  receipt: null,
  stopped: null,
};

const restoring =
  (report: TransferReport, onCall: () => unknown = () => undefined): TransferClient['restore'] =>
  async () => {
    onCall();
    return report;
  };
const RUN = { signal: new AbortController().signal, onProgress: () => undefined };

describe('a restore of much', () => {
  const ids = (count: number) => Array.from({ length: count }, (_, index) => `s${index}`);
  it.for([
    ['all' as const, ['protected', 'restored']],
    [ids(20), ['protected', 'restored']],
    [ids(19), ['restored']],
  ] as const)('begins with a snapshot, and one of little does not', async ([chosen, expected]) => {
    const calls: string[] = [];
    const restore = restoring(REPORT, () => calls.push('restored'));
    const client = protectRestore(
      { restore },
      {
        protect: async () => void calls.push('protected'),
        grants: {
          rules: async () => expect.unreachable(),
          removeRule: async () => expect.unreachable(),
          permissions: { stopEdits: async () => expect.unreachable() },
        },
        onError: (error) => expect.unreachable(String(error)),
      },
    );
    expect(await client.restore('a', chosen, RUN)).toBe(REPORT);
    expect(calls).toEqual(expected);
  });
});

describe('what was allowed in a conversation', () => {
  const report: TransferReport = {
    ...REPORT,
    results: [
      resultRow('fresh', 'New'),
      resultRow('joined', 'Joined', { kind: 'diverged', added: 1 }),
      resultRow('edited', 'Accepted edits', { kind: 'diverged', added: 1, asks: true }),
      { id: 'busy', title: 'Busy', kind: 'refused', because: 'busy' },
    ],
  };
  const rules = ['fresh', 'joined', 'other', 'busy', null].map((session) => ({ id: `rule of ${session}`, session }));

  it('ends where a file has added something to it, and nowhere else', async () => {
    const ended: string[] = [];
    const client = protectRestore(
      { restore: restoring(report) },
      {
        protect: async () => expect.unreachable(),
        grants: {
          rules: async () => rules,
          removeRule: async (id) => void ended.push(id),
          permissions: { stopEdits: async (session) => void ended.push(`edits of ${session}`) },
        },
        onError: (error) => expect.unreachable(String(error)),
      },
    );
    expect(await client.restore('a', ['joined'], RUN)).toBe(report);
    expect(ended).toEqual(['rule of joined', 'edits of edited']);
  });

  it('holds no restore up where the host does not answer', async () => {
    const errors: unknown[] = [];
    const gone = new Error('no host');
    const fail = () => Promise.reject(gone);
    const client = protectRestore(
      { restore: restoring(report) },
      {
        protect: fail,
        grants: { rules: fail, removeRule: fail, permissions: { stopEdits: fail } },
        onError: (error) => errors.push(error),
      },
    );
    expect(await client.restore('a', ['joined'], RUN)).toBe(report);
    expect(errors).toEqual([gone]);
  });
});
