import type { ErrorKind, ModelError } from '#core/error.ts';
import { createDraft } from '#core/fold-stream.ts';
import { MODEL_OUTPUT, MODEL_WINDOW, OMIT_MEDIA } from '#core/normalize/base/overlays.ts';
import { meansNewest } from '#core/repairs/media.ts';
import type { Target } from '#core/request.ts';
import { insertBeforeStreaming } from '#storage/write-messages.ts';
import type { StoredMessage } from '#storage/rows.ts';
import { NotWriterError } from '#storage/writer-fence.ts';
import type { AIService } from '#vendors/base/base-ai-service.ts';
import { compileRequest } from '../request/compile-request.ts';
import type { CompiledRequest } from '../request/compile-request.ts';
import { countBroken } from '../request/count-broken.ts';
import type { ContextManager } from '../context/context-manager.ts';
import type { FlowDeps } from '../base/flow-deps.ts';
import { tightenRequest } from '../request/tighten-request.ts';
import { pause } from '../base/pause.ts';
import { createSendRecord } from '../request/record-send.ts';
import { retryDelay } from '../base/retry-policy.ts';
import { streamAttempt } from './stream-attempt.ts';
import type { Attempt, AttemptJob, LiveView } from './stream-attempt.ts';

export interface AnswerRequest {
  connection: string;
  target: Target;
  /** The stored, empty answer. */
  placed: StoredMessage;
  /** The session's own thinking level, if the target has another. */
  defaultThinking?: Target['thinking'];
}

export interface AnswerRequestJob extends AttemptJob {
  /** Reduces the context when the vendor says that a request is too long. Without it, only the window shrinks. */
  contextManager?: Pick<ContextManager, 'recover'>;
  /** Called when the answer follows another message than before. */
  onMoved?(placed: StoredMessage): void;
}

export interface RequestedAnswer extends Attempt {
  /** Kinds of refusals after which a stricter request was answered. */
  recovered: readonly ErrorKind[];
}

/**
 * Requests one answer, and requests it again as long as there is no output. After a refusal the request is stricter,
 * once for each kind of refusal. After transient failures it is unchanged.
 */
export async function requestAnswer(
  deps: FlowDeps,
  job: AnswerRequestJob,
  service: AIService,
  { connection, target, placed: first, defaultThinking }: AnswerRequest,
): Promise<RequestedAnswer> {
  const { signal } = job.stopper;
  const { sessionId } = first;
  const { recovery, emit } = deps.reliability;
  let placed = first;
  const compiled = await compileRequest(deps, service, placed, target);
  if (!('prepared' in compiled)) return { ...unsent(compiled), recovered: [] };
  const record = createSendRecord(deps, job.fence, connection, placed, defaultThinking);
  await record.write(compiled);
  logRequest(deps, compiled, { sessionID: sessionId, connection });

  const tried = new Set<ErrorKind>();
  const recovered: ErrorKind[] = [];
  let repaired: LiveView['repaired'];
  let tries = 1;
  const shownJob: AttemptJob = {
    ...job,
    show: (now) => job.show(() => ({ ...now(), ...(repaired ? { repaired } : {}) })),
  };

  let last: CompiledRequest = compiled;
  async function ask(asked: CompiledRequest): Promise<Attempt> {
    last = asked;
    for (;;) {
      signal.throwIfAborted();
      shownJob.show(() => ({ phase: 'waiting' }));
      const attempt = await streamAttempt(deps, shownJob, asked.prepared, placed);
      const { error } = attempt.draft;
      if (error === undefined || signal.aborted || hasOutput(attempt)) return attempt;
      if (!tried.has(error.kind)) {
        tried.add(error.kind);
        const better = await recover(asked, error);
        if (better) return better;
      }
      const delay = retryDelay(error, tries, false, deps.random());
      if (delay === null) return attempt;
      tries += 1;
      const retry = { at: deps.clock.now() + delay, attempt: tries, reason: error.message };
      shownJob.show(() => ({ phase: 'retrying', retry }));
      await pause(deps.clock, delay, signal);
      // Stopped while waiting: the answer ends with the failure.
      if (!signal.aborted) continue;
      attempt.draft.stop = 'error';
      return attempt;
    }
  }

  /** Makes the one stricter request that answers a refusal. `null` when there is none. */
  async function recover(refused: CompiledRequest, error: ModelError): Promise<Attempt | null> {
    const { recovery: how } = await emit({ type: 'session.error', sessionId, error });
    if (how !== 'stricter') return null;
    let second: Attempt | null = null;
    await recovery.handleSessionRecovery({
      sessionId,
      messageId: placed.id,
      error,
      async recover(begin) {
        const stricter = tightenRequest(service, refused, error);
        if (!stricter) return false;
        begin();
        // Stored before the request is sent, so that a crash in between doesn't lose it.
        if (!(await bestEffort(deps, job, () => record.write(stricter, error)))) return false;
        repaired = { kind: error.kind, reason: error.message, without: lackedBy(stricter, refused) };
        shownJob.show(() => ({ phase: 'preparing' }));
        second = await ask(error.kind === 'context_overflow' ? await largerWindow(refused, stricter) : stricter);
        const { error: again } = second.draft;
        if (!again) recovered.push(error.kind);
        else if (meansNewest(refused.history, error.message, again.message)) {
          const omitted = stricter.decisions.filter(({ kind }) => kind === OMIT_MEDIA);
          await bestEffort(deps, job, () => record.takeBack(omitted));
        }
        return !again;
      },
    });
    // Stopped in between: request nothing more.
    if (!second) signal.throwIfAborted();
    return second;
  }

  /** Returns the stricter request with as much of the conversation as fits after the context is reduced. */
  async function largerWindow(refused: CompiledRequest, stricter: CompiledRequest): Promise<CompiledRequest> {
    const { fence, contextManager } = job;
    if (!contextManager) return stricter;
    const compaction = await contextManager.recover({ fence, signal, target: refused.target, leafId: placed.parentId });
    signal.throwIfAborted();
    if (compaction) {
      placed = await insertBeforeStreaming(deps.db, fence, compaction.message, placed, async () => {
        await deps.db.overlays.bulkAdd([...compaction.overlays]);
      });
      job.onMoved?.(placed);
    }
    const again = await compileRequest(deps, service, placed, target);
    if (!('prepared' in again) || again.prepared.digest === refused.prepared.digest) return stricter;
    return (await bestEffort(deps, job, () => record.write(again))) ? again : stricter;
  }

  void emit({ type: 'message.updated', sessionId, role: 'assistant' });
  const attempt = await ask(compiled);
  const { error, notes = [] } = attempt.draft;
  countBroken(attempt.draft, last);
  if (error && !tried.has(error.kind)) void emit({ type: 'session.error', sessionId, error });
  await bestEffort(deps, job, () => record.close(notes));
  void emit({ type: 'message.updated', sessionId, role: 'assistant' });
  return { ...attempt, recovered };
}

/** What a stricter request lacks, as kinds of overlays. A window that leaves nothing more out only shortens the answer. */
function lackedBy(stricter: CompiledRequest, refused: CompiledRequest): string[] {
  const leavesMoreOut = stricter.report.droppedByWindow.length > refused.report.droppedByWindow.length;
  const kinds = stricter.decisions.map(({ kind }) => (kind === MODEL_WINDOW && !leavesMoreOut ? MODEL_OUTPUT : kind));
  return [...new Set(kinds)];
}

/** Logs what a request is made of, in numbers. */
function logRequest(
  { reliability }: Pick<FlowDeps, 'reliability'>,
  { report, target, messages }: CompiledRequest,
  where: { sessionID: string; connection: string },
): void {
  const { tokens, budget, droppedByWindow, notes } = report;
  reliability.log('request', {
    ...where,
    model: target.model.id,
    messages: messages.length,
    leftOut: droppedByWindow.length,
    tokens,
    budget,
    rules: [...new Set(notes.map(({ rule }) => rule))],
    tools: target.tools?.length ?? 0,
  });
}

/** Runs a write whose failure must not lose the vendor's answer. Returns whether it succeeded. */
export async function bestEffort(
  deps: Pick<FlowDeps, 'onError'>,
  job: Pick<AttemptJob, 'stopper'>,
  write: () => Promise<void>,
): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    if (error instanceof NotWriterError) job.stopper.abort();
    else deps.onError(error);
    return false;
  }
}

function hasOutput({ shown }: Attempt): boolean {
  return shown.some((part) => !('text' in part) || part.text !== '');
}

function unsent(error: ModelError): Attempt {
  return { draft: { ...createDraft(), stop: 'error', error }, shown: [] };
}
