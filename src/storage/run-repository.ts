import { Dexie } from 'dexie';
import { addSource, NO_TAINT, type TaintSource } from '#core/agent/tools/taint.ts';
import { taintSourcesOf } from '#core/agent/run-record.ts';
import type { RunRecord } from '#core/agent/run-record.ts';
import type { Overlay } from '#core/request.ts';
import type { BatonDatabase } from './database.ts';
import { settleDraft, type TakenDraft } from './draft-repository.ts';
import { addMessageRows, completeMessageRow } from './write-messages.ts';
import type { AnswerCompletion, NewMessage } from './write-messages.ts';
import { readRow } from './read-row.ts';
import type { OnUnreadableRow } from './read-row.ts';
import { RunRowSchema } from './row-schemas.ts';
import type { QueuedMessage, RunRow, StoredMessage } from './rows.ts';
import { StorageError } from './storage-error.ts';
import { withStorageErrors } from './with-storage-errors.ts';
import { writeFenced } from './writer-fence.ts';
import type { Fence } from './writer-fence.ts';

/** What a record adds to the conversation. */
export type RunEffect =
  | { add: NewMessage; overlays?: readonly Overlay[] }
  /** The answer of a step has ended. */
  | { complete: StoredMessage; ending: AnswerCompletion };

/**
 * Stores one run record with its message, in one transaction. An existing record changes nothing, so a write with an
 * unknown outcome may be repeated.
 */
export async function storeRunRecord(
  db: BatonDatabase,
  fence: Fence,
  record: RunRecord,
  effect: RunEffect | null,
): Promise<void> {
  const { run, seq } = record;
  await writeFenced(db, fence, [db.runs, db.runRecords, db.messages, db.sessions, db.usage, db.overlays], async () => {
    if ((await db.runRecords.get([run, seq])) !== undefined) return;
    if (effect && 'add' in effect) {
      await addMessageRows(db, fence.sessionId, [effect.add], { stayElsewhere: true });
      await db.overlays.bulkAdd(effect.overlays ?? []);
    } else if (effect) await completeMessageRow(db, effect.complete, effect.ending);
    await db.runRecords.add({ run, seq, record });
    await changeHead(db, fence.sessionId, record);
  });
}

async function changeHead(db: BatonDatabase, sessionId: string, record: RunRecord): Promise<void> {
  const { run, at } = record;
  switch (record.type) {
    case 'run_started':
      await db.runs.add({ id: run, sessionId, open: 1, queued: [], startedAt: at });
      return;
    case 'run_resumed':
      await db.runs.update(run, { open: 1 });
      return;
    case 'run_ended':
      await db.runs.update(run, { open: 0 });
      return;
    case 'steered': {
      const row = await db.runs.get(run);
      if (row) await db.runs.update(run, { queued: row.queued.filter(({ id }) => id !== record.messageId) });
      return;
    }
    case 'results_stored':
      await dropStoredResults(db, record);
      return;
    default:
  }
}

/** The tool message holds the results now. Storing them twice would double the size of a long run. */
async function dropStoredResults(db: BatonDatabase, { run, seq }: RunRecord): Promise<void> {
  const before = db.runRecords.where('[run+seq]').between([run, Dexie.minKey], [run, seq]);
  // oxlint-disable-next-line unicorn/no-array-reverse -- a query, not an array
  const newestFirst = before.reverse();
  const rows = await newestFirst.until(({ record }) => record.type === 'step_started').toArray();
  for (const { record, ...row } of rows) {
    if (record.type !== 'call_ended' || record.result === undefined) continue;
    const { result: _held, ...rest } = record;
    await db.runRecords.put({ ...row, record: rest });
  }
}

/**
 * The most recently begun run of a conversation. One that is open is the newest, although its id is lower where the
 * clock was set back since: a run is closed before the next one begins.
 */
export async function newestRun(
  db: BatonDatabase,
  sessionId: string,
  onUnreadableRow: OnUnreadableRow,
): Promise<RunRow | null> {
  // Ids grow with time, and an index lists equal keys in the order of their ids.
  const last = await db.runs.where('sessionId').equals(sessionId).last();
  const open = last?.open === 0 ? await db.runs.where('open').equals(1).toArray() : [];
  const row: unknown = open.findLast((one) => one.sessionId === sessionId) ?? last;
  return row === undefined ? null : readRow(RunRowSchema, row, { table: 'runs', key: sessionId }, onUnreadableRow);
}

/** The runs of a conversation that keep messages which they haven't taken, oldest first. */
export async function runsWithQueue(
  db: BatonDatabase,
  sessionId: string,
  onUnreadableRow: OnUnreadableRow,
): Promise<RunRow[]> {
  const rows: unknown[] = await keepingRows(db, sessionId);
  return rows.flatMap((row) => readRow(RunRowSchema, row, { table: 'runs', key: sessionId }, onUnreadableRow) ?? []);
}

const keepingRows = (db: BatonDatabase, sessionId: string): Promise<RunRow[]> =>
  db.runs
    .where('sessionId')
    .equals(sessionId)
    .filter(({ queued }: Partial<RunRow>) => (queued?.length ?? 0) > 0)
    .toArray();

/** Moves what other runs of the conversation keep to the start of this run's queue. Returns it. */
export async function gatherQueue(db: BatonDatabase, fence: Fence, run: string): Promise<QueuedMessage[]> {
  return writeFenced(db, fence, [db.runs], () => gatherQueueRows(db, fence.sessionId, run));
}

async function gatherQueueRows(db: BatonDatabase, sessionId: string, run: string): Promise<QueuedMessage[]> {
  const others = (await keepingRows(db, sessionId)).filter(({ id }) => id !== run);
  const kept = others.flatMap(({ queued }) => queued);
  if (kept.length === 0) return kept;
  for (const { id } of others) await db.runs.update(id, { queued: [] });
  const queued = (await db.runs.get(run))?.queued ?? [];
  await db.runs.update(run, { queued: [...kept, ...queued] });
  return kept;
}

/** In order; only those after `after`. */
export async function readRunRecords(db: BatonDatabase, run: string, after: number): Promise<RunRecord[]> {
  const rows = await db.runRecords.where('[run+seq]').between([run, after], [run, Dexie.maxKey], false).toArray();
  return rows.map(({ record }) => record);
}

/**
 * Outside content in the conversation of a task: the newest of each kind from each server, oldest first. Sources behind
 * the task's own request are left out, since the calling conversation knows them.
 */
export async function readOutsideSources(db: BatonDatabase, sessionId: string): Promise<TaintSource[]> {
  const newest = new Map<string, TaintSource>();
  const runs = await db.runs.where('sessionId').equals(sessionId).primaryKeys();
  for (const [index, run] of runs.entries()) {
    for (const record of await readRunRecords(db, run, 0)) {
      if (index === 0 && record.type === 'run_started') continue;
      for (const one of taintSourcesOf(record)) {
        const key = `${one.kind} ${one.server}`;
        newest.delete(key);
        newest.set(key, one);
      }
    }
  }
  return [...newest.values()];
}

/**
 * Outside content that the run which a message belongs to had taken in by then, as `addSource` keeps it; `null` where no
 * run of the conversation knows the message.
 */
export async function readSourcesUpTo(
  db: BatonDatabase,
  { id, sessionId }: Pick<StoredMessage, 'id' | 'sessionId'>,
): Promise<TaintSource[] | null> {
  const runs = await db.runs.where('sessionId').equals(sessionId).primaryKeys();
  for (const run of runs.toReversed()) {
    const records = await readRunRecords(db, run, 0);
    const last = records.findLastIndex(
      (record) =>
        ('messageId' in record && record.messageId === id) || ('answerId' in record && record.answerId === id),
    );
    if (last < 0) continue;
    const { recent } = records
      .slice(0, last + 1)
      .flatMap(taintSourcesOf)
      .reduce(addSource, NO_TAINT);
    return recent.map(({ source }) => source);
  }
  return null;
}

/**
 * Queues a steering message, after what other runs of the conversation keep, and ends the draft that it was `taken` from
 * in the same transaction. Returns what is queued now and was not before.
 */
export async function queueMessage(
  db: BatonDatabase,
  fence: Fence,
  run: string,
  message: QueuedMessage,
  taken?: TakenDraft,
): Promise<QueuedMessage[]> {
  return writeFenced(db, fence, [db.runs, db.drafts], async () => {
    // An automatic message is not the one that the user was told to send.
    const kept = message.author === undefined ? await gatherQueueRows(db, fence.sessionId, run) : [];
    const row = await db.runs.get(run);
    if (!row) throw new StorageError('missing', undefined, `run ${run}`);
    await db.runs.update(run, { queued: [...row.queued, message] });
    // An automatic message must not remove the user's draft.
    if (message.author === undefined) await settleDraft(db, fence.sessionId, taken);
    return [...kept, message];
  });
}

/** Removes a message from the queue. Returns `null` if it is not there. */
export async function unqueueMessage(db: BatonDatabase, run: string, message: string): Promise<QueuedMessage | null> {
  return withStorageErrors(
    db.transaction('rw', db.runs, async () => {
      const row = await db.runs.get(run);
      const found = row?.queued.find(({ id }) => id === message) ?? null;
      if (row && found) await db.runs.update(run, { queued: row.queued.filter((one) => one !== found) });
      return found;
    }),
  );
}

/**
 * Moves the queue to the end of the path, in one transaction: a message that is queued or taken back meanwhile is never
 * lost or stored twice. `place` makes the messages of the queue. Returns those that were added.
 */
export async function takeQueue(
  db: BatonDatabase,
  fence: Fence,
  run: string,
  place: (queued: readonly QueuedMessage[]) => readonly NewMessage[],
): Promise<StoredMessage[]> {
  return writeFenced(db, fence, [db.runs, db.messages, db.sessions], async () => {
    const row = await db.runs.get(run);
    const added = await addMessageRows(db, fence.sessionId, place(row?.queued ?? []));
    await db.runs.update(run, { queued: [] });
    return added;
  });
}
