import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ArchiveError } from '#archive/archive-error.ts';
import { type FileLimits, guardFiles } from '#archive/files.ts';
import { reasonText } from '#core/reasons.ts';
import { zipFiles } from '#transfer/zip/zip-files.ts';
import { HostError } from '../../base/problem.ts';

const MIB = 1024 ** 2;

/** Of what is unpacked. The file itself may have 200 MB. */
const LIMITS: FileLimits = {
  files: 50_000,
  fileBytes: 512 * MIB,
  totalBytes: 1024 * MIB,
  ratio: 200,
  ratioFrom: 64 * MIB,
};
/** Windows takes none of these, and a colon would name a hidden stream of another file. */
const UNSAFE_NAME = /[<>:"|?*]|[. ](?:\/|$)/;

/**
 * Unpacks a bundle into an empty folder. Throws `bad_request` for one that is damaged or encrypted, leads out of the folder,
 * has links, or unpacks to more than the limits; what was written until then is the caller's to remove.
 */
export async function unpackBundle(bytes: Uint8Array<ArrayBuffer>, folder: string): Promise<void> {
  try {
    const packed = await zipFiles(new Blob([bytes]), LIMITS);
    const odd = packed.find(({ name, link }) => link === true || UNSAFE_NAME.test(name));
    if (odd) throw new ArchiveError('unsafe-name', odd.name);
    for (const [name, file] of guardFiles(packed, LIMITS))
      await write(join(folder, ...name.split('/')), file.read(), file.executable === true);
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    const id =
      error.code === 'too-large' ? 'bundle.large' : error.code === 'unsafe-name' ? 'bundle.unsafe' : 'bundle.broken';
    throw new HostError('bad_request', reasonText(id), { cause: error });
  }
}

async function write(path: string, content: AsyncIterable<Uint8Array>, executable: boolean): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  // Two names that only differ in case are one file on some systems. The second is refused there.
  const file = await open(path, 'wx', executable ? 0o700 : 0o600).catch((error: unknown) => {
    throw isTaken(error) ? new ArchiveError('unsafe-name', 'twice', error) : error;
  });
  try {
    for await (const piece of content) await file.write(piece);
  } finally {
    await file.close();
  }
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['EEXIST', 'ENOTDIR', 'EISDIR'].includes(String(error.code));
}
