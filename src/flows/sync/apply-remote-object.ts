import { NO_MARKS } from '#archive/sync/changes-since.ts';
import { mergeRecords, readRecord, type ReadRecord } from '#archive/sync/merge-records.ts';
import {
  mergeVersionVectors,
  covers,
  type RecordLine,
  type VersionVector,
  type SyncLine,
} from '#archive/sync/sync-object.ts';
import { readKey } from '#archive/sync/sync-records.ts';
import { clearSessions } from '#storage/remove-session.ts';
import { getSessionMarks, getSyncLog, readOutbox, sessionMarkId } from '#storage/sync-marks.ts';
import { ToolListRowSchema } from '#storage/send-schemas.ts';
import { lastSeqOf, saveToolList } from '#storage/complete-session.ts';
import { getSession } from '#storage/read-sessions.ts';
import { blobsYielding, fetchBlob } from './blob-exchange.ts';
import { LIBRARY, putMarks, type SyncContext, readState } from './session-state.ts';
import { applyRemoteLibrary } from './apply-remote-library.ts';
import type { SyncPort } from './sync-port.ts';
import { forEachYielding, readObjectYielding } from './yielding.ts';
import { writeMerged } from './write-merged.ts';

/** What was received, for the user. */
export interface ReceivedChanges {
  /** Sessions in which something changed. */
  changed: Set<string>;
  messages: number;
  /** Removed on another device, and so here. */
  removed: Set<string>;
  /** Removed somewhere, but retained because someone continued them. */
  retained: Set<string>;
  /** Attachments whose bytes are nowhere. */
  lost: Set<string>;
}

export const nothingReceived = (): ReceivedChanges => ({
  changed: new Set(),
  messages: 0,
  removed: new Set(),
  retained: new Set(),
  lost: new Set(),
});

/** Another device knows something of an answer that is streaming here. The object waits until the answer ends. */
export class AnswerStillStreamingError extends Error {
  constructor() {
    super('An answer is being written in this conversation.');
    this.name = 'StillGrowing';
  }
}

export interface ApplyDeps extends SyncContext {
  port: SyncPort;
}

/** Merges an object of another device. Does nothing with what is merged already, so it can run again after a crash. */
export async function applyRemoteObject(
  deps: ApplyDeps,
  dot: { device: string; counter: number },
  lines: readonly SyncLine[],
  received: ReceivedChanges,
): Promise<void> {
  const bySession = new Map<string, RecordLine[]>();
  for (const line of lines) {
    if (line.kind === 'tool-list') await saveToolList(deps.db, ToolListRowSchema.parse(line.value));
    if (line.kind !== 'record') continue;
    const records = bySession.get(line.session);
    if (records) records.push(line);
    else bySession.set(line.session, [line]);
  }
  for (const [session, records] of bySession)
    if (session === LIBRARY) {
      await fetchBlobs(deps, records, received);
      await applyRemoteLibrary(deps, records);
    } else await takeRecords(deps, session, dot, records, received);
  for (const line of lines) if (line.kind === 'tombstone') await takeEnd(deps, line.session, line.seen, received);
}

async function takeRecords(
  deps: ApplyDeps,
  session: string,
  dot: { device: string; counter: number },
  lines: readonly RecordLine[],
  received: ReceivedChanges,
): Promise<void> {
  const end = await deps.db.tombstones.get(session);
  if (end && !end.void && !(await deps.db.sessions.get(session))) {
    if (covers(end.seen, dot.device, dot.counter) || !lines.some(isMessage)) return;
    await restoreSession(deps, session, lines, received);
    return;
  }
  // It was lost here, or a restore that had brought it was undone. Alone, these lines would be all of it.
  const isGone =
    !(await getSession(deps.db, session, deps.onUnreadableRow)) && (await getSessionMarks(deps.db, session));
  if (isGone) await joinIn(deps, session, [...(await allLines(deps, session, {})), ...lines], received, 'anew');
  else await joinIn(deps, session, lines, received);
}

async function fetchBlobs(
  { db, port }: ApplyDeps,
  lines: readonly RecordLine[],
  received: ReceivedChanges,
): Promise<void> {
  for (const named of (await blobsYielding(db, lines)).values())
    if (!(await fetchBlob(db, port, named))) received.lost.add(named.blob);
}

const isMessage = ({ key }: RecordLine): boolean => readKey(key).kind === 'message';

async function joinIn(
  deps: ApplyDeps,
  session: string,
  lines: readonly RecordLine[],
  received: ReceivedChanges,
  how: 'on' | 'anew' | 'restored' = 'on',
): Promise<void> {
  const { db } = deps;
  const read: ReadRecord[] = [];
  await forEachYielding(db, lines, (line) => void read.push(readRecord(session, line)));
  await fetchBlobs(deps, lines, received);
  await db.transaction('rw', db.tables, async () => {
    const log = await getSyncLog(db);
    if (!log) return;
    const { history, records, marks } = await readState(deps, log.device, session);
    const growing = new Set(
      history?.messages.filter(({ status }) => status === 'streaming').map(({ id }) => `message:${id}`),
    );
    if (lines.some(({ key }) => growing.has(key))) throw new AnswerStillStreamingError();
    const known = how === 'anew' && !history ? NO_MARKS : marks;
    const merged = mergeRecords(session, history, records, known, read, await lastSeqOf(db, session));
    if (how === 'restored') merged.history.session = { ...merged.history.session, deletedAt: 0 };
    await writeMerged(db, history, merged.history);
    await putMarks(db, session, merged.marks);
    const end = await db.tombstones.get(session);
    if (end && !end.void) await db.tombstones.put({ ...end, void: true, unsent: false });
    received.changed.add(session);
    received.messages += merged.added;
  });
}

/** An object that is gone from the remote, or that didn't arrive there completely. */
export function isUnreadable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'sync_damaged' || error.code === 'not_found');
}

/** Every line that any device ever sent about a session. */
async function allLines({ db, port }: ApplyDeps, session: string, after: VersionVector): Promise<RecordLine[]> {
  const log = await getSyncLog(db);
  const lines: RecordLine[] = [];
  const add = async (text: string): Promise<void> => {
    const object = await readObjectYielding(db, text);
    for (const line of object.lines) if (line.kind === 'record' && line.session === session) lines.push(line);
  };
  for (const [device, { counter }] of Object.entries(log?.applied ?? {}))
    for (let at = (after[device] ?? 0) + 1; at <= counter; at++)
      try {
        await add(await port.read(device, at));
      } catch (error) {
        // What the object's device finds missing there, it sends again.
        if (!isUnreadable(error)) throw error;
      }

  for (const { counter, text } of await readOutbox(db)) if (counter > (after[log?.device ?? ''] ?? 0)) await add(text);
  return lines;
}

/** Restores a removed session that someone continued without knowing that it was removed. Reads all of it again. */
async function restoreSession(
  deps: ApplyDeps,
  session: string,
  lines: readonly RecordLine[],
  received: ReceivedChanges,
): Promise<void> {
  await joinIn(deps, session, [...(await allLines(deps, session, {})), ...lines], received, 'restored');
  received.retained.add(session);
}

/** Removes a session here that was removed elsewhere, unless someone continued it without knowing. */
async function takeEnd(
  deps: ApplyDeps,
  session: string,
  given: VersionVector,
  received: ReceivedChanges,
): Promise<void> {
  const { db } = deps;
  const before = await db.tombstones.get(session);
  const seen = mergeVersionVectors(before?.seen ?? {}, given);
  const beyond = (await allLines(deps, session, seen)).some(isMessage);
  const here = (await db.sessions.get(session)) !== undefined;
  if (beyond && !here) {
    await db.tombstones.put({ id: session, seen, unsent: false, void: false });
    await restoreSession(deps, session, [], received);
    return;
  }
  await db.transaction('rw', db.tables, async () => {
    const log = await getSyncLog(db);
    if (!log) return;
    const { history, marks } = await readState(deps, log.device, session);
    const unsaid =
      history?.messages.some(({ status }) => status === 'streaming') === true ||
      marks.unsent.some((key) => readKey(key).kind === 'message') ||
      (history?.draft?.text.trim() ?? '') !== '' ||
      (history?.draft?.attachments.length ?? 0) > 0;
    const stays = history !== null && (beyond || unsaid);
    if (stays) {
      await putMarks(db, session, marks);
      await db.sessions.update(session, { deletedAt: 0 });
      received.retained.add(session);
    } else if (history) {
      // Deletes its marks first: a removal that came from elsewhere isn't sent as this device's own.
      await db.syncMarks.delete(sessionMarkId(session));
      await clearSessions(db, [session]);
      received.removed.add(session);
    }
    await db.tombstones.put({ id: session, seen, unsent: before?.unsent ?? false, void: stays });
  });
}
