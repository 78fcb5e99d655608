import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, rmSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Problem } from '#contract/problem.ts';
import { Snapshot, SnapshotList, SnapshotReceived, SnapshotUpload } from '#contract/snapshot.ts';
import { type MountKind, useHost } from './context.ts';

const NEW = { reason: 'manual', schemaVersion: 7, fingerprint: 'abc' };
const COUNTS = { conversations: 1, messages: 2, blobs: 0 };
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

export function describeSnapshots(kind: MountKind): void {
  describe('snapshots', () => {
    const context = useHost(kind);
    const folder = () => join(context.bench.home, 'snapshots');
    const files = () => readdirSync(folder()).toSorted();
    const list = async () => SnapshotList.parse(await (await context.call('/api/snapshots')).json());
    const code = async (response: Response) => ((await response.json()) as Problem).code;
    const begin = async (json: object = NEW) =>
      SnapshotUpload.parse(await (await context.call('/api/snapshots', { method: 'POST', json })).json());
    const put = (id: string, at: number | string, body: Uint8Array<ArrayBuffer>) =>
      context.call(`/api/snapshots/${id}/parts/${at}`, { method: 'PUT', body });
    const post = (path: string, json: object) => context.call(`/api/snapshots/${path}`, { method: 'POST', json });
    const finish = (id: string, bytes: Uint8Array) =>
      post(`${id}/finish`, { bytes: bytes.length, sha256: sha256(bytes), counts: COUNTS });
    const good = { archive: 'good', counts: COUNTS };

    async function store(bytes: Uint8Array<ArrayBuffer>): Promise<Snapshot> {
      const { id } = await begin();
      await put(id, 0, bytes);
      return Snapshot.parse(await (await finish(id, bytes)).json());
    }

    test('what is sent in parts is stored whole, listed, read back, verified and deleted', async () => {
      const bytes = Uint8Array.from({ length: 300_000 }, (_, index) => (index * 7) % 251);
      const { id, partBytes } = await begin();
      expect(partBytes).toBeGreaterThan(1024);
      for (let at = 0; at < bytes.length; at += 70_000) {
        const part = bytes.slice(at, at + 70_000);
        const answer = SnapshotReceived.parse(await (await put(id, at, part)).json());
        expect(answer.received).toBe(at + part.length);
      }
      // Nothing is listed before it's complete.
      expect((await list()).snapshots).toEqual([]);
      const done = Snapshot.parse(await (await finish(id, bytes)).json());
      expect(done).toMatchObject({
        id,
        reason: 'manual',
        appVersion: '9.9.9',
        schemaVersion: 7,
        bytes: bytes.length,
        sha256: sha256(bytes),
        counts: COUNTS,
        fingerprint: 'abc',
        state: 'unchecked',
        checkedAt: null,
      });
      expect(files()).toEqual([`${id}.json`, `${id}.zip`]);
      for (const name of files()) expect(statSync(join(folder(), name)).mode & 0o777).toBe(0o600);
      expect(statSync(folder()).mode & 0o777).toBe(0o700);

      const back = await context.call(`/api/snapshots/${id}`);
      expect(back.headers.get('content-length')).toBe(String(bytes.length));
      expect(Buffer.from(await back.arrayBuffer()).equals(Buffer.from(bytes))).toBe(true);

      const verified = Snapshot.parse(await (await post(`${id}/verify`, good)).json());
      expect(verified.state).toBe('verified');
      expect((await list()).snapshots).toEqual([verified]);
      expect(await list()).toMatchObject({ bytes: bytes.length, foreign: 0, folder: folder() });

      expect((await context.call(`/api/snapshots/${id}`, { method: 'DELETE' })).status).toBe(204);
      expect(files()).toEqual([]);
    });

    test('a part whose answer was lost is sent again without harm; one too far on is refused', async () => {
      const bytes = new TextEncoder().encode('abcdefghij');
      const { id } = await begin();
      await put(id, 0, bytes.slice(0, 4));
      expect(await (await put(id, 0, bytes.slice(0, 4))).json()).toEqual({ received: 4 });
      expect(await code(await put(id, 5, bytes.slice(5)))).toBe('snapshot_mismatch');
      expect(await code(await put(id, 2, bytes.slice(2, 7)))).toBe('snapshot_mismatch');
      await put(id, 4, bytes.slice(4));
      expect((await finish(id, bytes)).status).toBe(200);
      // Finishing again is harmless too.
      expect((await finish(id, bytes)).status).toBe(200);
      expect(await code(await finish(id, bytes.slice(1)))).toBe('snapshot_mismatch');
      expect(readFileSync(join(folder(), `${id}.zip`), 'utf8')).toBe('abcdefghij');
    });

    test('what arrived otherwise than it was sent leaves nothing', async () => {
      const bytes = new TextEncoder().encode('whole');
      const { id } = await begin();
      await put(id, 0, bytes.slice(0, 3));
      expect(await code(await finish(id, bytes))).toBe('snapshot_mismatch');
      expect(files()).toEqual([]);
      expect(await code(await put(id, 3, bytes.slice(3)))).toBe('unknown_snapshot');
      const other = await begin();
      await put(other.id, 0, new TextEncoder().encode('whale'));
      expect(await code(await finish(other.id, bytes))).toBe('snapshot_mismatch');
      expect(files()).toEqual([]);
    });

    test('an upload that is left or ended leaves nothing', async () => {
      const { id } = await begin();
      await put(id, 0, new Uint8Array(10));
      expect((await context.call(`/api/snapshots/${id}`, { method: 'DELETE' })).status).toBe(204);
      expect(files()).toEqual([]);
      const left = await begin();
      writeFileSync(join(folder(), '2026-01-01T000000Z-daily-00000000.part'), 'of a crash');
      for (let more = 0; more < 4; more++) await begin();
      expect(files()).not.toContain(`${left.id}.part`);
      expect(files()).toHaveLength(4);
      await context.host.close();
      expect(files()).toEqual([]);
    });

    test('a file that changed is damaged, and so is one that holds no archive', async () => {
      const { id } = await store(new TextEncoder().encode('one two three'));
      await post(`${id}/verify`, good);
      writeFileSync(join(folder(), `${id}.zip`), 'one two THREE');
      expect((await (await post(`${id}/verify`, good)).json()) as Snapshot).toMatchObject({ state: 'damaged' });
      writeFileSync(join(folder(), `${id}.zip`), 'one two three');
      expect((await (await post(`${id}/verify`, good)).json()) as Snapshot).toMatchObject({ state: 'verified' });
      truncateSync(join(folder(), `${id}.zip`), 3);
      expect((await list()).snapshots).toMatchObject([{ id, state: 'damaged', bytes: 3 }]);

      const other = await store(new TextEncoder().encode('no zip'));
      expect(await (await post(`${other.id}/verify`, { archive: 'damaged', counts: null })).json()).toMatchObject({
        state: 'damaged',
      });
      const third = await store(new TextEncoder().encode('fewer'));
      const fewer = { archive: 'good', counts: { ...COUNTS, messages: 1 } };
      expect(await (await post(`${third.id}/verify`, fewer)).json()).toMatchObject({ state: 'damaged' });
    });

    test('the list stands on the folder alone: lost notes, foreign and damaged files', async () => {
      const { id } = await store(new TextEncoder().encode('kept'));
      const copy = '2026-01-02T030405Z-before-upgrade-0123abcd';
      writeFileSync(join(folder(), `${copy}.zip`), 'copied here');
      writeFileSync(join(folder(), `${copy}.json`), '{ not json');
      writeFileSync(join(folder(), 'holiday.zip'), 'foreign');
      writeFileSync(join(folder(), '2026-13-99T030405Z-daily-0123abcd.zip'), 'no such day');
      symlinkSync('/etc/passwd', join(folder(), '2026-01-02T030405Z-daily-aaaaaaaa.zip'));
      const { snapshots, foreign } = await list();
      expect(snapshots.map((one) => one.id)).toEqual([id, copy]);
      expect(snapshots[1]).toMatchObject({
        at: Date.UTC(2026, 0, 2, 3, 4, 5),
        reason: 'before-upgrade',
        state: 'unchecked',
        counts: null,
        sha256: null,
      });
      expect(foreign).toBe(3);
      expect((await context.call('/api/snapshots/2026-01-02T030405Z-daily-aaaaaaaa')).status).toBe(404);
      // The page's counts become its note.
      await post(`${copy}/verify`, good);
      rmSync(join(folder(), `${id}.json`));
      expect((await list()).snapshots).toMatchObject([
        { id, state: 'unchecked', counts: null },
        { id: copy, state: 'verified', counts: COUNTS },
      ]);
      await begin();
      expect(files()).toContain('holiday.zip');
    });

    test.for(['..%2f..%2foutside', '%2e%2e', 'config', '..%5c..%5coutside', '2026-01-02T030405Z-daily-0123abcd%00'])(
      'the id %s leads nowhere',
      async (id) => {
        writeFileSync(join(context.bench.home, 'outside.zip'), 'outside');
        const small = new TextEncoder().encode('x');
        for (const response of [
          await context.call(`/api/snapshots/${id}`),
          await context.call(`/api/snapshots/${id}`, { method: 'DELETE' }),
          await put(id, 0, small),
          await finish(id, small),
          await post(`${id}/verify`, good),
        ])
          expect([400, 404]).toContain(response.status);
        expect(context.bench.readHome()).toEqual({ 'outside.zip': 'outside' });
      },
    );

    test('what is no part, no offset and no snapshot is refused', async () => {
      const { id, partBytes } = await begin();
      for (const at of ['-1', '1e3', 'x', '0x1']) expect((await put(id, at, new Uint8Array(1))).status).toBe(400);
      expect((await put(id, 0, new Uint8Array(partBytes + 1))).status).toBe(413);
      expect(await (await put(id, 0, new Uint8Array(2))).json()).toEqual({ received: 2 });
      for (const json of [{}, { ...NEW, reason: 'whim' }, { ...NEW, fingerprint: '../x' }, { ...NEW, path: '/tmp' }])
        expect((await context.call('/api/snapshots', { method: 'POST', json })).status).toBe(400);
    });

    test('settings hold until they are changed; what is none is refused', async () => {
      const change = (json: object) => context.call('/api/snapshots', { method: 'PATCH', json });
      expect((await list()).settings).toEqual({ automatic: true, cap: null });
      expect(await (await change({ cap: 100 * 1024 ** 2 })).json()).toMatchObject({
        cap: 100 * 1024 ** 2,
        settings: { automatic: true, cap: 100 * 1024 ** 2 },
      });
      await change({ automatic: false });
      expect((await list()).settings).toEqual({ automatic: false, cap: 100 * 1024 ** 2 });
      expect((await change({ cap: 5 })).status).toBe(400);
      expect((await change({ folder: '/' })).status).toBe(400);
      writeFileSync(join(context.bench.home, 'snapshots.json'), 'edited by hand');
      expect(await list()).toMatchObject({ settings: { automatic: false, cap: null }, settingsDamaged: true });
      await change({ automatic: true });
      expect(await list()).toMatchObject({ settings: { automatic: true, cap: null }, settingsDamaged: false });
      expect(Object.values(context.bench.readHome())).toContain('edited by hand');
    });
  });
}
