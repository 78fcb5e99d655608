import type { ModelError } from '#core/error.ts';
import { createDraft, draftParts, foldEvent } from '#core/fold-stream.ts';
import type { StreamDraft } from '#core/fold-stream.ts';
import type { Part, Stop } from '#core/message.ts';
import type { Target } from '#core/request.ts';
import type { Origin } from '#core/vendor.ts';
import type { LiveRun } from '#state/live-runs.ts';
import type { Dehydrate } from '#storage/dehydrate-parts.ts';
import { createJournal } from '#storage/journal.ts';
import { putGrowingMessage } from '#storage/message-repository.ts';
import type { SessionRow, StoredMessage } from '#storage/rows.ts';
import { NotWriterError } from '#storage/writer-fence.ts';
import type { Fence } from '#storage/writer-fence.ts';
import type { AIService } from '#vendors/base-ai-service.ts';
import type { FlowDeps } from './flow-deps.ts';
import { compileRequest } from './compile-request.ts';
import { pause } from './pause.ts';
import { readStream } from './read-stream.ts';
import { resolveTarget } from './resolve-target.ts';
import { retryDelay } from './retry-policy.ts';
import type { RunSlots } from './run-slots.ts';
import { createThinkingClock } from './thinking-clock.ts';
import type { ThinkingClock } from './thinking-clock.ts';

/** A connection on which nothing has come for so long is dead; some vendors think for minutes without a sign. */
const IDLE_MS = 600_000;

export interface AnswerJob {
  fence: Fence;
  session: SessionRow;
  /** The stored, still empty answer. */
  message: StoredMessage;
  /** Stop, or the loss of the right to write. */
  stopper: AbortController;
  slots: RunSlots;
  dehydrate: Dehydrate;
  /** What the page sees while it runs; asked for when it is painted, however many events came in between. */
  show(now: () => LiveView): void;
}

export type LiveView = Pick<LiveRun, 'phase'> & Partial<Pick<LiveRun, 'parts' | 'usage' | 'retry' | 'problem'>>;

/** The finished answer, and what it was asked of; not stored yet. */
export interface Answer {
  /** Without its parts: their bytes go into storage with it. */
  message: StoredMessage;
  connection: string | null;
  target: Target | null;
  /** What was said. */
  shown: readonly Part[];
}

/** Asks the session's model to answer what comes before `job.message`. Never rejects for anything a vendor does. */
export async function runAnswer(deps: FlowDeps, job: AnswerJob): Promise<Answer> {
  const { signal } = job.stopper;
  const resolved = await resolveTarget(deps, job.session);
  if (!resolved.ok) {
    return { message: failed(deps, job.message, resolved.error), connection: null, target: null, shown: [] };
  }
  const { connection, target } = resolved;
  const origin: Origin = {
    vendor: target.vendor,
    model: target.model.id,
    endpoint: target.endpoint,
    ...(target.account === undefined ? {} : { account: target.account }),
  };
  const placed: StoredMessage = { ...job.message, origin };
  const done = (message: StoredMessage, shown: readonly Part[] = []): Answer => ({
    message,
    connection: connection.id,
    target,
    shown,
  });

  let leave = (): void => undefined;
  try {
    if (job.slots.full) job.show(() => ({ phase: 'queued' }));
    leave = await job.slots.take(signal);
    job.show(() => ({ phase: 'preparing' }));
    const service = await deps.loadService(connection);
    const { draft, shown } = await attempt(deps, job, service, target, placed);
    return done(finished(deps, placed, draft, signal.aborted || draft.error?.kind === 'aborted'), shown);
  } catch (error) {
    if (signal.aborted) return done(finished(deps, placed, { stop: 'aborted' }, true));
    return done(failed(deps, placed, describe(error)));
  } finally {
    leave();
  }
}

/** One request, and again after failures that pass by themselves, as long as nothing has been said. */
async function attempt(
  deps: FlowDeps,
  job: AnswerJob,
  service: AIService,
  target: Target,
  placed: StoredMessage,
): Promise<{ draft: StreamDraft; shown: readonly Part[] }> {
  const { signal } = job.stopper;
  const { request } = await compileRequest(deps, service, placed, target);

  for (let tries = 1; ; tries += 1) {
    const draft = createDraft();
    const thinking = createThinkingClock(() => deps.clock.monotonic());
    job.show(() => ({ phase: 'waiting' }));
    const journal = createJournal({
      clock: deps.clock,
      write: async () => {
        await putGrowingMessage(deps.db, job.fence, {
          ...placed,
          parts: await job.dehydrate(thinking.stamp(draftParts(draft))),
        });
      },
      onError: (error) => {
        if (error instanceof NotWriterError) job.stopper.abort();
        else deps.onError(error);
      },
    });
    try {
      await readStream(service.stream(request, target, signal, { idleMs: IDLE_MS }), signal, deps.clock, (event) => {
        foldEvent(draft, event);
        thinking.see(event);
        if (draft.slots.size === 0) return;
        if (!signal.aborted) job.show(() => viewOf(draft, thinking));
        journal.grew();
      });
    } catch (error) {
      // A service does not throw; one that does must not take along what it has said.
      draft.stop = 'error';
      draft.error = describe(error);
    }
    await journal.close();

    const delay =
      draft.error && !signal.aborted ? retryDelay(draft.error, tries, hasOutput(draft), deps.random()) : null;
    if (draft.error && delay !== null) {
      const at = deps.clock.now() + delay;
      const retry = { at, attempt: tries + 1, reason: draft.error.message };
      job.show(() => ({ phase: 'retrying', retry }));
      await pause(deps.clock, delay, signal);
      // Stopped while waiting: the failure is what there is to tell.
      if (!signal.aborted) continue;
      draft.stop = 'error';
    }
    return { draft, shown: thinking.stamp(draftParts(draft)) };
  }
}

function viewOf(draft: StreamDraft, thinking: ThinkingClock): LiveView {
  const parts = thinking.stamp(draftParts(draft));
  const thinks = parts.at(-1)?.type.endsWith('thinking') ?? false;
  return { phase: thinks ? 'thinking' : 'answering', parts, ...(draft.usage ? { usage: draft.usage } : {}) };
}

function hasOutput(draft: StreamDraft): boolean {
  return draftParts(draft).some((part) => !('text' in part) || part.text !== '');
}

interface Ended {
  stop?: Stop;
  usage?: StreamDraft['usage'];
  error?: ModelError;
}

function finished(deps: FlowDeps, placed: StoredMessage, ended: Ended, aborted: boolean): StoredMessage {
  const failure = ended.error && ended.error.kind !== 'aborted' ? ended.error : undefined;
  const silent: ModelError = { kind: 'network', retryable: true, message: 'The answer broke off without an end.' };
  const error = failure ?? (ended.stop === undefined && !aborted ? silent : undefined);
  const stop: Stop = error ? 'error' : aborted && ended.stop !== 'end' ? 'aborted' : (ended.stop ?? 'aborted');
  return {
    ...placed,
    status: 'complete',
    stop,
    completedAt: deps.clock.now(),
    ...(ended.usage ? { usage: ended.usage } : {}),
    ...(error ? { error } : {}),
  };
}

function failed(deps: FlowDeps, placed: StoredMessage, error: ModelError): StoredMessage {
  return { ...placed, status: 'complete', stop: 'error', error, completedAt: deps.clock.now() };
}

/** Something outside the stream broke: a chunk that did not load, a history that could not be compiled. */
function describe(error: unknown): ModelError {
  const message = error instanceof Error ? error.message : String(error);
  return { kind: 'unknown', retryable: true, code: 'not_sent', message };
}
