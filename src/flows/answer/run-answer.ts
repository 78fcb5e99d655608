import type { ErrorKind, ModelError } from '#core/error.ts';
import type { Part, Stop } from '#core/message.ts';
import type { Target } from '#core/request.ts';
import type { Usage } from '#core/usage.ts';
import type { SessionRow, StoredMessage } from '#storage/rows.ts';
import { putStreamingMessage } from '#storage/write-messages.ts';
import { requestAnswer, bestEffort } from './request-answer.ts';
import type { AnswerRequestJob } from './request-answer.ts';
import { describeBreak } from '../base/describe-break.ts';
import type { FlowDeps } from '../base/flow-deps.ts';
import { readRequestedThinking, type RequestedThinking } from '../request/read-requested-thinking.ts';
import { originOf, resolveTarget } from '../base/resolve-target.ts';
import type { RunSlots } from './run-slots.ts';

export interface AnswerJob extends Omit<AnswerRequestJob, 'onMoved'> {
  session: SessionRow;
  /** The stored, empty answer. */
  message: StoredMessage;
  slots: RunSlots;
  /**
   * Another window has taken over the conversation. Then `stopper` aborts, too, and the answer ends as interrupted. Not
   * given for the answers of a run: its own end says so.
   */
  lost?: AbortSignal;
  /** What a run adds to the session's own settings. */
  offer?: Pick<Target, 'tools' | 'system'>;
  /** What earlier answers of a run found out about the thinking level of their turn. */
  asked?: RequestedThinking;
}

/** A finished answer and the target it came from. Not stored yet. */
export interface Answer {
  /** Without the parts in `shown`, whose bytes are stored together with it. */
  message: StoredMessage;
  connection: string | null;
  target: Target | null;
  /** The parts of the answer. */
  shown: readonly Part[];
  /** Kinds of refusals after which a stricter request was answered. */
  recovered: readonly ErrorKind[];
}

/** Asks the session's model to answer what comes before `job.message`. Never rejects for anything a vendor does. */
export async function runAnswer(deps: FlowDeps, job: AnswerJob): Promise<Answer> {
  const { signal } = job.stopper;
  const resolved = await resolveTarget(deps, job.session);
  if (!resolved.ok) {
    return {
      message: failed(deps, job.message, resolved.error),
      connection: null,
      target: null,
      shown: [],
      recovered: [],
    };
  }
  const { connection } = resolved;
  let target: Target = { ...resolved.target, ...job.offer };
  let placed: StoredMessage = { ...job.message, origin: originOf(target) };
  const done = (message: StoredMessage, shown: readonly Part[] = [], recovered: readonly ErrorKind[] = []): Answer => ({
    message,
    connection: connection.id,
    target,
    shown,
    recovered,
  });

  let leave = (): void => undefined;
  try {
    // Stored at the start, so that it is known even if the answer is interrupted before any output.
    if (!job.message.origin) await bestEffort(deps, job, () => putStreamingMessage(deps.db, job.fence, placed));
    if (job.slots.full) job.show(() => ({ phase: 'queued' }));
    leave = await job.slots.take(signal);
    job.show(() => ({ phase: 'preparing' }));
    const thinking = await readRequestedThinking(deps, placed, job.asked);
    const { thinking: defaultThinking } = target;
    if (thinking) target = { ...target, thinking };
    await deps.sharing?.addPassages(job.fence, job.session, placed.parentId, target.model);
    const service = await deps.loadService(connection);
    const onMoved = (moved: StoredMessage): void => void (placed = moved);
    const asked = {
      connection: connection.id,
      target,
      placed,
      ...(thinking && defaultThinking && { defaultThinking }),
    };
    const { draft, shown, recovered } = await requestAnswer(deps, { ...job, onMoved }, service, asked);
    return done(
      finished(deps, job, placed, draft, signal.aborted || draft.error?.kind === 'aborted'),
      shown,
      recovered,
    );
  } catch (error) {
    if (signal.aborted) return done(finished(deps, job, placed, { stop: 'aborted' }, true));
    return done(failed(deps, placed, describeBreak(error)));
  } finally {
    leave();
  }
}

interface Ended {
  stop?: Stop;
  usage?: Usage | undefined;
  error?: ModelError;
}

function finished(
  deps: FlowDeps,
  { lost }: Pick<AnswerJob, 'lost'>,
  placed: StoredMessage,
  ended: Ended,
  aborted: boolean,
): StoredMessage {
  const failure = ended.error && ended.error.kind !== 'aborted' ? ended.error : undefined;
  const silent: ModelError = { kind: 'cut_off', retryable: true, message: 'The answer broke off without an end.' };
  const error = failure ?? (ended.stop === undefined && !aborted ? silent : undefined);
  const stop: Stop = error ? 'error' : aborted && ended.stop !== 'end' ? 'aborted' : (ended.stop ?? 'aborted');
  return {
    ...placed,
    status: stop === 'aborted' && lost?.aborted ? 'interrupted' : 'complete',
    stop,
    completedAt: deps.clock.now(),
    ...(ended.usage ? { usage: ended.usage } : {}),
    ...(error ? { error } : {}),
  };
}

function failed(deps: FlowDeps, placed: StoredMessage, error: ModelError): StoredMessage {
  return { ...placed, status: 'complete', stop: 'error', error, completedAt: deps.clock.now() };
}
