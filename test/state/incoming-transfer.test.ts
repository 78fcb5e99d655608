import { describe, expect, it } from 'vitest';
import { createIncomingTransfer } from '#state/incoming-transfer.ts';
import { fakeTransferClient } from '#test/fakes/fake-transfer-client.ts';
import { ARCHIVE, PREVIEW, REPORT } from '#test/fakes/transfers.ts';
import { transferError, type TransferFailure } from '#transfer/transfer-error.ts';

const FILES = [new File(['x'], 'baton.zip')];
const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

function setUp() {
  const worker = fakeTransferClient();
  const failures: TransferFailure[] = [];
  const intake = createIncomingTransfer(worker.client, (failure) => failures.push(failure));
  const state = () => intake.store.getState();
  const toPreview = async () => {
    void intake.open(FILES);
    await turn();
    worker.answer('open', ARCHIVE);
    await turn();
    worker.answer('preview', PREVIEW);
    await turn();
  };
  const closed = () => worker.seen.filter(({ method }) => method === 'close').length;
  return { worker, failures, intake, state, toPreview, closed };
}

describe('a restore', () => {
  it('is looked at, chosen from, carried out and taken back', async () => {
    const { worker, intake, state, toPreview, closed } = setUp();
    await toPreview();
    expect(state().step).toBe('choosing');
    intake.choose(['joined', 'fresh'], false);
    intake.choose(['fresh'], true);

    const ended = intake.restore();
    expect(state().step).toBe('restoring');
    expect(worker.seen.at(-1)).toEqual({ method: 'restore', args: [ARCHIVE.id, ['fresh', 'back']] });
    worker.answer('restore', REPORT);
    await ended;
    expect(state()).toMatchObject({ step: 'done', report: REPORT, undo: { step: 'possible' } });

    const back = intake.undo();
    expect(state()).toMatchObject({ undo: { step: 'going' } });
    worker.answer('undo', ['fresh']);
    await back;
    expect(state()).toMatchObject({ undo: { step: 'done', stayed: ['fresh'] } });
    expect(closed()).toBe(0);
    intake.dismiss();
    expect(state().step).toBe('idle');
    expect(closed()).toBe(1);
  });

  it('that is stopped while it reads changes nothing and is forgotten', async () => {
    const { worker, intake, state, closed, failures } = setUp();
    const ended = intake.open(FILES);
    await turn();
    worker.answer('open', ARCHIVE);
    await turn();
    intake.stop();
    expect(state()).toMatchObject({ stopping: true });
    await ended;
    expect(state().step).toBe('idle');
    expect(closed()).toBe(1);
    expect(failures).toEqual([]);
  });

  it('that is stopped while it stores tells of what was done until then', async () => {
    const { worker, intake, state, toPreview } = setUp();
    await toPreview();
    const ended = intake.restore();
    intake.stop();
    expect(state()).toMatchObject({ step: 'restoring', stopping: true });
    worker.answer('restore', { ...REPORT, stopped: 'cancelled' });
    await ended;
    expect(state()).toMatchObject({ step: 'done', report: { stopped: 'cancelled' } });
  });

  it('says why a file cannot be opened, and takes the next one', async () => {
    const { worker, intake, state, failures } = setUp();
    const ended = intake.open(FILES);
    await turn();
    worker.fail('open', transferError('not-recognised'));
    await ended;
    expect(state()).toMatchObject({ step: 'failed', failure: { code: 'not-recognised' } });
    expect(failures).toHaveLength(1);
    void intake.open(FILES);
    expect(state().step).toBe('reading');
    void intake.open(FILES);
    await turn();
    expect(worker.seen.filter(({ method }) => method === 'open')).toHaveLength(2);
  });

  it('keeps what is done when it cannot be taken back', async () => {
    const { worker, intake, state, toPreview } = setUp();
    await toPreview();
    const ended = intake.restore();
    worker.answer('restore', REPORT);
    await ended;
    const back = intake.undo();
    worker.fail('undo', transferError('not-open'));
    await back;
    expect(state()).toMatchObject({ step: 'done', undo: { step: 'failed', failure: { code: 'not-open' } } });
  });
});
