import { describe, expect, it } from 'vitest';
import type { ExportDestination, ExportDestinations } from '#state/export-destinations.ts';
import { createExports } from '#state/exports.ts';
import { fakeTransferClient } from '#test/fakes/fake-transfer-client.ts';
import { transferError, type TransferFailure } from '#transfer/transfer-error.ts';
import type { ExportJob, ExportReport } from '#transfer/transfer-messages.ts';

const JOB: ExportJob = {
  sessions: 'all',
  trash: false,
  format: 'archive',
  thinking: true,
  tools: true,
  branches: true,
  language: 'en',
};
const REPORT: ExportReport = {
  format: 'archive',
  conversations: 2,
  messages: 9,
  blobs: 1,
  bytes: 1234,
  named: 0,
  lost: 0,
  unreadable: 0,
};

function setUp({ own = false, refused = false } = {}) {
  const worker = fakeTransferClient();
  const did: string[] = [];
  const failures: TransferFailure[] = [];
  const place: ExportDestination = {
    name: 'chosen.zip',
    handle: { kind: 'file' } as FileSystemFileHandle,
    own,
    handOver: async () => void did.push('handed over'),
    remove: async () => void did.push('removed'),
  };
  const places: ExportDestinations = {
    choose: async (name) => (did.push(`asked for ${name}`), refused ? null : place),
    sweep: async () => undefined,
  };
  const exports = createExports(worker.client, places, (failure) => failures.push(failure));
  const step = () => exports.store.getState().step;
  return { worker, did, failures, exports, step };
}

const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('an export', () => {
  it('is written where the user chose, and is done when it was verified', async () => {
    const { worker, did, exports, step } = setUp();
    const ended = exports.start(JOB, 'baton.zip');
    await turn();
    expect(step()).toBe('going');
    worker.progress('write', { phase: 'verifying', conversations: 1, of: 2, bytes: 5, ofBytes: 10 });
    expect(exports.store.getState()).toMatchObject({ name: 'chosen.zip', progress: { phase: 'verifying' } });
    worker.answer('write', REPORT);
    await ended;
    expect(exports.store.getState()).toEqual({ step: 'done', name: 'chosen.zip', report: REPORT, inBrowser: false });
    expect(did).toEqual(['asked for baton.zip']);
  });

  it('does not begin when the user thinks better of it, or while another goes on', async () => {
    const none = setUp({ refused: true });
    await none.exports.start(JOB, 'baton.zip');
    expect(none.step()).toBe('idle');
    expect(none.worker.seen).toEqual([]);

    const { worker, exports } = setUp();
    void exports.start(JOB, 'one.zip');
    await turn();
    await exports.start(JOB, 'two.zip');
    expect(worker.seen).toHaveLength(1);
  });

  it('of the browser’s own storage is handed over, kept for another try, and removed once it was seen', async () => {
    const { worker, did, exports, step } = setUp({ own: true });
    const ended = exports.start(JOB, 'baton.zip');
    await turn();
    worker.answer('write', REPORT);
    await ended;
    expect(did.splice(0)).toEqual(['asked for baton.zip', 'handed over']);
    await exports.handOver();
    expect(did.splice(0)).toEqual(['handed over']);
    exports.dismiss();
    expect(did).toEqual(['removed']);
    expect(step()).toBe('idle');
  });

  it('that is stopped says so, and leaves nothing', async () => {
    const { worker, did, exports, failures } = setUp({ own: true });
    const ended = exports.start(JOB, 'baton.zip');
    await turn();
    exports.stop();
    await ended;
    expect(exports.store.getState()).toEqual({ step: 'stopped', name: 'chosen.zip' });
    expect(did).toEqual(['asked for baton.zip', 'removed']);
    expect(failures).toEqual([]);
    expect(() => worker.answer('write', REPORT)).not.toThrow();
    await turn();
    expect(exports.store.getState().step).toBe('stopped');
  });

  it('that fails says why, and the next one can begin', async () => {
    const { worker, exports, failures, step } = setUp();
    const ended = exports.start(JOB, 'baton.zip');
    await turn();
    worker.fail('write', transferError('file-full', '12 of 40 MB'));
    await ended;
    expect(exports.store.getState()).toMatchObject({ step: 'failed', failure: { code: 'file-full' } });
    expect(failures.map(({ code }) => code)).toEqual(['file-full']);
    void exports.start(JOB, 'again.zip');
    await turn();
    expect(step()).toBe('going');
  });
});
