import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SnapshotHost } from '#host-client/host-api.ts';
import { uploadSnapshot } from '#host-client/upload-snapshot.ts';
import { openSnapshotBench, type SnapshotBench } from '#test/fakes/snapshot-bench.ts';

const NEW = { reason: 'manual', schemaVersion: 7, fingerprint: 'f' } as const;
const COUNTS = { conversations: 3, messages: 4, blobs: 5 };

describe('a snapshot on its way to the host', () => {
  let bench: SnapshotBench;
  let client: SnapshotHost;
  beforeEach(() => {
    bench = openSnapshotBench();
    ({ client } = bench);
  });
  afterEach(() => bench.dispose());

  const pause = async () => undefined;
  /** Small parts, so that a short text has many of them. */
  const small = (partBytes: number): SnapshotHost => ({
    ...client,
    begin: async (given) => ({ ...(await client.begin(given)), partBytes }),
  });
  async function send(pieces: readonly Uint8Array[], partBytes: number) {
    const upload = await uploadSnapshot(small(partBytes), NEW, { pause });
    const writer = upload.writable.getWriter();
    for (const piece of pieces) await writer.write(piece);
    await writer.close();
    return upload.finish(COUNTS);
  }

  it('arrives byte for byte, however it is cut and whatever calls are lost', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.uint8Array({ maxLength: 90 }), { maxLength: 8 }),
        fc.integer({ min: 1, max: 40 }),
        fc.infiniteStream(fc.constantFrom('before' as const, 'after' as const, null, null)),
        async (pieces, partBytes, faults) => {
          let inRow = 0;
          bench.cut = (url) => {
            if (!/\/(parts|finish)/.test(url)) return null;
            const how = inRow < 4 ? (faults.next().value ?? null) : null;
            inRow = how === null ? 0 : inRow + 1;
            return how;
          };
          const done = await send(pieces, partBytes);
          const back = new Uint8Array(await (await client.read(done.id)).arrayBuffer());
          expect(Buffer.from(back).equals(Buffer.concat(pieces))).toBe(true);
          expect(done).toMatchObject({ counts: COUNTS, bytes: back.length });
          await client.remove(done.id);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('gives up when the host stays away, and says so', async () => {
    bench.cut = (url) => (url.includes('/parts/') ? 'before' : null);
    await expect(send([new Uint8Array(3)], 2)).rejects.toMatchObject({ name: 'HostUnreachable' });
  });

  it('leaves nothing when it is stopped or abandoned', async () => {
    const stop = new AbortController();
    const upload = await uploadSnapshot(small(2), NEW, { pause, signal: stop.signal });
    const writer = upload.writable.getWriter();
    await writer.write(new Uint8Array(5));
    stop.abort();
    await expect(writer.write(new Uint8Array(5))).rejects.toMatchObject({ name: 'AbortError' });
    await upload.abandon();
    const piped = await uploadSnapshot(small(2), NEW, { pause });
    await piped.writable.abort(new Error('the archive could not be written'));
    expect(Object.keys(bench.home.readHome())).toEqual([]);
    expect((await client.list()).snapshots).toEqual([]);
  });

  it('a refusal is not tried again', async () => {
    const upload = await uploadSnapshot(client, NEW, { pause });
    let puts = 0;
    bench.cut = () => {
      puts += 1;
      return null;
    };
    const writer = upload.writable.getWriter();
    await upload.abandon();
    puts = 0;
    await writer.write(new Uint8Array(3));
    await expect(writer.close()).rejects.toMatchObject({ code: 'unknown_snapshot' });
    expect(puts).toBe(1);
  });
});
