import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { DataPlace } from '#contract/place.ts';
import type { HostDeps } from '#host/base/deps.ts';
import { createHost, type Host } from '#host/create-host.ts';
import { createHostBench, pageHeaders } from '#test/fakes/host-deps.ts';
import { openTestWindow } from '#test/fakes/host-window.ts';
import type { MountKind } from './context.ts';

export function describePlace(kind: MountKind): void {
  describe('where the data is', () => {
    const ends: (() => unknown)[] = [];
    afterEach(async () => {
      for (const end of ends.splice(0)) await end();
    });

    async function open(over: Partial<HostDeps>) {
      const bench = createHostBench(over);
      let host: Host | undefined;
      const mount = await kind.open((origin) => (host = createHost({ ...bench.deps, origin })));
      ends.push(
        () => host?.close(),
        () => mount.close(),
        () => bench.dispose(),
      );
      const call = (path: string, init: RequestInit = {}, more: Record<string, string> = {}) =>
        mount.fetch(path, { ...init, headers: pageHeaders(more) });
      const place = async () => DataPlace.parse(await (await call('/api/place')).json());
      return { home: bench.home, mount, call, place };
    }

    test('is said, and that the keys of a keychain mean nothing to a portable Baton', async () => {
      for (const portable of [false, true]) {
        const { home, place } = await open({ portable });
        expect(await place()).toEqual({ home, portable, sealedKeys: false, opens: false });
        writeFileSync(join(home, 'keychain.json'), '{}');
        expect(await place()).toMatchObject({ sealedKeys: portable });
      }
    });

    test('is opened after a gesture of the user alone, and not where there is no file manager', async () => {
      let opened = 0;
      const { call, mount } = await open({ openHome: async () => void (opened += 1) });
      const window = await openTestWindow((path, init) => mount.fetch(path, init));
      expect((await call('/api/place/open', { method: 'POST' })).status).toBe(403);
      expect(opened).toBe(0);
      expect((await call('/api/place/open', { method: 'POST' }, window.approving())).status).toBe(204);
      expect(opened).toBe(1);
      window.leave();

      const browser = await open({ openHome: null });
      const other = await openTestWindow((path, init) => browser.mount.fetch(path, init));
      expect((await browser.call('/api/place/open', { method: 'POST' }, other.approving())).status).toBe(404);
      other.leave();
    });
  });
}
