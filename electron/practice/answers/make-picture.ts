import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

const SIDE = 192;
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const RGB = 3;

/** A PNG in base64: a disc before a sky. The same seed gives the same bytes. */
export function makePicture(seed: string): string {
  const bytes = createHash('sha256').update(seed).digest();
  const color = (index: number) => [...bytes.subarray(index * RGB, (index + 1) * RGB)];
  const [sky, ground, disc] = [color(0), color(1), color(2)];
  const radius = 24 + ((bytes[9] ?? 0) % 40);
  const rows: Buffer[] = [];
  for (let y = 0; y < SIDE; y++) {
    const row = Buffer.alloc(1 + SIDE * RGB);
    for (let x = 0; x < SIDE; x++)
      for (let channel = 0; channel < RGB; channel++) {
        const mixed = ((sky[channel] ?? 0) * (SIDE - y) + (ground[channel] ?? 0) * y) / SIDE;
        const inside = Math.hypot(x - SIDE / 2, y - SIDE / 2) < radius;
        row[1 + x * RGB + channel] = inside ? (disc[channel] ?? 0) : mixed;
      }
    rows.push(row);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIDE, 0);
  header.writeUInt32BE(SIDE, 4);
  header.set([8, 2], 8);
  const data = deflateSync(Buffer.concat(rows));
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]).toString('base64');
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
