import { required } from '#test/fakes/fake-clock.ts';
import { openTestDatabase } from '#test/fakes/page-storage.ts';
import { createHash, randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { Part } from '#core/message.ts';
import { fromBase64, toBase64 } from '#storage/base64.ts';
import { getBlob, saveBlob } from '#storage/blob-repository.ts';
import { createDehydrate } from '#storage/dehydrate-parts.ts';
import { hydrateMessage, outlineMessage } from '#storage/hydrate-parts.ts';
import type { StoredMessage, StoredPart } from '#storage/rows.ts';

const message = (parts: StoredPart[]): StoredMessage => ({
  id: 'm',
  sessionId: 's',
  parentId: null,
  seq: 1,
  role: 'user',
  parts,
  status: 'complete',
  createdAt: 1,
});

describe('base64', () => {
  it('reads either alphabet, padded or not, and refuses what is none', () => {
    const bytes = Uint8Array.from([251, 255, 254, 62]);
    for (const text of ['+//+Pg==', '-__-Pg==', '-__-Pg', '+//+\nPg']) expect(fromBase64(text)).toEqual(bytes);
    expect(() => fromBase64('%%%')).toThrow(/correctly encoded|invalid character/i);
  });

  it('is written by the platform where it can', () => {
    const bytes = Object.assign(Uint8Array.of(1, 2, 3), { toBase64: () => 'of the platform' });
    expect(toBase64(bytes)).toBe('of the platform');
  });

  it('is the standard one, both ways, for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100_000, size: 'max' }), (bytes) => {
        const text = toBase64(bytes);
        expect(text).toBe(Buffer.from(bytes).toString('base64'));
        expect(Buffer.from(fromBase64(text)).equals(Buffer.from(bytes))).toBe(true);
      }),
      { numRuns: 50 },
    );
  });
});

describe('blobs', () => {
  it.each([0, 1, 2, 3, 32_765, 32_766, 32_767, 1_000_000, 20_000_000])('come back whole: %i bytes', async (size) => {
    const db = await openTestDatabase();
    const bytes = randomBytes(size);
    const saved = await saveBlob(db, new File([bytes], 'secret-name.bin'), 'application/pdf');
    expect(saved).toEqual({
      blob: createHash('sha256').update(bytes).digest('hex'),
      bytes: size,
      mime: 'application/pdf',
    });
    const part: StoredPart = { type: 'file', mime: saved.mime, name: 'a.pdf', blob: saved.blob, bytes: size };
    const hydrated = await hydrateMessage(db, message([part]));
    const [file] = hydrated.parts;
    const data = file?.type === 'file' ? file.data : null;
    expect(Buffer.from(required(data), 'base64').equals(bytes)).toBe(true);
    expect(await createDehydrate(db)(hydrated.parts)).toEqual([part]);
    const [outline] = outlineMessage(message([part])).parts;
    expect(outline?.type === 'file' && outline.data.length).toBe(data?.length);
  });

  it('are stored once, and without the name of the file', async () => {
    const db = await openTestDatabase();
    const one = await saveBlob(db, new File(['same'], 'one.txt'), 'text/plain');
    const two = await saveBlob(db, new File(['same'], 'two.txt'), 'text/plain');
    expect(two.blob).toBe(one.blob);
    expect(await db.blobs.count()).toBe(1);
    expect(await getBlob(db, one.blob)).not.toHaveProperty('name');
    expect(await getBlob(db, 'nothing')).toBeNull();
  });

  it('that the disk has lost are named in the request, and do not end it', async () => {
    const db = await openTestDatabase();
    const { blob, bytes, mime } = await saveBlob(db, new Blob(['lost']), 'application/pdf');
    vi.spyOn(Blob.prototype, 'arrayBuffer').mockRejectedValue(new DOMException('', 'NotReadableError'));
    const { parts } = await hydrateMessage(db, message([{ type: 'file', mime, name: 'a.pdf', blob, bytes }]));
    vi.restoreAllMocks();
    expect(parts).toEqual([{ type: 'text', text: '[Attachment no longer stored: a.pdf]' }]);
  });

  it('that are text reach the engine as text, whatever it is, and others as their bytes', async () => {
    const db = await openTestDatabase();
    const read = async (content: string | Uint8Array<ArrayBuffer>, mime = 'text/plain') => {
      const { blob, bytes } = await saveBlob(db, new Blob([content]), mime);
      const { parts } = await hydrateMessage(db, message([{ type: 'file', mime, name: 'a', blob, bytes }]));
      return parts[0];
    };
    const long = `\ufeff${'가나다 '.repeat(1_000_000)}`;
    for (const text of ['', 'a\r\n', long]) expect(await read(text)).toMatchObject({ data: '', text });
    for (const bytes of [Uint8Array.of(0xb0, 0xa1), Uint8Array.of(65, 0)])
      expect(await read(bytes)).toEqual({ type: 'file', mime: 'text/plain', name: 'a', data: toBase64(bytes) });
    expect(await read('%PDF-', 'application/pdf')).not.toHaveProperty('text');
    // What was read in an encoding of its own is sent, so nobody needs its bytes.
    const korean = await saveBlob(db, new Blob([Uint8Array.of(0xb0, 0xa1)]), 'text/plain');
    const { blob, bytes } = korean;
    const part: StoredPart = { type: 'file', mime: 'text/plain', name: 'a', blob, bytes, text: '가' };
    expect((await hydrateMessage(db, message([part]))).parts).toMatchObject([{ data: '', text: '가' }]);
  });

  it('leave every other part as it is, byte for byte', async () => {
    const db = await openTestDatabase();
    const parts: Part[] = [
      { type: 'thinking', text: 'hm', signature: 'AbC+/=', durationMs: 3 },
      { type: 'redacted_thinking', data: 'x'.repeat(1000) },
      { type: 'text', text: '한국어 \u0000 \ud800', signature: 's', itemId: 'msg_1', phase: 'final' },
      { type: 'tool_call', id: 'c', name: 'n', args: { deep: [1, null] }, rawArgs: '{"deep', itemId: 'fc' },
      { type: 'tool_result', callId: 'c', text: 'ok', isError: false },
      { type: 'refusal', text: 'no' },
    ];
    const stored = await createDehydrate(db)(parts);
    expect((await hydrateMessage(db, message(stored))).parts).toEqual(parts);
  });

  it('hold the images of tool results too', async () => {
    const db = await openTestDatabase();
    const data = Buffer.from('picture').toString('base64');
    const part: Part = { type: 'tool_result', callId: 'c', text: 'seen', images: [{ mime: 'image/png', data }] };
    const stored = await createDehydrate(db)([part]);
    expect(JSON.stringify(stored)).not.toContain(data);
    expect((await hydrateMessage(db, message(stored))).parts).toEqual([part]);
  });

  it('tell the model when the bytes are gone, instead of failing', async () => {
    const db = await openTestDatabase();
    const lost = { blob: 'gone', bytes: 3 };
    const { parts } = await hydrateMessage(
      db,
      message([
        { type: 'file', mime: 'application/pdf', name: 'plan.pdf', ...lost },
        { type: 'tool_result', text: 'seen', images: [{ mime: 'image/png', ...lost }] },
      ]),
    );
    expect(parts).toMatchObject([
      { type: 'text', text: expect.stringContaining('plan.pdf') },
      { type: 'tool_result', text: expect.stringContaining('1 image'), images: [] },
    ]);
  });
});
