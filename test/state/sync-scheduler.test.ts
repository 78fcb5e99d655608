import { describe, expect, it } from 'vitest';
import { createSyncScheduler, type SyncRunsDeps } from '#state/sync-scheduler.ts';
import { FakeClock, settle } from '#test/fakes/fake-clock.ts';
import { FakeLockManager } from '#test/fakes/lock-manager.ts';

const PLACE = { address: '/there/baton-sync/1', fingerprint: 'f' };

function offline(): Error {
  return Object.assign(new Error('no line'), { code: 'sync_unreachable' });
}

function world(change: Partial<SyncRunsDeps> = {}, locks = new FakeLockManager()) {
  const clock = new FakeClock();
  const passes: (readonly string[] | 'all')[] = [];
  const errors: unknown[] = [];
  let paused = false;
  const answers: (Error | null)[] = [];
  const runs = createSyncScheduler({
    place: async () => PLACE,
    prepare: async () => ({ paused }),
    async pass({ changed }) {
      passes.push(changed ?? 'all');
      const answer = answers.shift();
      if (answer) throw answer;
      return { devices: [] };
    },
    setPaused: async (to) => {
      paused = to;
    },
    forget: async () => undefined,
    locks,
    clock,
    onError: (error) => errors.push(error),
    ...change,
  });
  return { runs, clock, passes, errors, answers, status: () => runs.store.getState().status.kind };
}

describe('when this profile meets the others', () => {
  it('is at the start with everything, and then some time after a change, with what changed alone', async () => {
    const { runs, clock, passes, status } = world();
    await runs.begin();
    expect(passes).toEqual(['all']);
    runs.changed(['a']);
    await clock.advance(20_000);
    runs.changed(['b']);
    await clock.advance(29_000);
    expect(passes).toHaveLength(1);
    await clock.advance(1_000);
    expect(passes[1]).toEqual(['a', 'b']);
    expect(status()).toBe('idle');
    expect(runs.store.getState().last).toBe(clock.now());
  });

  it('is every few minutes without a change', async () => {
    const { runs, clock, passes } = world();
    await runs.begin();
    await clock.advance(8 * 60_000);
    expect(passes).toEqual(['all', [], []]);
  });

  it('is again by itself where the place could not be reached, and forgets no change meanwhile', async () => {
    const { runs, clock, passes, answers, errors, status } = world();
    await runs.begin();
    answers.push(offline(), offline());
    runs.changed(['a']);
    await clock.advance(30_000);
    expect(status()).toBe('waiting');
    runs.changed(['b']);
    await clock.advance(30_000);
    expect(status()).toBe('waiting');
    await clock.advance(60_000);
    expect(passes.slice(1)).toEqual([['a'], ['a', 'b'], ['a', 'b']]);
    expect(status()).toBe('idle');
    expect(errors).toEqual([]);
  });

  it('says what is wrong where waiting does not help', async () => {
    const { runs, answers, errors } = world();
    answers.push(Object.assign(new Error('another'), { code: 'sync_other_place' }));
    await runs.begin();
    expect(runs.store.getState().status).toEqual({ kind: 'failed', code: 'sync_other_place' });
    expect(errors).toHaveLength(1);
  });

  it('is in one window at a time', async () => {
    const locks = new FakeLockManager();
    let end = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      end = resolve;
    });
    const one = world({ pass: () => gate.then(() => ({ devices: [] })) }, locks);
    const other = world({}, locks);
    const first = one.runs.begin();
    await settle();
    expect(one.status()).toBe('going');
    await other.runs.begin();
    expect(other.status()).toBe('elsewhere');
    expect(other.passes).toEqual([]);
    end();
    await first;
    expect(one.status()).toBe('idle');
  });

  it('is never while it is paused, and not after it was left', async () => {
    const { runs, clock, passes, status } = world();
    await runs.begin();
    await runs.pause();
    runs.changed(['a']);
    await runs.now();
    await clock.advance(600_000);
    expect([passes.length, status()]).toEqual([1, 'paused']);
    await runs.resume();
    expect(passes).toEqual(['all', 'all']);
    await runs.leave();
    await clock.advance(600_000);
    expect([passes.length, status()]).toEqual([2, 'off']);
  });

  it('is not at all where no place is chosen', async () => {
    const { runs, clock, passes, status } = world({ place: async () => null });
    await runs.begin();
    runs.changed(['a']);
    await clock.advance(600_000);
    expect([passes.length, status()]).toEqual([0, 'off']);
  });

  it('is tried again from the start where the start failed, and counts what fails again', async () => {
    const locked = Object.assign(new Error('locked'), { code: 'secrets_locked' });
    let open = false;
    const { runs, clock, passes } = world({
      place: () => (open ? Promise.resolve(PLACE) : Promise.reject(locked)),
    });
    await runs.begin();
    const { status, next, problem } = runs.store.getState();
    expect([status, problem]).toEqual([
      { kind: 'failed', code: 'secrets_locked' },
      { code: 'secrets_locked', times: 1 },
    ]);
    expect(next).toBe(clock.now() + 15_000);
    await clock.advance(15_000);
    expect(runs.store.getState().problem?.times).toBe(2);
    expect(passes).toEqual([]);
    open = true;
    await clock.advance(60_000);
    expect(passes).toEqual(['all']);
    expect(runs.store.getState()).toMatchObject({ status: { kind: 'idle' }, problem: null, address: PLACE.address });
  });

  it('ends where another window has left the place', async () => {
    const { runs, clock, passes, answers, errors, status } = world();
    await runs.begin();
    answers.push(Object.assign(new Error('left'), { code: 'sync_unset' }));
    await runs.now();
    await clock.advance(600_000);
    expect([passes.length, status(), errors]).toEqual([2, 'off', []]);
    expect(runs.store.getState().address).toBeNull();
  });

  it('goes on where leaving failed', async () => {
    const { runs, passes, status } = world({ forget: () => Promise.reject(offline()) });
    await runs.begin();
    await expect(runs.leave()).rejects.toThrow('no line');
    await settle();
    expect([passes.length, status()]).toEqual([2, 'idle']);
  });
});
