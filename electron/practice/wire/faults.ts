import type { Failure } from '../base/failure.ts';
import type { Frame } from '../base/pace.ts';
import type { Refusals } from './refusals.ts';
import type { Plan, Step } from '../script/plan.ts';
import { head, type Words } from '../answers/words.ts';
import { NO_CONTENT_FAULTS, REFUSAL_FAULTS, STATUS_FAULTS, type Fault, type FaultKind } from '../script/script.ts';

/** What a wire form must provide for the faults that have its own shape. */
export interface FaultForms {
  /** The vendor's answer for a status, or for a conversation that is too long. */
  failure(kind: Fault['kind'], retryAfter: Fault['retryAfter']): Failure;
  /** The vendor's answer for an unknown model. */
  missingModel: Failure;
  /** A piece of the stream that can't be parsed. */
  malformed: string;
  /** An error inside a stream that started with 200. */
  errorEvent: string;
  /** A failed response in the vendor's form; without it the error event is used. */
  failedEvent?: string;
  refusals: Refusals;
}

const STATUSES: ReadonlySet<FaultKind> = new Set(STATUS_FAULTS);

/** Returns the error for the fault; null for faults that are no error answers. */
export function refusalOf(
  { kind, retryAfter }: Fault,
  forms: Pick<FaultForms, 'failure' | 'missingModel' | 'refusals'>,
): Failure | null {
  if (kind === 'model') return forms.missingModel;
  if (STATUSES.has(kind) || kind === 'overflow') return forms.failure(kind, retryAfter);
  const asked = REFUSAL_FAULTS.find((one) => one === kind);
  return (asked && forms.refusals[asked]) ?? null;
}

/** Whether a client reacts to the fault with a changed request. */
export const changesRequest = ({ kind }: Fault): boolean =>
  kind === 'overflow' || REFUSAL_FAULTS.some((one) => one === kind);

const LOGIN_PAGE = `<!doctype html>
<html lang="en"><head><title>Practice Hotel: sign in to use the Wi-Fi</title></head>
<body><form><label>Room <input name="room"></label><button>Sign in</button></form></body></html>
`;

/** Returns the answer that replaces the vendor's form; null for faults that use that form. */
export function insteadOf({ kind }: Fault): Response | null {
  if (NO_CONTENT_FAULTS.some((one) => one === kind)) return new Response(null, { status: Number(kind) });
  if (kind !== 'login') return null;
  return new Response(LOGIN_PAGE, { headers: { 'content-type': 'text/html; charset=utf-8' } });
}

const DEFAULT_AFTER = 80;

/** Applies faults that change the content of the answer, not how it is sent. */
export function bendPlan(plan: Plan, fault: Fault, texts: Pick<Words, 'refusal' | 'pictureRefused'>): Plan {
  switch (fault.kind) {
    case 'empty':
      return { steps: [], stop: 'end' };
    case 'thoughts':
      return { steps: plan.steps.filter(isThinking), stop: 'end' };
    case 'refusal':
      return { steps: [...plan.steps.filter(isThinking), { kind: 'refusal', text: texts.refusal }], stop: 'refusal' };
    case 'blocked':
      return { steps: [], stop: 'blocked' };
    case 'moderation':
      return refusePictures(plan, texts);
    case 'max_tokens':
      return { ...cutPlan(plan, fault.after ?? halfOf(plan)), stop: 'length' };
    case 'window':
      return { ...cutPlan(plan, fault.after ?? halfOf(plan)), stop: 'window' };
    case 'cut-args':
      return cutArguments(plan);
    default:
      return plan;
  }
}

function refusePictures(plan: Plan, { pictureRefused }: Pick<Words, 'pictureRefused'>): Plan {
  if (!plan.steps.some((step) => step.kind === 'picture')) return plan;
  const steps = plan.steps.map((step): Step => {
    if (step.kind === 'picture') return { ...step, blocked: true };
    return step.kind === 'text' ? { ...step, text: pictureRefused } : step;
  });
  return { ...plan, steps };
}

const isThinking = (step: Step) => step.kind === 'thinking' || step.kind === 'redacted';

const saidIn = (step: Step): string => (step.kind === 'call' ? step.json : step.text);

const halfOf = (plan: Plan): number =>
  Math.floor(plan.steps.reduce((sum, step) => sum + (isThinking(step) ? 0 : saidIn(step).length), 0) / 2);

/** Keeps this many characters of text and drops the rest. */
export function cutPlan(plan: Plan, characters: number): Plan {
  let left = characters;
  const steps: Step[] = [];
  for (const step of plan.steps) {
    if (isThinking(step)) {
      steps.push(step);
      continue;
    }
    const isOwn = step.kind === 'search' || step.kind === 'found' || step.kind === 'block' || step.kind === 'picture';
    const { length } = isOwn ? '' : saidIn(step);
    if (length <= left) {
      steps.push(step);
      left -= length;
      continue;
    }
    if (step.kind === 'text' && left > 0) steps.push({ ...step, text: head(step.text, left) });
    if (step.kind === 'call' && left > 0) steps.push({ ...step, json: head(step.json, left), cut: true });
    return { steps, stop: 'length' };
  }
  return plan;
}

/** Cuts off the second half of the last call's arguments. */
function cutArguments(plan: Plan): Plan {
  const last = plan.steps.findLastIndex((step) => step.kind === 'call');
  if (last < 0) return { ...cutPlan(plan, halfOf(plan)), stop: 'length' };
  const steps = plan.steps.slice(0, last + 1).map((step, index) => {
    if (step.kind !== 'call' || index < last) return step;
    return { ...step, json: head(step.json, Math.ceil(step.json.length / 2)), cut: true };
  });
  return { steps, stop: 'length' };
}

/**
 * Applies faults of the transport: after so many characters, and always before the answer ends, the frames are
 * replaced. `make` is called twice, first to learn the length.
 */
export function* bendFrames(make: () => Iterable<Frame>, fault: Fault | null, forms: FaultForms): Generator<Frame> {
  if (!fault || !TRAVELLING.has(fault.kind)) {
    yield* make();
    return;
  }
  yield* untilFault(make, fault);
  switch (fault.kind) {
    case 'reset':
    case 'stall':
      yield { end: fault.kind };
      return;
    case 'malformed':
      yield { data: forms.malformed, chars: 0 };
      return;
    case 'error-event':
      yield { data: forms.errorEvent, chars: 0 };
      return;
    case 'failed':
      yield { data: forms.failedEvent ?? forms.errorEvent, chars: 0 };
      return;
    default:
  }
}

const counted = (frame: Frame, fault: Fault): number => ('data' in frame && frame.of === fault.of ? frame.chars : 0);

function* untilFault(make: () => Iterable<Frame>, fault: Fault): Generator<Frame> {
  let total = 0;
  for (const frame of make()) total += counted(frame, fault);
  const quota = Math.min(fault.after ?? Math.min(DEFAULT_AFTER, total / 2), total);
  let shown = 0;
  for (const frame of make()) {
    const chars = counted(frame, fault);
    if (chars > 0 && shown >= quota) return;
    yield frame;
    shown += chars;
    // Nothing may follow, not even the events that close the answer.
    if (shown >= total) return;
  }
}

const TRAVELLING: ReadonlySet<FaultKind> = new Set(['reset', 'stall', 'malformed', 'error-event', 'failed', 'cut']);

/** Counts how often each fault has happened, so that `times=1` lets a retry through. */
export interface FaultTries {
  /**
   * Returns the first fault that happens this time. `key` identifies the conversation and the place in it. Once no
   * fault is left and the request is answered, the counts are reset: the same text fails again in the next
   * conversation.
   */
  next(key: string, faults: readonly Fault[]): Fault | null;
}

const MAX_KEYS = 1000;

export function createFaultTries(): FaultTries {
  const counts = new Map<string, number>();
  const happens = (key: string, { line, times }: Fault): boolean => {
    if (times === null) return true;
    const name = `${key} ${line}`;
    const count = (counts.get(name) ?? 0) + 1;
    if (count > times) return false;
    counts.delete(name);
    counts.set(name, count);
    const [oldest] = counts.keys();
    if (counts.size > MAX_KEYS && oldest !== undefined) counts.delete(oldest);
    return true;
  };
  return {
    next(key, faults) {
      const fault = faults.find((one) => happens(key, one)) ?? null;
      if (!fault) for (const { line } of faults) counts.delete(`${key} ${line}`);
      return fault;
    },
  };
}
