import type { z } from 'zod';
import { APP_HEADER, APP_HEADER_VALUE, PROBLEM_HEADER, TOKEN_HEADER } from '#contract/headers.ts';
import { Problem } from '#contract/problem.ts';
import { HostAnswerUnreadable, HostProblem, HostUnreachable } from './host-error.ts';

export interface HostCallDeps {
  /** Origin of the page; the API is below it. */
  origin: string;
  token: string | null;
  fetch: (input: string, init?: RequestInit) => Promise<Response>;
}

export interface HostCall {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  body?: unknown;
}

export function hostHeaders(token: string | null): Record<string, string> {
  return { [APP_HEADER]: APP_HEADER_VALUE, ...(token === null ? {} : { [TOKEN_HEADER]: token }) };
}

/** One call to /api. Answers are parsed; whatever else comes back is a typed error. */
export async function callHost<T>(deps: HostCallDeps, call: HostCall, answer: z.ZodType<T> | null): Promise<T | null> {
  let response: Response;
  let text: string;
  try {
    response = await deps.fetch(`${deps.origin}${call.path}`, {
      method: call.method,
      headers: {
        ...hostHeaders(deps.token),
        ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      cache: 'no-store',
      redirect: 'error',
    });
    text = await response.text();
  } catch (error) {
    throw new HostUnreachable(error);
  }
  if (response.headers.has(PROBLEM_HEADER) || !response.ok) {
    const problem = Problem.safeParse(parseJson(text));
    if (problem.success) throw new HostProblem(problem.data);
    throw new HostAnswerUnreadable(`${call.method} ${call.path}: ${response.status}`);
  }
  if (answer === null) return null;
  const parsed = answer.safeParse(parseJson(text));
  if (!parsed.success) throw new HostAnswerUnreadable(`${call.method} ${call.path}`, parsed.error);
  return parsed.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
