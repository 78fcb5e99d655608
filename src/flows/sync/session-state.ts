import { changesSince, NO_MARKS, stampOf, type SessionMarks } from '#archive/sync/changes-since.ts';
import { fieldsSince } from '#archive/sync/row-fields.ts';
import { readKey, recordsIn, type Records } from '#archive/sync/sync-records.ts';
import type { LibraryRecord, SessionHistory } from '#archive/records.ts';
import type { BatonDatabase } from '#storage/database.ts';
import { listFolders } from '#storage/folder-repository.ts';
import { listAllProjectFiles } from '#storage/project-files.ts';
import { assistants, prompts } from '#storage/library-repository.ts';
import type { OnUnreadableRow } from '#storage/read-row.ts';
import { getSessionMarks, sessionMarkId } from '#storage/sync-marks.ts';
import { readHistory } from '#history/archive/read-history.ts';
import { digestsYielding } from './yielding.ts';

export interface SyncContext {
  db: BatonDatabase;
  now: () => number;
  onUnreadableRow: OnUnreadableRow;
}

/** What belongs to no single session is sent like one more session, under this id. */
export const LIBRARY = 'library';

/** A session with its records and their marks. Every change made here has its stamp. */
export interface SessionState {
  /** `false`: it isn't here. */
  exists: boolean;
  history: SessionHistory | null;
  records: Records;
  marks: SessionMarks;
}

export async function readState(
  { db, now, onUnreadableRow }: SyncContext,
  device: string,
  id: string,
): Promise<SessionState> {
  if (id === LIBRARY) return readLibrary({ db, now, onUnreadableRow }, device);
  let partial = false;
  const history = await readHistory(db, id, (row) => {
    partial = true;
    onUnreadableRow(row);
  });
  const known = (await getSessionMarks(db, id)) ?? NO_MARKS;
  if (!history) return { exists: false, history, records: new Map(), marks: known };
  const records = recordsIn(history, known.wanted);
  const { updatedAt: firstSeen } = history.session;
  const digests = await digestsYielding(db, records);
  const marks = changesSince(known, records, { device, now: now(), firstSeen, partial }, digests);
  return { exists: true, history, records, marks };
}

async function readLibrary({ db, now, onUnreadableRow }: SyncContext, device: string): Promise<SessionState> {
  let partial = false;
  const unreadable: OnUnreadableRow = (row) => {
    partial = true;
    onUnreadableRow(row);
  };
  const folders = await listFolders(db, unreadable);
  const newer = [];
  const records: Records = new Map(folders.map((row) => [libraryKey('folder', row.id), row]));
  for (const row of await prompts.list(db, unreadable)) {
    records.set(libraryKey('prompt', row.id), row);
    newer.push(row.updatedAt);
  }
  for (const row of await assistants.list(db, unreadable)) {
    records.set(libraryKey('assistant', row.id), row);
    newer.push(row.updatedAt);
  }
  for (const row of await listAllProjectFiles(db, unreadable)) {
    records.set(libraryKey('project-file', row.id), row);
    newer.push(row.createdAt);
  }
  const marks = (await getSessionMarks(db, LIBRARY)) ?? NO_MARKS;
  const firstSeen = Math.max(0, ...newer, ...folders.map(({ createdAt }) => createdAt));
  return {
    exists: true,
    history: null,
    records,
    marks: withFields(marks, changesSince(marks, records, { device, now: now(), firstSeen, partial }), records),
  };
}

/** Rows that users change field by field, perhaps on two devices at once. */
const MERGED_BY_FIELD: ReadonlySet<string> = new Set<LibraryRecord['type']>(['folder', 'prompt', 'assistant']);

export const isMergedByField = (key: string): boolean => MERGED_BY_FIELD.has(readKey(key).kind);

/** Gives the fields that changed the stamp of their row. */
function withFields(before: SessionMarks, marks: SessionMarks, records: Records): SessionMarks {
  if (marks === before) return marks;
  const fields = { ...marks.fields };
  for (const [key, version] of Object.entries(marks.records)) {
    if (version === before.records[key] || !isMergedByField(key)) continue;
    const row = records.get(key);
    if (typeof row === 'object' && row !== null) fields[key] = fieldsSince(fields[key], row, stampOf(version));
    else delete fields[key];
  }
  return { ...marks, fields };
}

export const libraryKey = (kind: LibraryRecord['type'], id: string): string => `${kind}:${id}`;

/** Call inside a transaction. */
export async function putMarks(
  db: BatonDatabase,
  id: string,
  { records, unsent, wanted, fields }: SessionMarks,
): Promise<void> {
  await db.syncMarks.put({ id: sessionMarkId(id), records, unsent, wanted, ...(fields && { fields }) });
}
