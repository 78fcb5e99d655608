import { lstat } from 'node:fs/promises';
import { z } from 'zod/mini';
import { Snapshot } from '#contract/snapshot.ts';
import { readText, writePrivate } from '../base/private-file.ts';

/** The facts about a snapshot that its name and size don't show, in a file next to it. */
const SnapshotNote = z.object({
  version: z.literal(1),
  ...z.pick(Snapshot, {
    id: true,
    appVersion: true,
    schemaVersion: true,
    bytes: true,
    counts: true,
    fingerprint: true,
    state: true,
    checkedAt: true,
  }).shape,
  sha256: Snapshot.shape.sha256.def.innerType,
});
export type SnapshotNote = z.infer<typeof SnapshotNote>;

const MAX_BYTES = 64 * 1024;

/** Returns null without a note, or when the note belongs to another file. */
export async function readNote(path: string, id: string): Promise<SnapshotNote | null> {
  try {
    const found = await lstat(path);
    if (!found.isFile() || found.size > MAX_BYTES) return null;
    const note = SnapshotNote.parse(JSON.parse((await readText(path)) ?? 'null'));
    return note.id === id ? note : null;
  } catch {
    // The snapshot works without a note: its name has time and reason, and it can be verified again.
    return null;
  }
}

export function writeNote(path: string, note: SnapshotNote): Promise<void> {
  return writePrivate(path, `${JSON.stringify(note, null, 2)}\n`);
}
