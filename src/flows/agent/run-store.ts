import type { RunStore } from '#core/agent/ports.ts';
import type { RunMessage, RunRecord } from '#core/agent/run-record.ts';
import type { Dehydrate } from '#storage/dehydrate-parts.ts';
import { saveOutput } from '#storage/output-repository.ts';
import type { QueuedMessage, StoredMessage } from '#storage/rows.ts';
import { storeRunRecord } from '#storage/run-repository.ts';
import type { RunEffect } from '#storage/run-repository.ts';
import { StorageError } from '#storage/storage-error.ts';
import { NotWriterError } from '#storage/writer-fence.ts';
import type { Fence } from '#storage/writer-fence.ts';
import { endAnswer } from '../answer/end-answer.ts';
import type { FlowDeps } from '../base/flow-deps.ts';
import { pause } from '../base/pause.ts';
import { requireMessage } from '../conversation/insert-answer.ts';
import type { Compaction } from '../context/write-compaction.ts';
import type { AnswerPort } from './model-port.ts';

/** Time between two attempts at a write that storage refuses. */
const AGAIN_MS = 5_000;
const MAX_UNKNOWN = 12;

export interface RunStoreJob {
  fence: Fence;
  dehydrate: Dehydrate;
  answers: Pick<AnswerPort, 'ended' | 'forget'>;
  /** End of the path that the run continues from. */
  tail: string | null;
  /** An answer that is already stored: the run's first one. */
  placed: string | null;
  /** Returns a message that was written during the run. */
  queued(id: string): Pick<QueuedMessage, 'parts' | 'author' | 'thinking'>;
  compaction(id: string): Compaction | null;
  /** Called with a message when storage refuses, and with `null` when it no longer does. */
  onRefused(problem: string | null): void;
  onAnswered(message: StoredMessage): void;
}

/**
 * Stores what happens in a run and the messages it makes, through the session's writer. A full disk does not end the
 * run: the run waits and retries until the write succeeds or another window becomes the conversation's writer.
 */
export function createRunStore(deps: FlowDeps, job: RunStoreJob): RunStore {
  const { db, clock } = deps;
  const { fence, dehydrate } = job;
  let { tail } = job;

  async function insist<T>(write: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        const done = await write();
        if (tries > 1) job.onRefused(null);
        return done;
      } catch (error) {
        if (error instanceof NotWriterError || !mayPass(error, tries)) throw error;
        job.onRefused(error.message);
        await pause(clock, AGAIN_MS);
      }
    }
  }

  function added(message: Pick<StoredMessage, 'id' | 'role' | 'parts' | 'author' | 'thinking'>): RunEffect {
    const at = clock.now();
    return { add: { ...message, parentId: tail, status: 'complete', createdAt: at, completedAt: at } };
  }

  async function effectOf(record: RunRecord, message: RunMessage | undefined): Promise<RunEffect | null> {
    switch (record.type) {
      case 'step_started': {
        const { answerId: id } = record;
        if (id === job.placed) return null;
        const createdAt = clock.now();
        return { add: { id, role: 'assistant', parts: [], parentId: tail, status: 'streaming', createdAt } };
      }
      case 'answered': {
        const answer = await job.answers.ended(record.answerId);
        if (answer) {
          const { message: complete, ending } = await endAnswer(answer, dehydrate);
          return { complete, ending };
        }
        const placed = await requireMessage(deps, fence.sessionId, record.answerId);
        const { parts = [], stop = record.stop, error } = message ?? {};
        const ended: StoredMessage = { ...placed, status: 'complete', stop, completedAt: clock.now() };
        const complete = { ...ended, parts: await dehydrate(parts), ...(error && { error }) };
        return { complete, ending: { usage: null, vendor: null } };
      }
      case 'results_stored':
        return message ? added({ id: record.messageId, role: 'tool', parts: await dehydrate(message.parts) }) : null;
      case 'compacted': {
        const made = job.compaction(record.messageId);
        return made && { add: { ...made.message, parentId: tail }, overlays: made.overlays };
      }
      case 'steered':
        return added({ ...job.queued(record.messageId), id: record.messageId, role: 'user' });
      default:
        return null;
    }
  }

  return {
    async append(record, message) {
      const effect = await insist(() => effectOf(record, message));
      await insist(() => storeRunRecord(db, fence, record, effect));
      if (record.type === 'step_started') tail = record.answerId;
      if ('messageId' in record) tail = record.messageId;
      if (!effect || !('complete' in effect)) return;
      job.answers.forget(effect.complete.id);
      job.onAnswered(effect.complete);
    },
    keepOutput: ({ key, name, text }) =>
      insist(() => saveOutput(db, fence, { call: key, name, text, at: clock.now() })),
  };
}

/** A full or slow disk may recover. So may an unknown failure, but it is not retried forever. */
function mayPass(error: unknown, tries: number): error is StorageError {
  if (!(error instanceof StorageError)) return false;
  return error.code === 'quota' || error.code === 'timeout' || (error.code === 'unknown' && tries < MAX_UNKNOWN);
}
