import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import type { AtRestKeys, DataKey } from '../base/at-rest-keys.ts';
import { readLinesAt } from '../base/checked-lines.ts';
import { HostError } from '../base/problem.ts';
import { fileKey } from './data-key.ts';

/*
 * A file of lines that only grows, encrypted. Its first line says under which key, and stands there twice, because without
 * it the file is lost. Every other line is `~` and, in base 64, a nonce, the text and its tag (AES-256-GCM). The key
 * belongs to this file alone, and each line to its place in bytes: lines can't be exchanged, moved or taken from another
 * file. A line that was cut off or damaged costs itself alone, as in plain files.
 */

const HEAD = /^baton-encrypted-lines 1 ([0-9a-f]{16}) ([\w-]{43}) ([\w-]{1,64}) ([0-9a-f]{8})$/;
const MARK = 0x7e;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const MAX_HEAD = 512;

export interface LinesHead {
  keyId: string;
  salt: Buffer;
  /** What the file belongs to, beside its name. */
  scope: string;
}

export interface LineSealer {
  readonly keyId: string;
  /** What the file begins with. */
  readonly head: Buffer;
  /** The line for this text, which begins at this byte of the file. */
  seal(text: Buffer, at: number): Buffer;
  /** `null` when it isn't what was written there. */
  open(line: Buffer, at: number): Buffer | null;
}

function writeHead({ keyId, salt, scope }: LinesHead): Buffer {
  const facts = `baton-encrypted-lines 1 ${keyId} ${salt.toString('base64url')} ${scope}`;
  const line = `${facts} ${crc32(facts).toString(16).padStart(8, '0')}\n`;
  return Buffer.from(line + line);
}

function readHead(line: string): LinesHead | null {
  const [, keyId, salt, scope, sum] = HEAD.exec(line) ?? [];
  if (keyId === undefined || salt === undefined || scope === undefined) return null;
  if (crc32(line.slice(0, -9)).toString(16).padStart(8, '0') !== sum) return null;
  return { keyId, salt: Buffer.from(salt, 'base64url'), scope };
}

/** How the file begins; `null` for a plain one, and for none. */
export async function headOf(path: string): Promise<LinesHead | null> {
  const file = await open(path, 'r').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  });
  if (!file) return null;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_HEAD), 0, MAX_HEAD, 0);
    for (const line of buffer.toString('latin1', 0, bytesRead).split('\n').slice(0, 2)) {
      const head = readHead(line);
      if (head) return head;
    }
    return null;
  } finally {
    await file.close();
  }
}

export function toSealer(key: DataKey, head: LinesHead, name: string): LineSealer {
  const own = fileKey(key, head.salt, `lines/${head.scope}/${name}`);
  const place = (at: number) => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64BE(BigInt(at));
    return bytes;
  };
  return {
    keyId: key.id,
    head: writeHead(head),
    seal(text, at) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', own, nonce).setAAD(place(at));
      const sealed = Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]);
      return Buffer.from(`~${sealed.toString('base64')}\n`, 'latin1');
    },
    open(line, at) {
      const sealed = Buffer.from(line.toString('latin1', 1), 'base64');
      if (sealed.length < NONCE_BYTES + TAG_BYTES) return null;
      try {
        const decipher = createDecipheriv('aes-256-gcm', own, sealed.subarray(0, NONCE_BYTES), {
          authTagLength: TAG_BYTES,
        })
          .setAAD(place(at))
          .setAuthTag(sealed.subarray(-TAG_BYTES));
        return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
      } catch {
        return null;
      }
    },
  };
}

export const newSealer = (key: DataKey, scope: string, name: string): LineSealer =>
  toSealer(key, { keyId: key.id, salt: randomBytes(32), scope }, name);

export interface ReadLine {
  /** As it was before it was encrypted; `null` for a line that can't be opened. */
  text: Buffer | null;
  sealed: boolean;
}

/**
 * Every line of a file, plain or encrypted, in order. `scope`: what it must belong to; `null` believes the file. Throws
 * `encryption_locked` when the key isn't open.
 */
export async function* readSealedLines(
  path: string,
  name: string,
  scope: string | null,
  keys: AtRestKeys,
): AsyncGenerator<ReadLine> {
  const head = await headOf(path);
  const key = head && (await keys.open()).find(({ id }) => id === head.keyId);
  if (head && !key) throw new HostError('encryption_locked');
  const sealer = head && key && toSealer(key, { ...head, scope: scope ?? head.scope }, name);
  for await (const { line, at } of readLinesAt(path)) {
    if (line[0] === MARK) yield { text: sealer ? sealer.open(line, at) : null, sealed: true };
    else if (!sealer || !isHead(line)) yield { text: line, sealed: false };
  }
}

const isHead = (line: Buffer) => line.length < MAX_HEAD && HEAD.test(line.toString('latin1'));
