import { join } from 'node:path';
import { z } from 'zod/mini';
import { readText, renameToBackup, writePrivate } from '../base/private-file.ts';

/** One data key, as the keychain encrypted it. Keys are never taken out: an old copy of a file may ask for one. */
const KeyEntry = z.object({
  id: z.string().check(z.regex(/^[0-9a-f]{16}$/)),
  /** Base64. */
  wrapped: z.string(),
  at: z.number(),
  /** The user has kept its recovery key. */
  kept: z.boolean(),
});
export type KeyEntry = z.infer<typeof KeyEntry>;

const KeyFileContent = z.object({
  version: z.literal(1),
  /** What is written from now on is encrypted. */
  on: z.boolean(),
  /** Every file has that form. */
  settled: z.boolean(),
  /** The oldest first. */
  keys: z.array(KeyEntry),
});
export type KeyFileContent = z.infer<typeof KeyFileContent>;

export interface KeyFile {
  read(): Promise<KeyFileContent | 'absent' | 'damaged'>;
  write(content: KeyFileContent): Promise<void>;
}

/** `<home>/encryption.json`. A file that can't be read is set aside before another one is written. */
export function createKeyFile(home: string, now: () => number): KeyFile {
  const file = join(home, 'encryption.json');
  /** Nobody has seen what it holds, even if it can be read by now. */
  let unread = false;

  async function read(): Promise<KeyFileContent | 'absent' | 'damaged'> {
    try {
      const text = await readText(file);
      if (text === null) return 'absent';
      return KeyFileContent.parse(JSON.parse(text));
    } catch {
      unread = true;
      return 'damaged';
    }
  }
  return {
    read,
    async write(content) {
      await read();
      if (unread) await renameToBackup(file, now());
      unread = false;
      await writePrivate(file, `${JSON.stringify(content, null, 2)}\n`);
    },
  };
}
