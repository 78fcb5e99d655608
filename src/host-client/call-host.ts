import type { z } from 'zod';
import { APP_HEADER, APP_HEADER_VALUE, PROBLEM_HEADER, TOKEN_HEADER } from '#contract/headers.ts';
import { Problem } from '#contract/problem.ts';
import { parseJson } from '#core/json.ts';
import type { HostWindow } from './host-window.ts';
import { HostAnswerUnreadable, HostProblemError, HostUnreachableError } from './host-error.ts';

export interface HostCallDeps {
  /** Origin of the page; the API is below it. */
  origin: string;
  token: string | null;
  fetch: (input: string, init?: RequestInit) => Promise<Response>;
  /** This window. Absent where nothing is approved, as in workers. */
  window?: HostWindow;
}

export interface HostCall {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  body?: unknown;
  /** Sent unchanged, in place of a body. */
  bytes?: Uint8Array<ArrayBuffer>;
  /** The call approves something: `gesture` requires a gesture of the user, `window` only the name of this window. */
  by?: 'gesture' | 'window';
}

export function hostHeaders(token: string | null): Record<string, string> {
  return { [APP_HEADER]: APP_HEADER_VALUE, ...(token === null ? {} : { [TOKEN_HEADER]: token }) };
}

/** One call to /api. Responses are parsed; everything else is a typed error. */
export async function callHost<T>(deps: HostCallDeps, call: HostCall, answer: z.ZodType<T> | null): Promise<T | null> {
  let response: Response;
  let text: string;
  const json = call.body === undefined ? undefined : JSON.stringify(call.body);
  const body = call.bytes ?? json;
  const who = call.by === undefined ? {} : call.by === 'gesture' ? deps.window?.approving() : deps.window?.headers();
  try {
    response = await deps.fetch(`${deps.origin}${call.path}`, {
      method: call.method,
      headers: {
        ...hostHeaders(deps.token),
        ...who,
        ...(body === undefined ? {} : { 'content-type': call.bytes ? 'application/octet-stream' : 'application/json' }),
      },
      ...(body === undefined ? {} : { body }),
      cache: 'no-store',
      redirect: 'error',
    });
    text = await response.text();
  } catch (error) {
    throw new HostUnreachableError(error);
  }
  if (isRefusal(response)) throw toProblem(call, response.status, text);
  if (answer === null) return null;
  const parsed = answer.safeParse(parseJson(text));
  if (!parsed.success) throw new HostAnswerUnreadable(`${call.method} ${call.path}`, parsed.error);
  return parsed.data;
}

export function isRefusal(response: Response): boolean {
  return response.headers.has(PROBLEM_HEADER) || !response.ok;
}

export function toProblem({ method, path }: HostCall, status: number, text: string): Error {
  const problem = Problem.safeParse(parseJson(text));
  return problem.success
    ? new HostProblemError(problem.data)
    : new HostAnswerUnreadable(`${method} ${path}: ${status}`);
}
