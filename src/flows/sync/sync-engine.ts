import { z } from 'zod/mini';
import { hashOf, readObject, SyncObjectError } from '#archive/sync/sync-object.ts';
import type { SyncWaiting } from '#state/sync-scheduler.ts';
import type { BatonDatabase } from '#storage/database.ts';
import { getSyncLog, readOutbox, sessionMarkId } from '#storage/sync-marks.ts';
import type { SyncLogRow } from '#storage/sync-rows.ts';
import { blobsYielding, sendBlob } from './blob-exchange.ts';
import { collectChanges } from './collect-changes.ts';
import {
  isUnreadable,
  nothingReceived,
  type ReceivedChanges,
  AnswerStillStreamingError,
  applyRemoteObject,
  type ApplyDeps,
} from './apply-remote-object.ts';
import { readObjectYielding } from './yielding.ts';

export interface SyncEngineDeps extends ApplyDeps {
  newDevice: () => string;
}

export interface SyncProgress {
  received: number;
  sent: number;
}

export interface SyncPassResult {
  received: ReceivedChanges;
  sent: number;
  waiting: Map<string, SyncWaiting>;
}

export interface PassOptions {
  /** Sessions in which something may have changed here; all when absent. */
  changed?: readonly string[];
  signal?: AbortSignal;
  onProgress?: (progress: SyncProgress) => void;
}

export interface SyncEngine {
  /** From now on this profile writes to the remote. Forgets what it did with another remote. */
  begin(place: { fingerprint: string; name: string }): Promise<void>;
  /** Forgets the remote. Sessions stay. */
  end(): Promise<void>;
  /** Sends everything here again with the next pass, for devices that miss it or can't read it. */
  sayAgain(): Promise<void>;
  /** Receives what is new and sends what has changed. Rejects when the remote can't be reached; what was done stays. */
  pass(options?: PassOptions): Promise<SyncPassResult>;
}

/** The first of this many passes checks what this device has sent. */
const PASSES_TO_OWN = 15;

export function createSyncEngine(deps: SyncEngineDeps): SyncEngine {
  const { db, port } = deps;
  const added = new Set<string>();
  let passes = 0;

  async function forget(): Promise<void> {
    await db.syncMarks.clear();
    await db.tombstones.clear();
    added.clear();
    passes = 0;
  }

  /** Checks that the remote still has what this device sent, and nothing more under its name. */
  async function checkOwn(log: SyncLogRow, own: readonly number[]): Promise<void> {
    const waiting = new Set((await readOutbox(db)).map(({ counter }) => counter));
    const there = new Set(own);
    if (own.some((counter) => counter > log.counter)) {
      await becomeAnother(db, deps.newDevice());
      return;
    }
    for (let counter = log.since; counter <= log.counter; counter++)
      if (!waiting.has(counter) && !there.has(counter)) {
        await db.syncMarks.put({ ...log, again: true });
        return;
      }
  }

  async function receive(logs: Record<string, number[]>, report: SyncPassResult, options: PassOptions): Promise<void> {
    const log = await requireLog(db);
    for (const [device, { counter }] of Object.entries(log.applied))
      if (device !== log.device && !logs[device]?.includes(counter)) report.waiting.set(device, 'rolled-back');
    for (const [device, counters] of Object.entries(logs)) {
      if (device === log.device) continue;
      for (const counter of counters) {
        options.signal?.throwIfAborted();
        const applied = (await requireLog(db)).applied[device];
        if (counter <= (applied?.counter ?? 0)) continue;
        const waits = await receiveOne(device, counter, applied, report);
        if (waits === null) {
          report.waiting.delete(device);
          options.onProgress?.({ received: report.received.messages, sent: report.sent });
          continue;
        }
        // The first object that waits gives the reason.
        if (!report.waiting.has(device)) report.waiting.set(device, waits);
        // A later object may repeat what is missing or damaged.
        if (waits !== 'missing' && waits !== 'damaged') break;
      }
    }
  }

  async function receiveOne(
    device: string,
    counter: number,
    known: SyncLogRow['applied'][string] | undefined,
    report: SyncPassResult,
  ): Promise<SyncWaiting | null> {
    try {
      const text = await port.read(device, counter);
      const { head, lines } = await readObjectYielding(db, text);
      if (head.device !== device || head.counter !== counter) throw new SyncObjectError('damaged', 'another object');
      const follows = counter === (known?.counter ?? 0) + 1 && head.previous === (known?.head ?? null);
      if (!follows && !head.base) return counter === (known?.counter ?? 0) + 1 ? 'damaged' : 'missing';
      await applyRemoteObject(deps, { device, counter }, lines, report.received);
      await db.transaction('rw', db.syncMarks, async () => {
        const log = await requireLog(db);
        const applied = { ...log.applied, [device]: { counter, head: hashOf(text), name: head.name, at: head.at } };
        await db.syncMarks.put({ ...log, applied });
      });
      return null;
    } catch (error) {
      if (error instanceof SyncObjectError) return error.problem;
      if (error instanceof AnswerStillStreamingError) return 'growing';
      if (error instanceof z.core.$ZodError || isUnreadable(error)) return 'damaged';
      throw error;
    }
  }

  async function send(report: SyncPassResult, options: PassOptions): Promise<void> {
    for (const { id, counter, text } of await readOutbox(db)) {
      options.signal?.throwIfAborted();
      const log = await requireLog(db);
      const { lines } = await readObjectYielding(db, text);
      for (const { blob } of (await blobsYielding(db, lines)).values()) {
        if (added.has(blob)) continue;
        await sendBlob(db, port, blob);
        added.add(blob);
      }
      const created = await port.write(log.device, counter, text);
      // It arrived although the connection broke before the answer did, or another copy of this profile uses its name.
      if (!created && hashOf(await port.read(log.device, counter)) !== hashOf(text)) {
        await becomeAnother(db, deps.newDevice());
        return;
      }
      await db.transaction('rw', db.syncMarks, async () => {
        const now = await requireLog(db);
        const own = { counter, head: hashOf(text), name: now.name, at: deps.now() };
        await db.syncMarks.put({ ...now, applied: { ...now.applied, [now.device]: own } });
        await db.syncMarks.delete(id);
      });
      report.sent++;
      options.onProgress?.({ received: report.received.messages, sent: report.sent });
    }
  }

  return {
    async begin({ fingerprint, name }) {
      await forget();
      await db.syncMarks.put({
        id: 'log',
        device: deps.newDevice(),
        name,
        fingerprint,
        counter: 0,
        head: null,
        applied: {},
        toolLists: [],
        again: false,
        since: 1,
        paused: false,
      });
    },
    end: forget,
    async sayAgain() {
      await db.transaction('rw', db.syncMarks, async () => {
        await db.syncMarks.put({ ...(await requireLog(db)), again: true });
      });
    },
    async pass(options = {}) {
      const report: SyncPassResult = { received: nothingReceived(), sent: 0, waiting: new Map() };
      const log = await requireLog(db);
      // Lists from the newest that was applied, including that one: a remote that was set back no longer has it.
      const after = Object.fromEntries(
        Object.entries(log.applied).map(([device, { counter }]) => [device, counter - 1]),
      );
      const looksAtOwn = passes % PASSES_TO_OWN === 0;
      const logs = await port.list(looksAtOwn ? { ...after, [log.device]: 0 } : after);
      if (looksAtOwn) await checkOwn(log, logs[log.device] ?? []);
      passes++;
      await receive(logs, report, options);
      const { again } = await requireLog(db);
      const among = again ? undefined : options.changed;
      await collectChanges(deps, among ?? (await db.sessions.toCollection().primaryKeys()));
      await send(report, options);
      return report;
    },
  };
}

async function requireLog(db: BatonDatabase): Promise<SyncLogRow> {
  const log = await getSyncLog(db);
  if (!log) throw new Error('this profile does not sync');
  return log;
}

/**
 * Two copies of one profile can't write under one name. This copy takes a new name and sends under it what it couldn't
 * send under the old one.
 */
async function becomeAnother(db: BatonDatabase, device: string): Promise<void> {
  await db.transaction('rw', [db.syncMarks, db.tombstones], async () => {
    const log = await requireLog(db);
    const unsaid = new Map<string, Set<string>>();
    for (const { id, text } of await readOutbox(db)) {
      for (const line of readObject(text).lines) {
        if (line.kind === 'record') unsaid.set(line.session, (unsaid.get(line.session) ?? new Set()).add(line.key));
        if (line.kind === 'tombstone') await db.tombstones.update(line.session, { unsent: true });
      }
      await db.syncMarks.delete(id);
    }
    for (const [session, keys] of unsaid) {
      const marks = await db.syncMarks.get(sessionMarkId(session));
      if (marks && 'unsent' in marks)
        await db.syncMarks.put({ ...marks, unsent: [...new Set([...marks.unsent, ...keys])] });
    }
    await db.syncMarks.put({ ...log, device, counter: 0, head: null, toolLists: [], again: false, since: 1 });
  });
}
