import { createHash } from 'node:crypto';
import { array, assert, asyncProperty, nat, uint8Array } from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createFileSha256 } from '#archive/file-sha256.ts';

describe('SHA-256 of a file', () => {
  it('is the same whether the file is held for the platform or hashed piece by piece', async () => {
    await assert(
      asyncProperty(array(uint8Array({ maxLength: 200 }), { maxLength: 12 }), nat(1_000), async (pieces, maxHeld) => {
        const hash = createFileSha256(maxHeld);
        for (const piece of pieces) hash.update(piece);
        expect(await hash.hex()).toBe(createHash('sha256').update(Buffer.concat(pieces)).digest('hex'));
      }),
    );
  });

  it('is that of each file when several are hashed at once, one before the other, and from bytes that change', async () => {
    const files = [3, 300_000, 40, 600_000, 7].map((length, at) => Buffer.alloc(length, at + 1));
    const expected = files.map((file) => createHash('sha256').update(file).digest('hex'));
    const whole = (file: Uint8Array) => {
      const hash = createFileSha256();
      const bytes = Uint8Array.from(file);
      hash.update(bytes.subarray(0, 2));
      hash.update(bytes.subarray(2));
      bytes.fill(0);
      return hash.hex();
    };
    expect(await Promise.all(files.map(whole))).toEqual(expected);
    const hashes = files.map(() => createFileSha256());
    for (const from of [0, 2])
      for (const [at, hash] of hashes.entries())
        hash.update(files[at]?.subarray(from, from === 0 ? 2 : undefined) ?? Buffer.of());
    expect(await Promise.all(hashes.map((hash) => hash.hex()))).toEqual(expected);
  });

  it('holds no more of a file than it may', async () => {
    const digest = vi.spyOn(crypto.subtle, 'digest');
    const hash = createFileSha256(10);
    for (const length of [6, 6, 6]) hash.update(new Uint8Array(length));
    await hash.hex();
    expect(digest).not.toHaveBeenCalled();
  });
});
