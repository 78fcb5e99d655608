import { isObject } from '#core/json.ts';
import type { Clock } from '../../base/deps.ts';
import type { RpcMessage } from '../base/wire.ts';

/** A result that asks for input before the server answers (MCP 2026-07-28, Multi Round-Trip Requests). */
interface InputRequired {
  inputRequests: Readonly<Record<string, unknown>>;
  /** Private to the server. It is returned unchanged and goes nowhere else: not to the page, not into the log. */
  requestState: string | null;
}

/** An error that asks the user to visit addresses, after which the same request is answered (MCP 2025-11-25, Elicitation). */
interface VisitsNeeded {
  /** Params of the questions. */
  pages: readonly Record<string, unknown>[];
}

export type InputNeeded = InputRequired | VisitsNeeded;

/** Counts for one call, over all its rounds. */
export interface InputRounds {
  questions: number;
  waits: number;
}

/** Added to the params when the call is sent again. */
export interface NextRound {
  inputResponses?: Record<string, unknown>;
  requestState?: string;
}

export interface RoundPorts {
  clock: Pick<Clock, 'setTimeout' | 'clearTimeout'>;
  /** Returns the user's answer; `cancel` when the user can't be asked. */
  elicit(params: Record<string, unknown>): Promise<Record<string, unknown>>;
  roots(): Promise<Record<string, unknown>>;
  signal: AbortSignal;
}

/** Only these requests may be answered with a request for input. */
const ASKING = new Set(['tools/call', 'prompts/get', 'resources/read']);
const MAX_ROUNDS = 10;
const MAX_QUESTIONS = 10;
/**
 * For a server that only wants to be asked again later: about eight minutes, unless the call's own limit is shorter.
 */
const MAX_WAITS = 100;
const FIRST_WAIT_MS = 250;
const MAX_WAIT_MS = 5000;
const MAX_STATE_LENGTH = 1_000_000;
const URL_NEEDED = -32042;

/** Returns null for a complete result. Throws when the result asks for nothing, or when this method may not ask. */
function readInputRequired(method: string | undefined, result: unknown): InputRequired | null {
  if (!isObject(result) || result['resultType'] !== 'input_required') return null;
  const { inputRequests, requestState } = result;
  if (method === undefined || !ASKING.has(method))
    throw new Error('The server asked for input where that isn’t allowed.');
  const requests = isObject(inputRequests) ? inputRequests : {};
  const state = typeof requestState === 'string' ? requestState : null;
  const count = Object.keys(requests).length;
  if (count === 0 && state === null) throw new Error('The server asked for input but didn’t say what.');
  if (count > MAX_QUESTIONS) throw new Error(`The server asked for more than ${MAX_QUESTIONS} inputs at once.`);
  if (state !== null && state.length > MAX_STATE_LENGTH)
    throw new Error(`The server asked for input with a state of more than ${MAX_STATE_LENGTH} characters.`);
  return { inputRequests: requests, requestState: state };
}

/** Returns null for every other answer. */
function readVisitsNeeded(method: string | undefined, { error }: RpcMessage): VisitsNeeded | null {
  if (error?.code !== URL_NEEDED || method === undefined || !ASKING.has(method)) return null;
  const named = isObject(error.data) ? error.data['elicitations'] : null;
  const pages = (Array.isArray(named) ? named : []).flatMap((page: unknown) => {
    if (!isObject(page) || typeof page['url'] !== 'string') return [];
    const { url, message, elicitationId } = page;
    const words = typeof message === 'string' ? message : '';
    return [{ mode: 'url', url, message: words, ...(typeof elicitationId === 'string' && { elicitationId }) }];
  });
  return pages.length === 0 || pages.length > MAX_QUESTIONS ? null : { pages };
}

/**
 * What a server needs before it answers; null for a complete answer. Those without the handshake (`stateless`) ask by a
 * result, older ones by an error. Throws for a result that asks for nothing, or where the method may not ask.
 */
export function readInputNeeded(
  method: string | undefined,
  answer: RpcMessage,
  stateless: boolean,
): InputNeeded | null {
  return stateless ? readInputRequired(method, answer.result) : readVisitsNeeded(method, answer);
}

function pause(ms: number, { clock, signal }: RoundPorts): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = clock.setTimeout(resolve, ms);
  const stop = () => reject(signal.reason as Error);
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  return promise.finally(() => {
    clock.clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  });
}

async function answer(requests: InputRequired['inputRequests'], ports: RoundPorts): Promise<Record<string, unknown>> {
  const answers: [string, Record<string, unknown>][] = [];
  let closed = false;
  for (const [key, request] of Object.entries(requests)) {
    const method = isObject(request) ? request['method'] : undefined;
    const params = isObject(request) && isObject(request['params']) ? request['params'] : {};
    if (method === 'roots/list') answers.push([key, await ports.roots()]);
    else if (method === 'elicitation/create') {
      // Once the user closes a question without an answer, the remaining ones are cancelled without asking.
      const given: Record<string, unknown> = closed ? { action: 'cancel' } : await ports.elicit(params);
      closed ||= given['action'] === 'cancel';
      answers.push([key, given]);
    } else throw new Error(`The server asked for ${String(method).slice(0, 100)}, which Baton does not offer.`);
    ports.signal.throwIfAborted();
  }
  return Object.fromEntries(answers);
}

function countQuestion(rounds: InputRounds): void {
  if (++rounds.questions > MAX_ROUNDS)
    throw new Error(`The server asked for input ${MAX_ROUNDS} times and still wants more.`);
}

/** Resolves once the user has been at each address. Throws when they don't want to. */
async function visit({ pages }: VisitsNeeded, ports: RoundPorts): Promise<void> {
  for (const page of pages)
    if ((await ports.elicit(page))['action'] !== 'accept')
      throw new Error('The user didn’t visit the address that the server needs.');
}

/** Answers what the server asks for and counts the round. Throws when the server keeps asking. */
export async function answerInputRequest(
  asked: InputNeeded,
  rounds: InputRounds,
  ports: RoundPorts,
): Promise<NextRound> {
  if ('pages' in asked) {
    countQuestion(rounds);
    await visit(asked, ports);
    return {};
  }
  const { inputRequests, requestState } = asked;
  const state = requestState === null ? {} : { requestState };
  if (Object.keys(inputRequests).length === 0) {
    if (++rounds.waits > MAX_WAITS) throw new Error('The server kept postponing the call.');
    await pause(Math.min(FIRST_WAIT_MS * 2 ** (rounds.waits - 1), MAX_WAIT_MS), ports);
    return state;
  }
  countQuestion(rounds);
  return { inputResponses: await answer(inputRequests, ports), ...state };
}
