import { createCipheriv, createDecipheriv, createHash, randomBytes, scrypt } from 'node:crypto';
import { z } from 'zod';
import { HostError } from '../base/problem.ts';

const base64 = (bytes: number) => z.base64().refine((text) => Buffer.from(text, 'base64').length === bytes);

/** Bounds on the cost keep a manipulated file from freezing the host. */
const Kdf = z.strictObject({
  name: z.literal('scrypt'),
  logN: z.int().min(14).max(20),
  r: z.literal(8),
  p: z.literal(1),
  salt: base64(16),
});
type Kdf = z.infer<typeof Kdf>;

/**
 * scrypt (RFC 7914) and AES-256-GCM. The checksum is no protection; it distinguishes a damaged file from a wrong
 * passphrase.
 */
const SealedFile = z.strictObject({
  format: z.literal('baton-secrets'),
  version: z.literal(1),
  kdf: Kdf,
  cipher: z.strictObject({ name: z.literal('aes-256-gcm'), iv: base64(12), tag: base64(16), data: z.base64() }),
  checksum: z.string(),
});
export type SealedFile = z.infer<typeof SealedFile>;

const Keys = z.record(z.string(), z.string());

/** OWASP's first recommendation for scrypt, 2026: N = 2^17, r = 8, p = 1, which takes 128 MiB. */
export const DEFAULT_LOG_N = 17;

export interface DerivedKey {
  readonly kdf: Kdf;
  readonly bytes: Buffer;
}

const damaged = (cause?: unknown) =>
  new HostError('secrets_unreadable', 'The file with your keys is damaged. It is kept as it is.', { cause });

function derive(passphrase: string, kdf: Kdf): Promise<DerivedKey> {
  const cost = 2 ** kdf.logN;
  const options = { N: cost, r: kdf.r, p: kdf.p, maxmem: 128 * cost * kdf.r * 2 };
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFKC'), Buffer.from(kdf.salt, 'base64'), 32, options, (error, bytes) => {
      if (error) reject(error);
      else resolve({ kdf, bytes });
    });
  });
}

export function deriveNew(passphrase: string, logN: number): Promise<DerivedKey> {
  return derive(passphrase, { name: 'scrypt', logN, r: 8, p: 1, salt: randomBytes(16).toString('base64') });
}

function checksumOf({ kdf, cipher }: Pick<SealedFile, 'kdf' | 'cipher'>): string {
  const fields = [kdf.name, kdf.logN, kdf.r, kdf.p, kdf.salt, cipher.name, cipher.iv, cipher.tag, cipher.data];
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex');
}

/** Binds the ciphertext to the format and parameters it was made for. */
function headerOf(kdf: Kdf): Buffer {
  return Buffer.from(JSON.stringify(['baton-secrets', 1, kdf.name, kdf.logN, kdf.r, kdf.p, kdf.salt]));
}

export function seal(keys: ReadonlyMap<string, string>, key: DerivedKey): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key.bytes, iv).setAAD(headerOf(key.kdf));
  const data = Buffer.concat([cipher.update(JSON.stringify(Object.fromEntries(keys))), cipher.final()]);
  const parts = {
    kdf: key.kdf,
    cipher: {
      name: 'aes-256-gcm' as const,
      iv: iv.toString('base64'),
      tag: cipher.getAuthTag().toString('base64'),
      data: data.toString('base64'),
    },
  };
  const file: SealedFile = { format: 'baton-secrets', version: 1, ...parts, checksum: checksumOf(parts) };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** Throws `secrets_unreadable` for anything but an intact file. */
export function parseSealed(text: string): SealedFile {
  let file: SealedFile;
  try {
    file = SealedFile.parse(JSON.parse(text));
  } catch (error) {
    throw damaged(error);
  }
  if (file.checksum !== checksumOf(file)) throw damaged();
  return file;
}

/** Throws `wrong_passphrase`: the file is intact, so the passphrase must be wrong. */
export async function unseal(
  file: SealedFile,
  passphrase: string,
): Promise<{ keys: Map<string, string>; key: DerivedKey }> {
  const key = await derive(passphrase, file.kdf);
  const decipher = createDecipheriv('aes-256-gcm', key.bytes, Buffer.from(file.cipher.iv, 'base64'))
    .setAAD(headerOf(file.kdf))
    .setAuthTag(Buffer.from(file.cipher.tag, 'base64'));
  let text: string;
  try {
    text = Buffer.concat([decipher.update(Buffer.from(file.cipher.data, 'base64')), decipher.final()]).toString();
  } catch (error) {
    throw new HostError('wrong_passphrase', 'That is not the passphrase of these keys.', { cause: error });
  }
  try {
    return { keys: new Map(Object.entries(Keys.parse(JSON.parse(text)))), key };
  } catch (error) {
    throw damaged(error);
  }
}
