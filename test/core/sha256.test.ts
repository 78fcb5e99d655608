import { createHash } from 'node:crypto';
import { array, assert, property, uint8Array } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSha256 } from '#core/sha256.ts';

const ofNode = (pieces: readonly Uint8Array[]) => {
  const hash = createHash('sha256');
  for (const piece of pieces) hash.update(piece);
  return hash.digest('hex');
};
const ours = (pieces: readonly Uint8Array[]) => {
  const hash = createSha256();
  for (const piece of pieces) hash.update(piece);
  return hash.hex();
};

describe('SHA-256 in pieces', () => {
  it('is that of the standard for every length around the ends of blocks', () => {
    for (let length = 0; length <= 260; length++) {
      const bytes = Uint8Array.from({ length }, (_, index) => (index * 31 + length) & 0xff);
      expect(ours([bytes]), `${length} bytes`).toBe(ofNode([bytes]));
    }
  });

  it('does not depend on where the pieces are cut', () => {
    assert(
      property(array(uint8Array({ maxLength: 200 }), { maxLength: 12 }), (pieces) => {
        expect(ours(pieces)).toBe(ofNode(pieces));
      }),
    );
  });
});
