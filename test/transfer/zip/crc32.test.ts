import { crc32 as platformCrc32 } from 'node:zlib';
import { array, assert, property, uint8Array } from 'fast-check';
import { expect, it } from 'vitest';
import { crc32 } from '#transfer/zip/crc32.ts';

it('is the sum of all pieces, wherever they begin in their buffer', () => {
  assert(
    property(array(uint8Array({ maxLength: 70 })), (pieces) => {
      const all = Buffer.concat(pieces);
      let [found, at] = [0, 0];
      for (const { length } of pieces) found = crc32(all.subarray(at, (at += length)), found);
      expect(found).toBe(platformCrc32(all));
    }),
  );
});
