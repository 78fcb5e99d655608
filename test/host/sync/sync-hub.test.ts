import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { HostError } from '#host/base/problem.ts';
import { createSyncHub } from '#host/sync/sync-hub.ts';
import { createHostBench } from '#test/fakes/host-deps.ts';

it.each([
  ['secrets_unset', { place: null }],
  ['secrets_locked', 'secrets_locked'],
] as const)(
  'knows of no place where nothing is kept yet, and does not know where keys are locked: %s',
  async (code, said) => {
    const { deps } = createHostBench();
    const get = () => Promise.reject(new HostError(code));
    const hub = createSyncHub({ ...deps, secrets: { ...deps.secrets, get } });
    const state = hub.state().catch((error: unknown) => (error instanceof HostError ? error.code : error));
    expect(await state).toEqual(said);
  },
);

it('believes no number in a name: neither time nor memory goes into parts that are not there', async () => {
  const { deps, dispose } = createHostBench();
  const path = mkdtempSync(join(tmpdir(), 'baton-hub-'));
  const hub = createSyncHub({ ...deps, logN: 14, waits: [] });
  const place = { kind: 'folder' as const, path };
  const agreed = hub.addressOf(place);
  await hub.join({ place, secret: '', passphrase: 'correct horse battery', how: 'begin', agreed });
  const hash = 'a'.repeat(64);
  await hub.writeBlob(hash, 0, 2, new Uint8Array([1]));
  expect(await hub.blobParts(hash)).toBe(0);
  const blobs = join(agreed, 'blobs');
  const folder = readdirSync(blobs, { recursive: true, encoding: 'utf8' }).find((name) => name.includes('/')) ?? '';
  for (const name of ['0-of-60000000', '0-of-4294967295', '0-of-1e9', '0-of-9999'])
    writeFileSync(join(blobs, folder.split('/').slice(0, 2).join('/'), name), '');
  const began = Date.now();
  expect(await hub.blobParts(hash)).toBe(0);
  expect(Date.now() - began).toBeLessThan(1000);
  // Devices too: each is requested separately.
  for (let index = 0; index < 300; index++) mkdirSync(join(agreed, 'log', `machine${index}`), { recursive: true });
  await expect(hub.logs({})).rejects.toThrow(/more than 200 computers/);
  rmSync(path, { recursive: true });
  dispose();
});
