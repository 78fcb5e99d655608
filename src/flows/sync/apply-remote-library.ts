import { type LibraryRecord, LibraryRecordSchema } from '#archive/records.ts';
import { isLater, type RecordVersion, stampOf } from '#archive/sync/changes-since.ts';
import {
  type FieldVersions,
  fieldsOfLine,
  fieldsSince,
  latestStamp,
  mergeFields,
  type RowFields,
} from '#archive/sync/row-fields.ts';
import { compareStamps, type Stamp } from '#archive/sync/stamp.ts';
import type { RecordLine } from '#archive/sync/sync-object.ts';
import { digestOf, readKey } from '#archive/sync/sync-records.ts';
import { canonicalJson } from '#core/canonical-json.ts';
import type { BatonDatabase } from '#storage/database.ts';
import { deleteProjectFiles } from '#storage/project-files.ts';
import { getSyncLog } from '#storage/sync-marks.ts';
import { isMergedByField, LIBRARY, putMarks, readState, type SyncContext } from './session-state.ts';

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
 * Applies folders, files of projects, snippets and assistants of other devices. The later state of each wins; of rows
 * that users change field by field, the later value of each field. Whether they are valid together is checked when they
 * are read.
 */
export async function applyRemoteLibrary(context: SyncContext, lines: readonly RecordLine[]): Promise<void> {
  const { db } = context;
  await db.transaction('rw', db.tables, async () => {
    const log = await getSyncLog(db);
    if (!log) return;
    const { marks, records: rows } = await readState(context, log.device, LIBRARY);
    const records = { ...marks.records };
    const fields = { ...marks.fields };
    const unsent = new Set(marks.unsent);
    for (const line of lines) {
      const { key, t, by } = line;
      const { kind, id } = readKey(key);
      const record = line.value === undefined ? null : LibraryRecordSchema.parse({ type: kind, row: line.value });
      const mark = records[key];
      if (record && isMergedByField(key)) {
        const theirs = fieldsOfLine(record.row, { t, by }, line.fields);
        const own = rows.get(key);
        const known =
          mark && isRow(own) ? { row: own, fields: fields[key] ?? fieldsSince(undefined, own, stampOf(mark)) } : null;
        const isOlder = !known && isOutdated(mark, { t, by }, digestOf(record.row));
        if (isOlder) continue;
        const whole = line.fields ? null : { t, by };
        const merged = known
          ? merge(known, { row: { ...record.row }, fields: theirs, whole }, kind)
          : { record, fields: theirs };
        if (!merged) continue;
        const stamp = latestStamp(merged.fields) ?? { t, by };
        const digest = digestOf(merged.record.row);
        // A field with the same value but a later stamp must go out, too: a third device may have changed it in between.
        if (canonicalJson(merged.fields) === canonicalJson(theirs)) unsent.delete(key);
        records[key] = [digest, stamp.t, stamp.by];
        fields[key] = merged.fields;
        rows.set(key, merged.record.row);
        await putRecord(db, merged.record);
        continue;
      }
      const digest = digestOf(record?.row);
      if (isOutdated(mark, { t, by }, digest)) continue;
      records[key] = [digest, t, by];
      delete fields[key];
      unsent.delete(key);
      if (record) {
        rows.set(key, record.row);
        await putRecord(db, record);
      } else {
        rows.delete(key);
        await REMOVE[kind]?.(db, id);
      }
    }
    await putMarks(db, LIBRARY, { ...marks, records, fields, unsent: [...unsent] });
  });
}

const isRow = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const isOutdated = (mark: RecordVersion | undefined, stamp: Stamp, digest: string): boolean =>
  mark !== undefined && !isLater({ stamp, rank: 0, digest }, { stamp: stampOf(mark), rank: 0, digest: mark[0] });

/** `null`: the fields are no valid row together, and the other row is the older one. */
function merge(
  own: RowFields,
  other: RowFields & { whole: Stamp | null },
  kind: string,
): { record: LibraryRecord; fields: FieldVersions } | null {
  const merged = mergeFields(own, other);
  const read = LibraryRecordSchema.safeParse({ type: kind, row: merged.row });
  if (read.success) return { record: read.data, fields: merged.fields };
  const [mine, theirs] = [latestStamp(own.fields), latestStamp(other.fields)];
  if (mine && theirs && compareStamps(mine, theirs) > 0) return null;
  return { record: LibraryRecordSchema.parse({ type: kind, row: other.row }), fields: other.fields };
}
