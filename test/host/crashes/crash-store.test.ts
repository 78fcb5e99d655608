import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCrashStore } from '#host/crashes/crash-store.ts';
import { createHost } from '#host/create-host.ts';
import { FakeClock } from '#test/fakes/fake-clock.ts';
import { createHostBench, createRecordingLog, pageHeaders } from '#test/fakes/host-deps.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'baton-crash-store-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const open = (images: string | null = null) => {
  const clock = new FakeClock();
  const log = createRecordingLog();
  const store = createCrashStore({ home, version: '1.0.0', mount: 'electron', clock, log, images, graphics: null });
  return { store, clock, log };
};

/** An error whose message quotes what somebody wrote, and whose frames name the user's folder. */
function quoting(at: string): Error {
  const error = new SyntaxError('Unexpected token in "CANARY"');
  error.stack = `SyntaxError: Unexpected token in "CANARY"\nCANARY on a line of its own\n    at ${at} (${homedir()}/baton/x.js:1:2)`;
  return error;
}

describe('reports', () => {
  it('hold places and no text, readable by their owner alone', async () => {
    const { store } = open();
    store.record('error', { error: quoting('parse'), facts: { in: 'the host' } });
    const { reports } = await store.state();
    expect(reports[0]?.text).toContain('at parse (~/baton/x.js:1:2)');
    expect(reports[0]?.text).not.toContain('CANARY');
    const [name = ''] = readdirSync(join(home, 'crashes'));
    expect(statSync(join(home, 'crashes', name)).mode & 0o777).toBe(0o600);
  });

  it('of one moment don’t replace each other, and the newest twenty are kept', async () => {
    const { store, clock } = open();
    for (let at = 0; at < 3; at++) store.record('error', { error: quoting(`place${at}`) });
    expect((await store.state()).reports).toHaveLength(3);
    for (let at = 0; at < 30; at++) {
      await clock.advance(1000);
      store.record('page', { facts: { at } });
    }
    const { reports } = await store.state();
    expect(reports).toHaveLength(20);
    expect(reports[0]?.text).toContain('at: 29');
  });

  it('that can’t be written are logged, and nothing else fails', async () => {
    const { store, log } = open();
    writeFileSync(join(home, 'crashes'), 'a file in the way');
    expect(() => store.record('page', { notify: true })).not.toThrow();
    await store.flush();
    expect(log.lines.join()).toContain('crash-not-reported');
  });

  it('are only deleted in their folder', async () => {
    writeFileSync(join(home, 'keys.txt'), 'x');
    const { store } = open();
    store.record('page');
    await store.flush();
    const host = createHost({ ...createHostBench().deps, crashes: store });
    for (const id of ['../keys', '..%2Fkeys', 'keys'])
      await host.fetch(new Request(`app://ui/api/crashes/${id}`, { method: 'DELETE', headers: pageHeaders() }));
    await store.removeAll();
    expect(readdirSync(home).toSorted()).toEqual(['crashes', 'keys.txt']);
    await host.close();
  });
});

describe('what a window could not catch', () => {
  it('is reported when its log arrives', async () => {
    const bench = createHostBench();
    const host = createHost(bench.deps);
    const lines = ['uncaught', 'activity-not-reported'].map((event) => ({
      at: new Date().toISOString(),
      level: 'error',
      event,
      from: 'page',
      data: { error: { name: 'TypeError', message: 'CANARY', stack: 'TypeError: CANARY\n    at x (main.js:1:1)' } },
    }));
    const headers = pageHeaders({ 'content-type': 'application/json' });
    await host.fetch(new Request('app://ui/api/logs', { method: 'POST', headers, body: JSON.stringify({ lines }) }));
    const { reports } = await bench.deps.crashes.state();
    expect(reports).toHaveLength(1);
    expect(reports[0]?.text).toContain('at x (main.js:1:1)');
    expect(reports[0]?.text).not.toContain('CANARY');
    await host.close();
    bench.dispose();
  });
});

describe('memory images', () => {
  it('are counted without following links', async () => {
    const images = join(home, 'Crashpad');
    mkdirSync(join(images, 'completed'), { recursive: true });
    writeFileSync(join(images, 'completed/a.dmp'), '1234');
    writeFileSync(join(home, 'other.dmp'), 'not mine');
    symlinkSync(join(home, 'other.dmp'), join(images, 'completed/b.dmp'));
    const { store } = open(images);
    expect((await store.state()).images).toEqual({ folder: images, count: 1, bytes: 4 });
    await store.removeAll();
    expect(readdirSync(home)).toContain('other.dmp');
  });
});
