import { type Conversation, userTexts } from '../base/conversation.ts';
import { digest } from '../base/digest.ts';
import type { Failure } from '../base/failure.ts';
import {
  bendFrames,
  bendPlan,
  changesRequest,
  cutPlan,
  type FaultForms,
  type FaultTries,
  insteadOf,
  refusalOf,
} from './faults.ts';
import { connectionReset, type Frame, pacedBody, pause, type PracticeClock } from '../base/pace.ts';
import { planAnswer } from '../script/plan-answer.ts';
import type { Plan } from '../script/plan.ts';
import type { Fault, Script } from '../script/script.ts';
import type { Seals } from '../base/seal.ts';
import type { StoredResponses } from '../base/stored-responses.ts';

/** The services that every wire form uses. */
export interface Workshop {
  clock: PracticeClock;
  charsPerSecond: () => number;
  seals: Seals;
  tries: FaultTries;
  stored: StoredResponses;
  /** Bodies and waits in progress. */
  open: { count: number };
}

/** One request to be answered, in the terms of its wire form. */
export interface Rendering extends FaultForms {
  stream: boolean;
  headers: Record<string, string>;
  contentType: string;
  refuse(failure: Failure): Response;
  frames(plan: Plan): Iterable<Frame>;
  complete(plan: Plan): unknown;
}

/** Characters per token when `max_tokens` cuts an answer. */
const CHARS_PER_TOKEN = 4;
const FIRST_WORD_CHARS = 12;

const unreachable = () =>
  new TypeError('fetch failed', {
    cause: Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
  });

/** Plans the answer, applies the requested faults, and sends it. The request has already passed every rule. */
export async function answer(
  workshop: Workshop,
  conversation: Conversation,
  rendering: Rendering,
  request: Request,
): Promise<Response> {
  const { plan, texts, script, round } = planAnswer(conversation);
  const fault = chooseFault(workshop, conversation, script, round);
  const refusal = fault && refusalOf(fault, rendering);
  if (refusal) return rendering.refuse(refusal);
  const instead = fault && insteadOf(fault);
  if (instead) return instead;
  if (fault?.kind === 'offline') throw unreachable();
  if (fault?.kind === 'headers') await waiting(workshop, null, request);
  if (fault?.kind === 'slow') await waiting(workshop, fault.ms, request);
  request.signal.throwIfAborted();

  const outputLimit = (conversation.maxOutput ?? Infinity) * CHARS_PER_TOKEN;
  const bent = cutPlan(fault ? bendPlan(plan, fault, texts) : plan, outputLimit);
  const speed = script.speed ?? workshop.charsPerSecond();
  if (!rendering.stream || fault?.kind === 'json')
    return sendComplete(workshop, rendering, bent, fault, speed, request);

  workshop.open.count++;
  const body = pacedBody(
    bendFrames(() => rendering.frames(bent), fault, rendering),
    {
      clock: workshop.clock,
      speed: speed > 0 ? speed : Infinity,
      request,
      chunkBytes: script.chunkBytes,
      onEnd: () => void workshop.open.count--,
    },
  );
  return new Response(body, { headers: { ...rendering.headers, 'content-type': rendering.contentType } });
}

function chooseFault(workshop: Workshop, conversation: Conversation, script: Script, round: number): Fault | null {
  const faults = script.faults.filter((fault) => fault.round === round);
  if (faults.length === 0) return null;
  // After a refusal the client sends other texts, but it is the same try.
  const texts = faults.some(changesRequest) ? [] : userTexts(conversation);
  return workshop.tries.next(digest(conversation.label, `${round}`, ...texts), faults);
}

async function waiting(workshop: Workshop, ms: number | null, request: Request): Promise<void> {
  workshop.open.count++;
  try {
    await pause(workshop.clock, ms, request);
  } finally {
    workshop.open.count--;
  }
}

/** An answer that is not streamed is planned, rendered and sent in one piece. */
async function sendComplete(
  workshop: Workshop,
  rendering: Rendering,
  plan: Plan,
  fault: Fault | null,
  speed: number,
  request: Request,
): Promise<Response> {
  const chars = plan.steps.reduce((sum, step) => sum + ('json' in step ? step.json : step.text).length, 0);
  if (speed > 0 && speed !== Infinity) await waiting(workshop, ((chars + FIRST_WORD_CHARS) / speed) * 1000, request);
  if (fault?.kind === 'stall') await waiting(workshop, null, request);
  if (fault?.kind === 'reset') throw connectionReset();
  if (fault?.kind === 'error-event' || fault?.kind === 'failed') return rendering.refuse(rendering.failure(500, null));
  const json = JSON.stringify(rendering.complete(plan));
  const broken = fault?.kind === 'malformed' || fault?.kind === 'cut';
  return new Response(broken ? json.slice(0, json.length / 2) : json, {
    headers: { ...rendering.headers, 'content-type': 'application/json' },
  });
}
