import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { HostError } from '../base/problem.ts';
import { DEFAULT_LOG_N, deriveNew, parseSealed, seal, unseal } from '../secrets/sealed-file.ts';

/**
 * The random key that encrypts everything at a remote. The remote stores it under a passphrase (`key.json`, sealed like
 * the file of keys), so access to the remote alone reveals nothing.
 */
export interface RemoteKey {
  readonly bytes: Buffer;
  /** Hash of `key.json`: a different file at the remote means a different history. */
  readonly fingerprint: string;
}

const NAME = 'place';

const fingerprintOf = (text: string): string => createHash('sha256').update(text).digest('hex');

export async function createRemoteKey(
  passphrase: string,
  logN: number = DEFAULT_LOG_N,
): Promise<{ key: RemoteKey; text: string }> {
  const bytes = randomBytes(32);
  const text = seal(new Map([[NAME, bytes.toString('base64')]]), await deriveNew(passphrase, logN));
  return { key: { bytes, fingerprint: fingerprintOf(text) }, text };
}

/** Throws `wrong_passphrase`, or `sync_damaged` when the text is not a key. */
export async function openRemoteKey(text: string, passphrase: string): Promise<RemoteKey> {
  try {
    const { keys } = await unseal(parseSealed(text), passphrase);
    const bytes = Buffer.from(keys.get(NAME) ?? '', 'base64');
    if (bytes.length === 32) return { bytes, fingerprint: fingerprintOf(text) };
  } catch (error) {
    if (error instanceof HostError && error.code === 'wrong_passphrase')
      throw new HostError('wrong_passphrase', 'That is not the passphrase of this place.', { cause: error });
    throw new HostError('sync_damaged', 'The key at this place is damaged.', { cause: error });
  }
  throw new HostError('sync_damaged', 'There is no key in the file of the key.');
}

export function isKeyOf(text: string, { fingerprint }: RemoteKey): boolean {
  return fingerprintOf(text) === fingerprint;
}

const subKey = ({ bytes }: RemoteKey, use: string): Buffer =>
  Buffer.from(hkdfSync('sha256', bytes, Buffer.alloc(0), `baton-sync/1 ${use}`, 32));

/** Names a file so that the remote does not learn its content's hash. */
export function objectName(key: RemoteKey, hash: string): string {
  return createHmac('sha256', subKey(key, 'names')).update(hash).digest('hex');
}

const MAGIC = Buffer.from('BSO1');
const compress = promisify<Buffer | Uint8Array, Buffer>(gzip);
const expand = promisify<Buffer, { maxOutputLength: number }, Buffer>(gunzip);
const MAX_EXPANDED = 512 * 1024 ** 2;

/** Bound to its name: an object that was renamed, swapped, cut or changed can't be opened. */
export async function sealObject(key: RemoteKey, name: string, bytes: Uint8Array): Promise<Buffer> {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', subKey(key, 'objects'), iv).setAAD(boundTo(name));
  const sealed = Buffer.concat([cipher.update(await compress(bytes)), cipher.final()]);
  return Buffer.concat([MAGIC, iv, sealed, cipher.getAuthTag()]);
}

export async function openObject(key: RemoteKey, name: string, sealed: Uint8Array): Promise<Buffer> {
  const bytes = Buffer.from(sealed);
  if (bytes.length < 32 || !bytes.subarray(0, 4).equals(MAGIC)) throw damaged(name);
  try {
    const decipher = createDecipheriv('aes-256-gcm', subKey(key, 'objects'), bytes.subarray(4, 16))
      .setAAD(boundTo(name))
      .setAuthTag(bytes.subarray(-16));
    const packed = Buffer.concat([decipher.update(bytes.subarray(16, -16)), decipher.final()]);
    return await expand(packed, { maxOutputLength: MAX_EXPANDED });
  } catch (error) {
    throw damaged(name, error);
  }
}

const boundTo = (name: string): Buffer => Buffer.from(`baton-sync/1\n${name}`);

const damaged = (name: string, cause?: unknown): HostError =>
  new HostError('sync_damaged', `${name} is damaged, or has not arrived whole yet.`, { cause });
