import type { Part, Stop } from '../message.ts';
import type { TaintSource } from './tools/taint.ts';
import { createCancel, follow, type CancelSignal } from '../cancel.ts';
import type { RunDescription } from './describe-run.ts';
import { executeCalls, type StopSignals } from './execute-calls.ts';
import { NEW_RUN } from './fold-run.ts';
import { planCalls, type PlannedCall } from './plan-calls.ts';
import type { RunPorts } from './ports.ts';
import { readAnswer, type ReadAnswer } from './read-answer.ts';
import { createRunLog, NotStoredError, type RunLog } from './run-log.ts';
import type { EndReason, RunEvent, RunMessage } from './run-record.ts';
import { endText } from './texts.ts';

export interface RunLimits {
  /** Answers of the model. */
  steps: number;
  /** USD, as far as prices are known; `null` for no limit. */
  cost: number | null;
  /** Concurrent calls. */
  parallel: number;
  /** The same call with the same outcome, with nothing new in between. */
  repeats: number;
}

export const RUN_LIMITS: RunLimits = { steps: 100, cost: null, parallel: 4, repeats: 3 };

export interface RunInput {
  run: string;
  /** End of the path: the message to be answered. */
  after: string | null;
  /** The user's stop. May abort at any moment, more than once, also before the start. */
  signal: CancelSignal;
  /** Another window has taken over the conversation. Then `signal` aborts, too. */
  lost?: CancelSignal;
  limits?: Partial<RunLimits>;
  /** How much of the same limits other runs use now: running tasks, or the run that began this one. */
  beside?(): { steps: number; cost: number };
  /** Outside content behind the request: attached to the question, or known to the run that began this one. */
  sources?: readonly TaintSource[];
  /** A stored run to resume, as `describeRun` describes it, and the interrupted calls to run again. */
  resume?: { from: RunDescription; again?: ReadonlySet<string> };
}

/**
 * Runs one agent run: the model answers, its calls are decided, run and answered, and so on until the model has
 * finished, a limit is reached or the user stops it. Every record is stored before the effect it announces, and a call
 * starts at most once per record of its start. Never throws: the last event is a `run_ended` record or `broken_off`.
 * Leaving the generator early stops tools and stream; the run can be resumed later.
 */
export async function* runAgent(ports: RunPorts, input: RunInput): AsyncGenerator<RunEvent, EndReason | null, void> {
  const stopper = createCancel();
  const unfollow = follow(input.signal, stopper);
  try {
    const log = createRunLog(ports, input.run, input.resume?.from.state ?? NEW_RUN);
    const end = yield* steps(ports, log, input, { signal: stopper.signal, lost: input.lost });
    const reason: EndReason = end.kind === 'cancelled' && input.lost?.aborted ? { ...end, by: 'window' } : end;
    yield await log.write({ type: 'run_ended', reason, message: endText(reason) });
    return reason;
  } catch (error) {
    yield { type: 'broken_off', error: error instanceof NotStoredError ? error.cause : error };
    return null;
  } finally {
    unfollow();
    stopper.cancel();
  }
}

type Running<T> = AsyncGenerator<RunEvent, T, void>;

async function* steps(ports: RunPorts, log: RunLog, input: RunInput, stop: StopSignals): Running<EndReason> {
  const { signal } = stop;
  const limits = { ...RUN_LIMITS, ...input.limits };
  const queue = createQueue(ports);
  let reason: EndReason | null = null;
  if (input.resume) reason = yield* takeUp(ports, log, input.resume, limits, queue, stop);
  else {
    const { after, sources = [] } = input;
    yield await log.write({ type: 'run_started', after, ...(sources.length > 0 && { sources }) });
  }

  while (reason === null) {
    if (signal.aborted) return { kind: 'cancelled' };
    const limit = limitReached(log, limits, input.beside?.() ?? { steps: 0, cost: 0 });
    if (limit) return limit;
    yield* steer(log, queue);
    const { tool, times } = log.state.repeats.most;
    if (times >= Math.max(2, limits.repeats)) return { kind: 'repeating', tool, times };

    const summary = await reduceContext(ports, signal);
    if (signal.aborted) return { kind: 'cancelled' };
    if (summary) yield await log.write({ type: 'compacted', messageId: summary.id }, summary);
    const answerId = ports.newId();
    const step = log.state.step + 1;
    yield await log.write({ type: 'step_started', step, answerId });
    const { message, facts: stepFacts }: ReadAnswer = signal.aborted
      ? {
          message: { id: answerId, role: 'assistant', parts: [], stop: 'aborted' },
          facts: { cost: null, window: null },
        }
      : yield* readAnswer(ports, step, answerId, signal);
    const { pause = false, ...facts } = stepFacts;
    yield await log.write({ type: 'answered', step, answerId, stop: message.stop, ...facts }, message);
    const calls = planCalls(message, message.stop, log.state.calls);
    reason = yield* finishStep(ports, log, calls, message.stop, limits, queue, stop);
    // The request is done. Whether to continue is up to the user, unless they have already queued a message.
    if (reason === null && pause && !signal.aborted && queue.waiting().length === 0) return { kind: 'recovered' };
  }
  return reason;
}

/** Continues where the records end. A started call never starts again unless the user asked for it. */
async function* takeUp(
  ports: RunPorts,
  log: RunLog,
  { from, again = new Set() }: NonNullable<RunInput['resume']>,
  limits: RunLimits,
  queue: Queue,
  signals: StopSignals,
): Running<EndReason | null> {
  yield await log.write({ type: 'run_resumed', again: [...again] });
  if (!from.open) return null;
  const calls = from.calls.map((call): PlannedCall => {
    const repeat = call.canRunAgain && again.has(call.key) && isHarmless(ports, call.part.name);
    return repeat ? { ...call, todo: { as: 'run', asked: false } } : call;
  });
  return yield* finishStep(ports, log, calls, from.state.stop, limits, queue, signals, from.state.stop === null);
}

function isHarmless(ports: RunPorts, name: string): boolean {
  const kind = ports.tools.find(name)?.kind;
  return kind === 'own' || kind === 'read';
}

/** Answers the calls of the newest answer. Returns whether that was the last one. */
async function* finishStep(
  ports: RunPorts,
  log: RunLog,
  calls: readonly PlannedCall[],
  stop: Stop | null,
  limits: RunLimits,
  queue: Queue,
  signals: StopSignals,
  brokeOff = false,
): Running<EndReason | null> {
  const { step, answerId } = log.state;
  if (calls.length > 0 && answerId !== null) {
    const options = { parallel: limits.parallel, cutAtLimit: stop === 'length' };
    const parts: Part[] = yield* executeCalls(ports, log, calls, options, signals);
    const messageId = ports.newId();
    const message = { id: messageId, role: 'tool' as const, parts };
    yield await log.write({ type: 'results_stored', step, answerId, messageId }, message);
  }
  // An answer that a crash cut off is not the end: the model is asked again, with its partial answer in view.
  if (brokeOff) return null;
  switch (stop) {
    case 'aborted':
      return { kind: 'cancelled' };
    case 'error':
      return { kind: 'failed' };
    case 'refusal':
      return { kind: 'refused' };
    default:
      if (calls.length > 0 || queue.waiting().length > 0) return null;
      return { kind: stop === 'length' ? 'length' : 'finished' };
  }
}

function limitReached(
  { state: { used } }: RunLog,
  limits: RunLimits,
  beside: { steps: number; cost: number },
): EndReason | null {
  if (used.steps + beside.steps >= Math.max(1, limits.steps)) return { kind: 'steps', limit: limits.steps };
  const spent = used.cost + beside.cost;
  if (limits.cost !== null && spent >= limits.cost) return { kind: 'cost', limit: limits.cost, spent };
  return null;
}

/** If the port fails, no tokens are freed and the run continues as far as it can. */
async function reduceContext(ports: RunPorts, signal: CancelSignal): Promise<RunMessage | null> {
  if (signal.aborted) return null;
  try {
    return (await ports.context?.make(signal)) ?? null;
  } catch (error) {
    ports.log('no room could be made', { error: String(error) });
    return null;
  }
}

type Queue = ReturnType<typeof createQueue>;

/** Takes each queued message once, even from a port that is slow to remove it. */
function createQueue({ steering }: RunPorts) {
  const taken = new Set<string>();
  const waiting = () => (steering?.queued() ?? []).filter(({ message }) => !taken.has(message.id));
  return {
    waiting,
    take() {
      const [next] = waiting();
      if (next) {
        taken.add(next.message.id);
        steering?.take(next.message.id);
      }
      return next;
    },
  };
}

/** Messages that the user wrote meanwhile come after the results, never between the results and their calls. */
async function* steer(log: RunLog, queue: Queue): Running<void> {
  // Others may be taken back while one is stored.
  for (let next = queue.take(); next; next = queue.take()) {
    const { message, sources } = next;
    const attachedSources = sources.length > 0 && { sources };
    yield await log.write({ type: 'steered', messageId: message.id, ...attachedSources }, message);
  }
}
