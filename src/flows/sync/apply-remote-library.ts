import { type LibraryRecord, LibraryRecordSchema } from '#archive/records.ts';
import { isLater, stampOf } from '#archive/sync/changes-since.ts';
import type { RecordLine } from '#archive/sync/sync-object.ts';
import { digestOf, readKey } from '#archive/sync/sync-records.ts';
import type { BatonDatabase } from '#storage/database.ts';
import { deleteProjectFiles } from '#storage/project-files.ts';
import { getSyncLog } from '#storage/sync-marks.ts';
import { LIBRARY, putMarks, readState, type SyncContext } from './session-state.ts';

const REMOVE: Readonly<Record<string, (db: BatonDatabase, id: string) => PromiseLike<unknown>>> = {
  folder: (db, id) => db.folders.delete(id),
  prompt: (db, id) => db.prompts.delete(id),
  assistant: (db, id) => db.assistants.delete(id),
  'project-file': (db, id) => deleteProjectFiles(db, [id]),
};

async function putRecord(db: BatonDatabase, record: LibraryRecord): Promise<void> {
  if (record.type === 'folder') await db.folders.put(record.row);
  if (record.type === 'prompt') await db.prompts.put(record.row);
  if (record.type === 'assistant') await db.assistants.put(record.row);
  if (record.type === 'project-file') await db.projectFiles.put(record.row);
}

/**
 * Applies folders, files of projects, snippets and assistants of other devices. The later state of each wins. Whether they are valid
 * together is checked when they are read.
 */
export async function applyRemoteLibrary(context: SyncContext, lines: readonly RecordLine[]): Promise<void> {
  const { db } = context;
  await db.transaction('rw', db.tables, async () => {
    const log = await getSyncLog(db);
    if (!log) return;
    const { marks } = await readState(context, log.device, LIBRARY);
    const records = { ...marks.records };
    const unsent = new Set(marks.unsent);
    for (const { key, t, by, value } of lines) {
      const { kind, id } = readKey(key);
      const record = value === undefined ? null : LibraryRecordSchema.parse({ type: kind, row: value });
      const digest = digestOf(record?.row);
      const mark = records[key];
      const version = { stamp: { t, by }, rank: 0, digest };
      if (mark && !isLater(version, { stamp: stampOf(mark), rank: 0, digest: mark[0] })) continue;
      records[key] = [digest, t, by];
      unsent.delete(key);
      if (record) await putRecord(db, record);
      else await REMOVE[kind]?.(db, id);
    }
    await putMarks(db, LIBRARY, { ...marks, records, unsent: [...unsent] });
  });
}
