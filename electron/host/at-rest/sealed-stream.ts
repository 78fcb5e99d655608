import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import type { AtRestKeys, DataKey } from '../base/at-rest-keys.ts';
import { isMissing } from '../base/private-file.ts';
import { HostError } from '../base/problem.ts';
import { fileKey } from './data-key.ts';

/*
 * A whole file, encrypted in chunks that are read one after the other (the STREAM construction with AES-256-GCM): a
 * chunk's nonce is its number and whether it is the last one. So chunks can't be exchanged, left out or added, and a file
 * can't end early. The key belongs to this file alone, so no nonce ever comes twice.
 */

const MAGIC = Buffer.from('BATONENC\x01', 'latin1');
const ID_BYTES = 8;
const SALT_BYTES = 32;
export const HEAD_BYTES = MAGIC.length + ID_BYTES + SALT_BYTES;
const TAG_BYTES = 16;
/** Every chunk but the last has exactly this many bytes; the last has fewer. */
export const CHUNK_BYTES = 256 * 1024;
const SEALED_BYTES = CHUNK_BYTES + TAG_BYTES;

/** The bytes are not what was written under this name. */
export class BrokenSealError extends Error {
  constructor() {
    super('What is encrypted here is damaged, or belongs to another file');
    this.name = 'BrokenSealError';
  }
}

export interface ChunkSealer {
  readonly head: Buffer;
  seal(chunk: Buffer, index: number, isLast: boolean): Buffer;
}

function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(index), 0);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

export function newChunkSealer(key: DataKey, name: string): ChunkSealer {
  const salt = randomBytes(SALT_BYTES);
  const head = Buffer.concat([MAGIC, Buffer.from(key.id, 'hex'), salt]);
  const own = fileKey(key, salt, `stream/${name}`);
  return {
    head,
    seal(chunk, index, isLast) {
      const cipher = createCipheriv('aes-256-gcm', own, nonceOf(index, isLast)).setAAD(head);
      return Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
    },
  };
}

/** What can be sealed of these bytes now, and what waits for more of them. */
export function takeChunks(bytes: Buffer): { chunks: Buffer[]; rest: Buffer } {
  const chunks: Buffer[] = [];
  let at = 0;
  for (; bytes.length - at >= CHUNK_BYTES; at += CHUNK_BYTES) chunks.push(bytes.subarray(at, at + CHUNK_BYTES));
  return { chunks, rest: Buffer.from(bytes.subarray(at)) };
}

export async function* sealStream(source: AsyncIterable<Buffer>, key: DataKey, name: string): AsyncGenerator<Buffer> {
  const sealer = newChunkSealer(key, name);
  let index = 0;
  let rest: Buffer = Buffer.alloc(0);
  yield sealer.head;
  for await (const piece of source) {
    const taken = takeChunks(Buffer.concat([rest, piece]));
    for (const chunk of taken.chunks) yield sealer.seal(chunk, index++, false);
    rest = taken.rest;
  }
  yield sealer.seal(rest, index, true);
}

export function sealWhole(bytes: Buffer, key: DataKey, name: string): Buffer {
  const sealer = newChunkSealer(key, name);
  const { chunks, rest } = takeChunks(bytes);
  const sealed = chunks.map((chunk, index) => sealer.seal(chunk, index, false));
  return Buffer.concat([sealer.head, ...sealed, sealer.seal(rest, chunks.length, true)]);
}

export const isSealed = (bytes: Uint8Array): boolean => MAGIC.equals(bytes.subarray(0, MAGIC.length));

/** Bytes that an encrypted file of this size holds; `null` when no file has it. */
export function sizeInside(bytes: number): number | null {
  const body = bytes - HEAD_BYTES;
  const rest = body % SEALED_BYTES;
  if (body < TAG_BYTES || rest < TAG_BYTES) return null;
  return Math.floor(body / SEALED_BYTES) * CHUNK_BYTES + rest - TAG_BYTES;
}

/** Throws `encryption_locked` when the key isn't open, and BrokenSealError before any byte that wasn't written. */
export async function* openStream(
  source: AsyncIterable<Buffer>,
  keys: AtRestKeys,
  name: string,
): AsyncGenerator<Buffer> {
  let buffered: Buffer = Buffer.alloc(0);
  let head: { bytes: Buffer; own: Buffer } | null = null;
  let index = 0;

  const unseal = (sealed: Buffer, isLast: boolean): Buffer => {
    if (!head) throw new BrokenSealError();
    try {
      const decipher = createDecipheriv('aes-256-gcm', head.own, nonceOf(index++, isLast), {
        authTagLength: TAG_BYTES,
      })
        .setAAD(head.bytes)
        .setAuthTag(sealed.subarray(-TAG_BYTES));
      return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]);
    } catch {
      throw new BrokenSealError();
    }
  };

  for await (const piece of source) {
    buffered = buffered.length === 0 ? piece : Buffer.concat([buffered, piece]);
    if (!head) {
      if (buffered.length < HEAD_BYTES) continue;
      const bytes = Buffer.from(buffered.subarray(0, HEAD_BYTES));
      head = { bytes, own: await keyFor(bytes, keys, name) };
      buffered = buffered.subarray(HEAD_BYTES);
    }
    let at = 0;
    for (; buffered.length - at >= SEALED_BYTES; at += SEALED_BYTES)
      yield unseal(buffered.subarray(at, at + SEALED_BYTES), false);
    buffered = buffered.subarray(at);
  }
  if (buffered.length < TAG_BYTES) throw new BrokenSealError();
  yield unseal(buffered, true);
}

export async function openWhole(bytes: Buffer, keys: AtRestKeys, name: string): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of openStream(once(bytes), keys, name)) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

async function keyFor(head: Buffer, keys: AtRestKeys, name: string): Promise<Buffer> {
  if (!isSealed(head)) throw new BrokenSealError();
  const id = head.toString('hex', MAGIC.length, MAGIC.length + ID_BYTES);
  const key = (await keys.open()).find((one) => one.id === id);
  if (!key) throw new HostError('encryption_locked');
  return fileKey(key, head.subarray(MAGIC.length + ID_BYTES), `stream/${name}`);
}

/** Which key the file is encrypted under; `null` when it isn't encrypted, or was replaced or deleted meanwhile. */
export async function keyIdOf(path: string): Promise<string | null> {
  const file = await openIfThere(path);
  if (file === null) return null;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    if (bytesRead < HEAD_BYTES || !isSealed(buffer)) return null;
    return buffer.toString('hex', MAGIC.length, MAGIC.length + ID_BYTES);
  } finally {
    await file.close();
  }
}

async function openIfThere(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
