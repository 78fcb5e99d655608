import { constants, copyFile } from 'node:fs/promises';
import { z } from 'zod';
import { errorMessage } from '#core/thrown.ts';
import { readText, writePrivate } from '../host/base/private-file.ts';

const SecretFile = z.object({
  version: z.literal(1),
  /** `weak-os` records the user's consent to obfuscation, `session` the choice to store nothing; it holds no keys. */
  kind: z.enum(['os', 'weak-os', 'session']),
  /** Base64 ciphertext by connection id. */
  keys: z.record(z.string(), z.base64()),
});
export type SecretFile = z.infer<typeof SecretFile>;

export type ReadResult = { is: 'absent' } | { is: 'damaged'; reason: string } | { is: 'read'; file: SecretFile };

export async function readSecretFile(path: string): Promise<ReadResult> {
  let text: string | null;
  try {
    text = await readText(path);
  } catch (error) {
    return { is: 'damaged', reason: errorMessage(error) };
  }
  if (text === null) return { is: 'absent' };
  try {
    return { is: 'read', file: SecretFile.parse(JSON.parse(text)) };
  } catch {
    return { is: 'damaged', reason: 'it is not in a form this version knows' };
  }
}

export async function writeSecretFile(path: string, file: SecretFile): Promise<void> {
  await writePrivate(path, `${JSON.stringify(file, null, 2)}\n`);
}

/** Copies the file before an undecryptable value in it is replaced. Returns the copy's path. */
export async function writeBackup(path: string, now: number): Promise<string> {
  const copy = `${path}.unreadable-${new Date(now).toISOString().replaceAll(':', '-')}`;
  await copyFile(path, copy, constants.COPYFILE_EXCL);
  return copy;
}
