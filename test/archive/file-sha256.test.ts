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

  it('holds no more of a file than it may', async () => {
    const digest = vi.spyOn(crypto.subtle, 'digest');
    const hash = createFileSha256(10);
    for (const length of [6, 6, 6]) hash.update(new Uint8Array(length));
    await hash.hex();
    expect(digest).not.toHaveBeenCalled();
  });
});
