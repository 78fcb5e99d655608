import { isRemovable } from '#archive/sync/changes-since.ts';
import { hashOf, type SyncHead, type SyncLine, SYNC_VERSION, writeObject } from '#archive/sync/sync-object.ts';
import { stampsOf } from '#archive/sync/row-fields.ts';
import { readKey } from '#archive/sync/sync-records.ts';
import { outboxId, getSyncLog, readOutbox } from '#storage/sync-marks.ts';
import type { SyncLogRow } from '#storage/sync-rows.ts';
import { yieldToPage, MAX_AT_ONCE } from './yielding.ts';
import { LIBRARY, putMarks, readState, type SyncContext } from './session-state.ts';

/** Characters of one object, approximately: this much is lost when a connection breaks while it is sent. */
const OBJECT_CHARS = 2 * 1024 ** 2;

/** The most objects that wait while nothing can be sent. Changes after that are found later. */
const MAX_WAITING = 64;

/**
 * Makes objects of the changes on this device. An object's contents and the fact that they are in an object are stored
 * in one transaction, so nothing is ever left out or sent twice. `among`: where something may have changed.
 */
export async function collectChanges(context: SyncContext, among: readonly string[]): Promise<void> {
  const { db } = context;
  const log = await getSyncLog(db);
  if (!log) return;
  if (log.again) await unsendAll(context, log);
  const dirty: string[] = [];
  // Checking the library costs little.
  for (const id of [...among, LIBRARY]) if (await isDirty(context, log, id)) dirty.push(id);
  const buried = await db.tombstones.filter(({ unsent }) => unsent).primaryKeys();
  while (dirty.length + buried.length > 0) {
    if ((await readOutbox(db)).length >= MAX_WAITING) return;
    await makeObject(context, dirty, buried);
  }
}

async function isDirty(context: SyncContext, { device }: SyncLogRow, id: string): Promise<boolean> {
  const { exists, marks } = await readState(context, device, id);
  return exists && marks.unsent.length > 0;
}

/** Marks everything here as unsent: a device may miss an object that no longer exists. */
async function unsendAll(context: SyncContext, { device }: SyncLogRow): Promise<void> {
  const { db } = context;
  for (const id of [...(await db.sessions.toCollection().primaryKeys()), LIBRARY])
    await db.transaction('rw', db.tables, async () => {
      const { exists, marks, records } = await readState(context, device, id);
      if (exists) await putMarks(db, id, { ...marks, unsent: [...records.keys()] });
    });
  await db.tombstones.toCollection().modify({ unsent: true });
}

/** Makes one object of as much as fits. Takes what is done off the lists. */
async function makeObject(context: SyncContext, dirty: string[], buried: string[]): Promise<void> {
  const { db, now } = context;
  await db.transaction('rw', db.tables, async () => {
    const log = await getSyncLog(db);
    if (!log) {
      dirty.length = 0;
      buried.length = 0;
      return;
    }
    const made = { lines: [] as SyncLine[], chars: 0 };
    const toolLists = new Set(log.toolLists);
    const add = (line: SyncLine): void => {
      made.lines.push(line);
      made.chars += JSON.stringify(line).length;
    };
    for (let id = buried.at(-1); id !== undefined; id = buried.at(-1)) {
      const row = await db.tombstones.get(id);
      if (row?.unsent) {
        if (!row.void) add({ kind: 'tombstone', session: id, seen: row.seen });
        await db.tombstones.put({ ...row, unsent: false });
      }
      buried.pop();
    }
    for (let id = dirty.at(-1); id !== undefined && made.chars < OBJECT_CHARS; id = dirty.at(-1)) {
      const { exists, marks, records } = await readState(context, log.device, id);
      const unsent = exists ? [...marks.unsent] : [];
      const unreadable: string[] = [];
      const tombstone = await db.tombstones.get(id);
      // Restored here, perhaps from an archive.
      if (exists && tombstone && !tombstone.void) await db.tombstones.put({ ...tombstone, void: true });
      for (let key = unsent.shift(); key !== undefined; key = made.chars < OBJECT_CHARS ? unsent.shift() : undefined) {
        const mark = marks.records[key];
        if (!mark) continue;
        const [, t, by] = mark;
        const value = records.get(key);
        if (value === undefined && !isRemovable(key)) {
          unreadable.push(key);
          continue;
        }
        const list = toolListOf(key, value);
        const row = list === null || toolLists.has(list) ? undefined : await db.toolLists.get(list);
        if (row) {
          toolLists.add(row.digest);
          add({ kind: 'tool-list', value: row });
        }
        const fields = value === undefined ? undefined : marks.fields?.[key];
        add({
          kind: 'record',
          session: id,
          key,
          t,
          by,
          ...(value !== undefined && { value }),
          ...(fields && { fields: stampsOf(fields) }),
        });
        if (made.lines.length % MAX_AT_ONCE === 0) await yieldToPage(db);
      }
      if (exists) await putMarks(db, id, { ...marks, unsent: [...unsent, ...unreadable] });
      if (unsent.length > 0) break;
      dirty.pop();
    }
    if (made.lines.length === 0) return;
    const counter = log.counter + 1;
    const head: SyncHead = {
      sync: SYNC_VERSION,
      device: log.device,
      name: log.name,
      counter,
      previous: log.again ? null : log.head,
      base: log.again,
      at: now(),
    };
    const text = writeObject({ head, lines: made.lines });
    await db.syncMarks.put({ id: outboxId(counter), counter, text });
    await db.syncMarks.put({
      ...log,
      counter,
      head: hashOf(text),
      again: false,
      since: log.again ? counter : log.since,
      toolLists: [...toolLists],
    });
  });
}

function toolListOf(key: string, value: unknown): string | null {
  if (readKey(key).kind !== 'send' || typeof value !== 'object' || value === null || !('tools' in value)) return null;
  return typeof value.tools === 'string' ? value.tools : null;
}
