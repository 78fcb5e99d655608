import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { JournalRecord } from '#contract/journal.ts';
import { removePartialFiles } from '#host/base/partial-files.ts';
import { filesOf, keychainOf, openHome, PROFILE, SECRET } from './support.ts';

let home = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'baton-at-rest-crash-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const CHILD = fileURLToPath(new URL('conversion-child.ts', import.meta.url));
const attachments = Array.from({ length: 12 }, (_, index) => Buffer.from(`${SECRET} ${index} `.repeat(20_000)));
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const archive = Buffer.from(`${SECRET} `.repeat(400_000));
const message = (key: string): JournalRecord => ({
  table: 'messages',
  key,
  session: 's',
  complete: true,
  digest: '0123456789abcdef',
  row: { text: SECRET.repeat(500) },
});

/** Runs until it says `until`, and `ms` longer, then kills it. */
async function killAfter(wish: 'on' | 'off', until: string, ms: number): Promise<void> {
  const child = spawn(process.execPath, [CHILD, home, wish], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  await new Promise<void>((resolve) => {
    child.stdout.on('data', (piece: Buffer) => {
      if ((said += piece.toString()).includes(until)) resolve();
    });
  });
  await new Promise((resolve) => setTimeout(resolve, ms));
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** Opens the home as the next start does. */
async function reopen() {
  await removePartialFiles(home);
  return openHome(home, keychainOf(0x5a));
}

test(
  'killed at any moment, nothing is missing, and the next start goes on to the end',
  { timeout: 120_000 },
  async () => {
    const host = await reopen();
    const { id } = await host.snapshots.begin({ reason: 'manual', schemaVersion: 7, fingerprint: null });
    for (let at = 0; at < archive.length; at += 8 * 1024 ** 2)
      await host.snapshots.add(id, at, archive.subarray(at, at + 8 * 1024 ** 2));
    const counts = { conversations: 1, messages: 1, blobs: 0 };
    await host.snapshots.finish(id, { bytes: archive.length, sha256: hashOf(archive), counts });
    for (const bytes of attachments) await host.journals.putBlob(PROFILE, hashOf(bytes), bytes);
    for (let segment = 0; segment < 6; segment++) {
      const records = Array.from({ length: 20 }, (_, index) => message(`${segment}/${index}`));
      await host.journals.append(PROFILE, { schema: 7, records });
      await host.journals.begin(PROFILE);
    }
    await host.journals.append(PROFILE, {
      schema: 7,
      records: attachments.map((bytes) => ({ table: 'blobs', key: hashOf(bytes), digest: '0123456789abcdef', row: 1 })),
    });
    const lines = (await text(await host.journals.records(PROFILE))).length;
    await host.close();

    for (const [wish, ms] of [
      ['on', 0],
      ['on', 15],
      ['on', 40],
      ['off', 5],
      ['off', 30],
      ['on', 60],
    ] as const) {
      await killAfter(wish, 'begun', ms);
      const next = await reopen();
      expect((await text(await next.journals.records(PROFILE))).length).toBe(lines);
      for (const bytes of attachments)
        expect(hashOf(await next.journals.blob(PROFILE, hashOf(bytes)))).toBe(hashOf(bytes));
      const { snapshots, foreign } = await next.snapshots.list();
      expect(snapshots.map((one) => [one.id, one.bytes])).toEqual([[id, archive.length]]);
      expect(foreign).toBe(0);
      expect(hashOf(Buffer.from(await text((await next.snapshots.read(id)).body)))).toBe(hashOf(archive));
      await next.close();
    }
    const last = await reopen();
    // As five seconds after a start.
    await last.encryption.again();
    await last.settled();
    const left = [...filesOf(home)].filter(([, bytes]) => bytes.includes('the secret')).map(([name]) => name);
    expect(left).toEqual([]);
    expect(await last.atRest.facts()).toMatchObject({ on: true, unsettled: false });
    await last.close();
  },
);
