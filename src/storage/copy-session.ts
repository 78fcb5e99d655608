import { saveBlob } from './blob-repository.ts';
import { addSessions, flushWrites, listMessages, readCompanions, saveToolList } from './complete-session.ts';
import type { BatonDatabase } from './database.ts';
import { editsIn } from './edit-repository.ts';
import type { OnUnreadableRow } from './read-row.ts';
import { getSession } from './read-sessions.ts';
import { StorageError } from './storage-error.ts';

/**
 * Copies the only conversation of a database, with everything that belongs to it, into another one. It is there
 * completely or, after a failure, not at all.
 */
export async function copySession(
  from: BatonDatabase,
  to: BatonDatabase,
  id: string,
  onUnreadableRow: OnUnreadableRow,
): Promise<void> {
  const session = await getSession(from, id, onUnreadableRow);
  if (!session) throw new StorageError('missing', undefined, `session ${id}`);
  const messages = await listMessages(from, id, onUnreadableRow);
  const companions = await readCompanions(from, id, onUnreadableRow);
  for (const { bytes, mime } of await from.blobs.toArray()) await saveBlob(to, bytes, mime);
  for (const list of await from.toolLists.toArray()) await saveToolList(to, list);
  await addSessions(to, [{ session, add: { ...companions, messages } }]);
  await to.drafts.bulkPut(await editsIn(from, id).toArray());
  await flushWrites(to);
}
