import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { DataKey } from '../base/at-rest-keys.ts';

const ID_BYTES = 8;

export function toDataKey(bytes: Buffer): DataKey {
  const id = createHash('sha256').update('baton data key id\0').update(bytes).digest();
  return { id: id.subarray(0, ID_BYTES).toString('hex'), bytes };
}

export const newDataKey = (): DataKey => toDataKey(randomBytes(32));

/** A key for one file. `name` binds it to its place: under another name nothing in it can be opened. */
export function fileKey(key: DataKey, salt: Buffer, name: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key.bytes, salt, `baton at rest 1\0${name}`, 32));
}

/** A name for bytes with this hash. The hash itself would tell whoever has the same bytes. */
export function hiddenName(key: DataKey, hash: string): string {
  return createHmac('sha256', fileKey(key, Buffer.alloc(0), 'names'))
    .update(hash)
    .digest('hex');
}

/* The recovery key is the data key itself, for people: 32 bytes and a checksum in Crockford's base 32, in groups. */

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CHECK_BYTES = 3;
const GROUP = 4;

const checkOf = (bytes: Buffer) => createHash('sha256').update('baton recovery\0').update(bytes).digest();

export function writeRecoveryKey({ bytes }: DataKey): string {
  const all = Buffer.concat([bytes, checkOf(bytes).subarray(0, CHECK_BYTES)]);
  let bits = BigInt(`0x${all.toString('hex')}`);
  let text = '';
  for (let left = (all.length * 8) / 5; left > 0; left--) {
    text = `${ALPHABET[Number(bits & 31n)]}${text}`;
    bits >>= 5n;
  }
  return (text.match(new RegExp(`.{${GROUP}}`, 'g')) ?? []).join('-');
}

/** `null` when it isn't one, or was mistyped. Case, spaces and dashes don't matter, and O, I and L are read as digits. */
export function readRecoveryKey(text: string): DataKey | null {
  const letters = text.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  if (letters.length !== ((32 + CHECK_BYTES) * 8) / 5) return null;
  let bits = 0n;
  for (const letter of letters) {
    const value = ALPHABET.indexOf(letter);
    if (value < 0) return null;
    bits = (bits << 5n) | BigInt(value);
  }
  const all = Buffer.from(bits.toString(16).padStart((32 + CHECK_BYTES) * 2, '0'), 'hex');
  const bytes = all.subarray(0, 32);
  return checkOf(bytes).subarray(0, CHECK_BYTES).equals(all.subarray(32)) ? toDataKey(Buffer.from(bytes)) : null;
}
