import { nonEmpty, type RequestParameters } from '#core/vendors/base/request-parameters.ts';
import { without } from '#core/without.ts';
import type { BatonDatabase } from './database.ts';
import { newId } from './new-id.ts';
import type { AssistantRow, SessionRow, SessionTarget, SessionTools, TargetChange } from './rows.ts';
import { StorageError } from './storage-error.ts';
import { withStorageErrors } from './with-storage-errors.ts';

export async function createSession(
  db: BatonDatabase,
  input: { target: SessionTarget | null; at: number; title?: string } & Partial<
    Pick<SessionRow, 'system' | 'tools' | 'task' | 'folder' | 'maxMessages' | 'parameters'>
  >,
): Promise<SessionRow> {
  const row: SessionRow = {
    id: newId(),
    title: input.title ?? '',
    titleBy: input.title ? 'person' : 'auto',
    createdAt: input.at,
    updatedAt: input.at,
    leafId: null,
    lastSeq: 0,
    pinned: 0,
    deletedAt: 0,
    target: input.target,
    system: input.system ?? '',
    lastVendor: null,
    cost: 0,
    ...(input.tools && { tools: input.tools }),
    ...(input.task && { task: input.task }),
    ...(input.folder !== undefined && { folder: input.folder }),
    ...(input.maxMessages !== undefined && { maxMessages: input.maxMessages }),
    ...(input.parameters && { parameters: input.parameters }),
  };
  await withStorageErrors(db.sessions.add(row));
  return row;
}

/** An emptied title becomes automatic again. */
export async function renameSession(db: BatonDatabase, id: string, title: string): Promise<void> {
  const trimmed = title.trim().normalize('NFC');
  await change(db, id, { title: trimmed, titleBy: trimmed ? 'person' : 'auto' });
}

/** Does nothing to a title that the user typed. */
export async function setAutoTitle(db: BatonDatabase, id: string, title: string): Promise<void> {
  const own = db.sessions.where(':id').equals(id);
  await withStorageErrors(own.filter(({ titleBy }) => titleBy === 'auto').modify({ title }));
}

export async function setSessionPinned(db: BatonDatabase, id: string, pinned: boolean): Promise<void> {
  await change(db, id, { pinned: pinned ? 1 : 0 });
}

/** The task that a call of a conversation began; `undefined` if it no longer exists. */
export async function findTaskOfCall(db: BatonDatabase, id: string, call: string): Promise<SessionRow | undefined> {
  const below = db.sessions.where('task.above').equals(id);
  return below.filter(({ task, deletedAt }) => task?.call === call && deletedAt === 0).first();
}

/** Moves a conversation and its tasks to the trash. `restoreSession` undoes it. */
export async function trashSession(db: BatonDatabase, id: string, at: number): Promise<void> {
  if ((await trashSessions(db, [id], at)) === 0) throw new StorageError('missing', undefined, `session ${id}`);
}

/** Restores what was moved to the trash together. */
export async function restoreSession(db: BatonDatabase, id: string): Promise<void> {
  if ((await restoreSessions(db, [id])) === 0) throw new StorageError('missing', undefined, `session ${id}`);
}

/**
 * Moves all of them or none. Skips missing ones. Returns how many there were. A date before 1970 becomes 1, because 0
 * means not deleted.
 */
export async function trashSessions(db: BatonDatabase, ids: readonly string[], at: number): Promise<number> {
  return moveWithTasks(db, ids, () => 0, Math.max(1, at));
}

export async function restoreSessions(db: BatonDatabase, ids: readonly string[]): Promise<number> {
  return moveWithTasks(db, ids, ({ deletedAt }) => deletedAt, 0);
}

/** Moves only tasks whose `deletedAt` equals `from(row)`: one that was deleted before its conversation stays deleted. */
async function moveWithTasks(
  db: BatonDatabase,
  ids: readonly string[],
  from: (row: SessionRow) => number,
  to: number,
): Promise<number> {
  return withStorageErrors(
    db.transaction('rw', db.sessions, async () => {
      let moved = 0;
      for (const row of await db.sessions.bulkGet([...ids])) {
        if (!row) continue;
        moved += 1;
        // Moved to the trash again, it would have another time than the tasks that it took along.
        if (to > 0 && row.deletedAt > 0) continue;
        await db.sessions.update(row.id, { deletedAt: to });
        const below = db.sessions.where('task.above').equals(row.id);
        await below.filter(({ deletedAt }) => deletedAt === from(row)).modify({ deletedAt: to });
      }
      return moved;
    }),
  );
}

/**
 * Sets the whole target, only the model, or only the thinking level. What isn't named stays as it is stored, so that of two
 * choices in a row neither is lost. There is no level before there is a model.
 */
export async function setSessionTarget(db: BatonDatabase, id: string, change: TargetChange): Promise<void> {
  const found = await withStorageErrors(
    db.transaction('rw', db.sessions, async () => {
      const row = await db.sessions.get(id);
      if (!row) return false;
      const before = row.target ?? ('model' in change ? { ...change, thinking: DEFAULT_THINKING } : null);
      if (before) await db.sessions.update(id, { target: { ...before, ...change } });
      return true;
    }),
  );
  if (!found) throw new StorageError('missing', undefined, `session ${id}`);
}

const DEFAULT_THINKING = 'medium';

/** No model is chosen any more: the default of new conversations applies. */
export async function clearSessionTarget(db: BatonDatabase, id: string): Promise<void> {
  await change(db, id, { target: null });
}

/** Maximum messages of one request; `null` for no limit. */
export async function setSessionMaxMessages(db: BatonDatabase, id: string, maxMessages: number | null): Promise<void> {
  await change(db, id, { maxMessages });
}

export async function setSessionParameters(
  db: BatonDatabase,
  id: string,
  parameters: RequestParameters,
): Promise<void> {
  // Dexie removes a field that is set to `undefined`.
  await change(db, id, { parameters: nonEmpty(parameters) } as Partial<SessionRow>);
}

/** Whether models that make pictures may make some. */
export async function setSessionPictures(db: BatonDatabase, id: string, wanted: boolean): Promise<void> {
  // Dexie removes a field that is set to `undefined`.
  await change(db, id, { pictures: wanted || undefined } as Partial<SessionRow>);
}

export async function setSessionSystem(db: BatonDatabase, id: string, system: string): Promise<void> {
  await change(db, id, { system });
}

/** Sets the assistant that a conversation begins with; `null` for none. Only before its first message. */
export async function setSessionAssistant(
  db: BatonDatabase,
  id: string,
  assistant: Pick<AssistantRow, 'id' | 'system' | 'target' | 'tools' | 'maxMessages' | 'parameters'> | null,
): Promise<void> {
  const found = await withStorageErrors(
    db.transaction('rw', db.sessions, async () => {
      const row = await db.sessions.get(id);
      if (!row || row.leafId !== null) return row;
      const rest = without(row, 'assistant', 'tools', 'maxMessages', 'parameters');
      await db.sessions.put({
        ...rest,
        system: assistant?.system ?? '',
        target: assistant?.target ?? row.target,
        ...(assistant && { assistant: assistant.id }),
        ...(assistant?.tools && { tools: assistant.tools }),
        ...(assistant?.maxMessages !== undefined && { maxMessages: assistant.maxMessages }),
        ...(assistant?.parameters && { parameters: assistant.parameters }),
      });
      return row;
    }),
  );
  if (!found) throw new StorageError('missing', undefined, `session ${id}`);
  if (found.leafId !== null) throw new Error('a conversation that has begun keeps its instructions');
}

/** Reads and writes in one transaction, so that neither of two parallel changes is lost. */
export async function changeSessionTools(
  db: BatonDatabase,
  id: string,
  change: (before: SessionTools) => SessionTools,
): Promise<void> {
  const found = await withStorageErrors(
    db.transaction('rw', db.sessions, async () => {
      const row = await db.sessions.get(id);
      if (!row) return false;
      await db.sessions.update(id, { tools: change(row.tools ?? NO_TOOLS) });
      return true;
    }),
  );
  if (!found) throw new StorageError('missing', undefined, `session ${id}`);
}

const NO_TOOLS: SessionTools = { on: false, mode: 'ask', off: [] };

/** Writes only the named fields, so that changes from two windows don't overwrite each other. */
async function change(db: BatonDatabase, id: string, fields: Partial<SessionRow>): Promise<void> {
  const found = await withStorageErrors(
    db.transaction('rw', db.sessions, async () => {
      if ((await db.sessions.get(id)) === undefined) return false;
      await db.sessions.update(id, fields);
      return true;
    }),
  );
  if (!found) throw new StorageError('missing', undefined, `session ${id}`);
}
