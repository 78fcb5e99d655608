import { describe, expect, it } from 'vitest';
import { protectRestore } from '#state/protect-restore.ts';
import type { TransferClient } from '#transfer/transfer-client.ts';
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

describe('a restore of much', () => {
  const ids = (count: number) => Array.from({ length: count }, (_, index) => `s${index}`);
  it.for([
    ['all' as const, ['protected', 'restored']],
    [ids(20), ['protected', 'restored']],
    [ids(19), ['restored']],
  ] as const)('begins with a snapshot, and one of little does not', async ([chosen, expected]) => {
    const calls: string[] = [];
    const restore: TransferClient['restore'] = async () => {
      calls.push('restored');
      return REPORT;
    };
    const client = protectRestore({ restore }, async () => void calls.push('protected'));
    expect(
      await client.restore('a', chosen, { signal: new AbortController().signal, onProgress: () => undefined }),
    ).toBe(REPORT);
    expect(calls).toEqual(expected);
  });
});
