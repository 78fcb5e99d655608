import { join } from 'node:path';
import { z } from 'zod';
import { Release } from '#contract/updates.ts';
import type { Clock } from '../base/deps.ts';
import { readText, renameToBackup, writePrivate } from '../base/private-file.ts';

const UpdateRecord = z.object({
  version: z.literal(1),
  /** Written by earlier builds; today this is a consent (consents/). */
  agreed: z.object({ feed: z.string(), at: z.number() }).nullable(),
  /** The last request, and the last valid answer from that address. */
  last: z
    .object({
      feed: z.string(),
      at: z.number(),
      failed: z.boolean(),
      why: z.enum(['untrusted', 'stale', 'older']).exactOptional(),
      release: z.nullable(Release),
    })
    .nullable(),
  /** A version that the user doesn't want to be notified about. */
  skipped: z.string().nullable(),
  later: z.object({ version: z.string(), until: z.number() }).nullable(),
  /** This computer's place among all, from 0 to 100, by chance. It is never sent. Absent in files of earlier builds. */
  place: z.number().nullable().default(null),
});
export type UpdateRecord = z.infer<typeof UpdateRecord>;

const NONE: UpdateRecord = { version: 1, agreed: null, last: null, skipped: null, later: null, place: null };

export interface UpdateRecordFile {
  read(): Promise<UpdateRecord>;
  write(record: UpdateRecord): Promise<void>;
}

/** An unreadable file counts as no consent; it is kept as a backup. */
export function createUpdateRecordFile(home: string, clock: Pick<Clock, 'now'>): UpdateRecordFile {
  const file = join(home, 'updates.json');
  return {
    async read() {
      const text = await readText(file);
      if (text === null) return NONE;
      try {
        return UpdateRecord.parse(JSON.parse(text));
      } catch {
        await renameToBackup(file, clock.now());
        return NONE;
      }
    },
    write: (record) => writePrivate(file, `${JSON.stringify(record, null, 2)}\n`),
  };
}
