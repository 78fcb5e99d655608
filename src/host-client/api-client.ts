import { z } from 'zod/mini';
import { type Endpoint, type Endpoints, type ParamNames, type ParamValue, pathOf } from '#contract/endpoint.ts';
import { APP_HEADER, APP_HEADER_VALUE, PROBLEM_HEADER, TOKEN_HEADER } from '#contract/headers.ts';
import { Problem } from '#contract/problem.ts';
import { parseJson } from '#core/json.ts';
import { HostAnswerUnreadable, HostProblemError, HostUnreachableError } from './host-error.ts';
import type { HostWindow } from './host-window.ts';

export interface HostCallDeps {
  /** Origin of the page; the API is below it. */
  origin: string;
  token: string | null;
  fetch: (input: string, init?: RequestInit) => Promise<Response>;
  /** This window. Absent where nothing is approved, as in workers. */
  window?: HostWindow;
}

/** `credentials` are left out of every other call, because Baton has no cookies. */
export type CallOptions = Pick<RequestInit, 'keepalive' | 'credentials'> & { signal?: AbortSignal | undefined };

type Params<E extends Endpoint, Names extends readonly string[] = ParamNames<E>> = {
  [At in keyof Names]: ParamValue<E, Names[At]>;
};

type Query<E extends Endpoint> = E extends { query: infer Q extends z.core.$ZodType } ? [query: z.output<Q>] : [];

type Body<E extends Endpoint> = E extends { body: infer B }
  ? B extends z.core.$ZodType
    ? // oxlint-disable-next-line typescript/no-generated-empty-object-type -- every field may be left out
      Record<never, never> extends z.input<B>
      ? [body?: z.input<B>]
      : [body: z.input<B>]
    : [bytes: Uint8Array<ArrayBuffer>]
  : [];

interface Answers {
  blob: Blob;
  stream: ReadableStream<Uint8Array>;
}

type Answer<E extends Endpoint> = E extends { answer: infer A }
  ? A extends z.core.$ZodType
    ? z.output<A>
    : Answers[A & keyof Answers]
  : void;

/**
 * One method for every endpoint: path parameters, then query, body and options. Answers are checked. Methods reject with
 * HostProblemError (the host's own problem+json as data), HostUnreachableError or HostAnswerUnreadable, after an abort
 * with the signal's reason, and where the user has to approve the call with `gesture_missing` unless a gesture of the
 * user came right before it.
 */
export type ApiClient<Group extends Endpoints> = {
  [Name in keyof Group]: (
    ...args: [...Params<Group[Name]>, ...Query<Group[Name]>, ...Body<Group[Name]>, options?: CallOptions]
  ) => Promise<Answer<Group[Name]>>;
};

export function createApiClient<Group extends Endpoints>(deps: HostCallDeps, group: Group): ApiClient<Group> {
  const methods = Object.entries(group).map(([name, endpoint]) => [
    name,
    (...args: unknown[]) => callEndpoint(deps, endpoint, args),
  ]);
  return Object.fromEntries(methods) as ApiClient<Group>;
}

export function hostHeaders(token: string | null): Record<string, string> {
  return { [APP_HEADER]: APP_HEADER_VALUE, ...(token === null ? {} : { [TOKEN_HEADER]: token }) };
}

async function callEndpoint(deps: HostCallDeps, endpoint: Endpoint, args: readonly unknown[]): Promise<unknown> {
  const { route, answer, by } = endpoint;
  const rest = args.slice(route.split(':').length - 1);
  const query = endpoint.query ? queryOf(rest.shift() as QueryValues) : '';
  const body = endpoint.body ? bodyOf(endpoint.body, rest.shift()) : null;
  const { signal, ...options } = (rest[0] ?? {}) as CallOptions;
  const [method = ''] = route.split(' ', 1);
  const path = `${pathOf(route, args)}${query}`;
  const window = by === 'gesture' ? deps.window?.approving() : by && deps.window?.headers();
  let response: Response;
  let content: string | Blob | ReadableStream<Uint8Array>;
  try {
    response = await deps.fetch(`${deps.origin}${path}`, {
      method,
      headers: { ...hostHeaders(deps.token), ...window, ...(body && { 'content-type': body.type }) },
      ...(body && { body: body.content }),
      cache: 'no-store',
      redirect: 'error',
      ...options,
      ...(signal && { signal }),
    });
    content = await contentOf(response, isRefusal(response) ? undefined : answer);
  } catch (error) {
    signal?.throwIfAborted();
    throw new HostUnreachableError(error);
  }
  if (isRefusal(response)) throw toProblem(`${method} ${path}: ${response.status}`, content);
  if (typeof answer !== 'object') return answer && content;
  const parsed = z.safeParse(answer, parseJson(typeof content === 'string' ? content : ''));
  if (!parsed.success) throw new HostAnswerUnreadable(`${method} ${path}`, parsed.error);
  return parsed.data;
}

type QueryValues = Readonly<Record<string, string | number | boolean | null | undefined>>;

function queryOf(given: QueryValues): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(given))
    if (value !== null && value !== undefined && value !== false) query.set(name, value === true ? '1' : String(value));
  return query.size === 0 ? '' : `?${query}`;
}

function bodyOf(schema: Endpoint['body'], given: unknown): { type: string; content: BodyInit } {
  return schema === 'bytes'
    ? { type: 'application/octet-stream', content: given as Uint8Array<ArrayBuffer> }
    : { type: 'application/json', content: JSON.stringify(given ?? {}) };
}

async function contentOf(response: Response, answer: Endpoint['answer']) {
  if (answer === 'stream') return response.body ?? new Blob().stream();
  return answer === 'blob' ? response.blob() : response.text();
}

function isRefusal(response: Response): boolean {
  return response.headers.has(PROBLEM_HEADER) || !response.ok;
}

function toProblem(label: string, content: unknown): Error {
  const problem = Problem.safeParse(parseJson(String(content)));
  return problem.success ? new HostProblemError(problem.data) : new HostAnswerUnreadable(label);
}
