import { callKey, readCallKey } from '#core/agent/run-record.ts';
import { EVERY_MESSAGE } from '#core/normalize/base/overlays.ts';
import type { BatonDatabase, MessageRow } from '#storage/database.ts';
import { parentKeyOf } from '#storage/message-repository.ts';
import { newId } from '#storage/new-id.ts';
import { outputsOf } from '#storage/output-repository.ts';
import { readChildren } from '#storage/read-children.ts';
import { readPath } from '#storage/read-path.ts';
import type { OnUnreadableRow } from '#storage/read-row.ts';
import type { DraftRow, SessionRow, SessionTarget, StoredMessage } from '#storage/rows.ts';
import { readSends } from '#storage/send-repository.ts';
import { storeSends } from '#storage/store-sends.ts';
import { withoutWaiting } from '#storage/waiting-repository.ts';
import { withStorageErrors } from '#storage/with-storage-errors.ts';
import { draftAttachments, type OutgoingMessage } from '../base/outgoing-message.ts';
import { requireMessage, requireSession } from './insert-answer.ts';

export interface ForkDeps {
  db: BatonDatabase;
  onUnreadableRow: OnUnreadableRow;
  clock: { now(): number };
  flushDrafts(): Promise<void>;
}

export interface ForkOptions {
  title: string;
  /** The target with which the source session continues. */
  stay: SessionTarget | null;
}

export interface ForkAtOptions {
  title: string;
  /** The text for the fork's draft, in place of the message. */
  instead?: OutgoingMessage;
}

interface ForkSource {
  session: SessionRow;
  path: readonly string[];
  title: string;
}

const PAGE = 500;

/**
 * Creates a session with a copy of the chosen path up to now: its messages, their overlays, the records of how its
 * answers were requested, and the full outputs of truncated results. The fork gets the target and the draft. The source
 * session gets `stay` as its target and keeps everything else. An answer that is still streaming isn't copied. All or
 * nothing.
 */
export async function forkSession(deps: ForkDeps, sessionId: string, options: ForkOptions): Promise<SessionRow> {
  const { db } = deps;
  await deps.flushDrafts();
  const session = await requireSession(deps, sessionId);
  const path = await readPathIds(deps, session, session.leafId);
  return copyPath(deps, { session, path, title: options.title }, async (fork) => {
    const draft = await db.drafts.get(sessionId);
    if (draft) await moveDraft(db, draft, fork.id);
    await db.sessions.update(sessionId, { target: options.stay });
  });
}

/**
 * Creates a session with the path to one message, on any branch: up to the message and the results of its calls, or
 * with `instead` up to the message before it, and `instead` as the draft. The source session stays as it is.
 */
export async function forkAt(
  deps: ForkDeps,
  sessionId: string,
  messageId: string,
  { title, instead }: ForkAtOptions,
): Promise<SessionRow> {
  const session = await requireSession(deps, sessionId);
  const message = await requireMessage(deps, sessionId, messageId);
  const path = await readPathIds(deps, session, instead ? message.parentId : await endOfStep(deps, message));
  return copyPath(deps, { session, path, title }, async (fork) => {
    if (instead) {
      const { text, asks } = instead;
      const attachments = draftAttachments(instead.attachments);
      await deps.db.drafts.put({ text, attachments, ...(asks && { asks }), sessionId: fork.id, at: deps.clock.now() });
    }
  });
}

/** Copies the path and the rows beside it. `also` runs in the transaction, on sessions and drafts. */
async function copyPath(
  deps: ForkDeps,
  { session, path, title }: ForkSource,
  also: (fork: SessionRow) => Promise<void>,
): Promise<SessionRow> {
  const { db } = deps;
  // The fork of a task isn't a task.
  const { task: _above, archivedAt: _away, ...source } = session;
  const now = deps.clock.now();
  const ids = new Map(path.map((id) => [id, newId()]));
  const fork: SessionRow = {
    ...source,
    id: newId(),
    title,
    createdAt: now,
    updatedAt: now,
    leafId: ids.get(path.at(-1) ?? '') ?? null,
    lastSeq: path.length,
    pinned: 0,
    deletedAt: 0,
    cost: 0,
  };
  await withStorageErrors(
    db.transaction(
      'rw',
      [db.sessions, db.messages, db.overlays, db.sends, db.noteLists, db.outputs, db.drafts],
      async () => {
        await db.sessions.add(fork);
        for (let from = 0; from < path.length; from += PAGE) {
          const rows = await db.messages.bulkGet(path.slice(from, from + PAGE));
          await db.messages.bulkAdd(
            rows.flatMap((row, index) => (row ? [copyMessage(row, fork.id, ids, path, from + index)] : [])),
          );
        }
        await copyBeside(deps, source.id, fork.id, ids);
        await also(fork);
      },
    ),
  );
  return fork;
}

/** Undoes a fork in which nothing was written yet: moves it to the trash and gives its draft and target back. */
export async function undoFork(deps: ForkDeps, forkId: string, sessionId: string): Promise<void> {
  const { db } = deps;
  await deps.flushDrafts();
  await withStorageErrors(
    db.transaction('rw', [db.sessions, db.drafts], async () => {
      const fork = await db.sessions.get(forkId);
      if (!fork) return;
      await db.sessions.update(forkId, { deletedAt: deps.clock.now() });
      await db.sessions.update(sessionId, { target: fork.target });
      const draft = await db.drafts.get(forkId);
      if (draft && !(await db.drafts.get(sessionId))) await moveDraft(db, draft, sessionId);
    }),
  );
}

/** An answer that calls tools means nothing without their results. */
async function endOfStep({ db, onUnreadableRow }: ForkDeps, message: StoredMessage): Promise<string> {
  let end = message;
  for (;;) {
    const results = (await readChildren(db, end.sessionId, end.id, onUnreadableRow)).findLast(
      ({ role }) => role === 'tool',
    );
    if (!results) return end.id;
    end = results;
  }
}

async function readPathIds(deps: ForkDeps, source: SessionRow, leafId: string | null): Promise<string[]> {
  const ids: string[] = [];
  let next = leafId;
  while (next !== null) {
    const page = await readPath(deps.db, source.id, next, PAGE, deps.onUnreadableRow);
    ids.unshift(...page.messages.filter(({ status }) => status !== 'streaming').map(({ id }) => id));
    next = page.next;
  }
  return ids;
}

function copyMessage(
  row: MessageRow,
  sessionId: string,
  ids: ReadonlyMap<string, string>,
  path: readonly string[],
  place: number,
): MessageRow {
  // The path continues past a message that can't be read, so the parent is the message before it in the path.
  const parentId = ids.get(path[place - 1] ?? '') ?? null;
  return {
    ...row,
    id: ids.get(row.id) ?? newId(),
    sessionId,
    parentId,
    parentKey: parentKeyOf(sessionId, parentId),
    seq: place + 1,
  };
}

async function copyBeside(
  { db, onUnreadableRow }: ForkDeps,
  from: string,
  sessionId: string,
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  const overlays = await db.overlays.where('sessionId').equals(from).toArray();
  await db.overlays.bulkAdd(
    overlays.flatMap((overlay) => {
      const { message: named } = overlay.target;
      const message = named === EVERY_MESSAGE ? named : ids.get(named);
      if (message === undefined) return [];
      return [{ ...overlay, id: newId(), sessionId, target: { ...overlay.target, message } }];
    }),
  );
  const sends = await readSends(db, from, onUnreadableRow);
  await storeSends(
    db,
    sends.flatMap((send) => {
      const id = ids.get(send.id);
      if (id === undefined) return [];
      return [
        {
          ...send,
          id,
          sessionId,
          cacheKey: send.cacheKey ?? from,
          first: renamed(send.first, ids),
          notes: send.notes.map((note) => rename(note, ids)),
        },
      ];
    }),
    'add',
  );
  const outputs = await outputsOf(db, from).toArray();
  await db.outputs.bulkAdd(
    outputs.flatMap((output) => {
      const { answerId, part } = readCallKey(output.call);
      const id = ids.get(answerId);
      return id === undefined ? [] : [{ ...output, sessionId, call: callKey(id, part) }];
    }),
  );
}

function rename<T extends { message?: string }>(note: T, ids: ReadonlyMap<string, string>): T {
  return note.message === undefined ? note : { ...note, message: ids.get(note.message) ?? note.message };
}

function renamed(id: string | null, ids: ReadonlyMap<string, string>): string | null {
  return id === null ? null : (ids.get(id) ?? null);
}

/** One that waits for a network is written on, and not sent, in another conversation. */
async function moveDraft(db: BatonDatabase, draft: DraftRow, sessionId: string): Promise<void> {
  await db.drafts.put({ ...withoutWaiting(draft), sessionId });
  await db.drafts.delete(draft.sessionId);
}
