import type { ErrorKind, ModelError } from '#core/error.ts';
import { createDraft } from '#core/fold-stream.ts';
import type { Target } from '#core/request.ts';
import type { StoredMessage } from '#storage/rows.ts';
import { NotWriterError } from '#storage/writer-fence.ts';
import type { AIService } from '#vendors/base-ai-service.ts';
import { compileRequest } from './compile-request.ts';
import type { CompiledRequest } from './compile-request.ts';
import type { FlowDeps } from './flow-deps.ts';
import { makeStricter } from './make-stricter.ts';
import { pause } from './pause.ts';
import { createSendRecord } from './record-send.ts';
import { retryDelay } from './retry-policy.ts';
import { streamAttempt } from './stream-attempt.ts';
import type { Attempt, AttemptJob, LiveView } from './stream-attempt.ts';

export interface ModelAsk {
  connection: string;
  target: Target;
  /** The answer's place. */
  placed: StoredMessage;
  /** The conversation's own level of thinking, where the target has another. */
  usual?: Target['thinking'];
}

/**
 * Asks for one answer, and again as long as nothing has been said: after a refusal with a stricter request, once for
 * each kind of refusal, and unchanged after failures that pass by themselves.
 */
export async function askModel(
  deps: FlowDeps,
  job: AttemptJob,
  service: AIService,
  { connection, target, placed, usual }: ModelAsk,
): Promise<Attempt> {
  const { signal } = job.stopper;
  const { sessionId } = placed;
  const compiled = await compileRequest(deps, service, placed, target);
  if (!('prepared' in compiled)) return unsent(compiled);
  const record = createSendRecord(deps, job.fence, connection, placed, usual);
  await record.write(compiled);
  tellRequest(deps, compiled, { sessionID: sessionId, connection });

  const tried = new Set<ErrorKind>();
  let repaired: LiveView['repaired'];
  const shownJob: AttemptJob = {
    ...job,
    show: (now) => job.show(() => ({ ...now(), ...(repaired ? { repaired } : {}) })),
  };
  let asked = compiled;
  void deps.reliability.emit({ type: 'message.updated', sessionId, role: 'assistant' });
  for (let tries = 1; ;) {
    signal.throwIfAborted();
    shownJob.show(() => ({ phase: 'waiting' }));
    const attempt = await streamAttempt(deps, shownJob, asked.prepared, placed);
    const { error } = attempt.draft;
    const mayRepeat = error !== undefined && !signal.aborted && !hasOutput(attempt);

    if (mayRepeat && !tried.has(error.kind)) {
      tried.add(error.kind);
      const { recovery } = await deps.reliability.emit({ type: 'session.error', sessionId, error });
      const stricter = recovery === 'stricter' ? makeStricter(service, asked, error) : null;
      // What makes it stricter is stored before it leaves: a crash in between must not forget it.
      if (stricter && (await beside(deps, job, () => record.write(stricter, error)))) {
        const without = [...new Set(stricter.decisions.map(({ kind }) => kind))];
        repaired = { kind: error.kind, reason: error.message, without };
        asked = stricter;
        continue;
      }
    }
    const delay = mayRepeat ? retryDelay(error, tries, false, deps.random()) : null;
    if (mayRepeat && delay !== null) {
      tries += 1;
      const retry = { at: deps.clock.now() + delay, attempt: tries, reason: error.message };
      shownJob.show(() => ({ phase: 'retrying', retry }));
      await pause(deps.clock, delay, signal);
      // Stopped while waiting: the failure is what there is to tell.
      if (!signal.aborted) continue;
      attempt.draft.stop = 'error';
    }
    if (error && !tried.has(error.kind)) void deps.reliability.emit({ type: 'session.error', sessionId, error });
    await beside(deps, job, () => record.close(attempt.draft.notes ?? []));
    void deps.reliability.emit({ type: 'message.updated', sessionId, role: 'assistant' });
    return attempt;
  }
}

/** What a request is made of, in numbers. */
function tellRequest(
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

/** A write that must not cost the vendor's words when it fails. */
async function beside(deps: Pick<FlowDeps, 'onError'>, job: AttemptJob, write: () => Promise<void>): Promise<boolean> {
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
