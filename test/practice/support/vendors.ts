import { createPracticeVendors, type PracticeVendors } from '#practice/create-practice-vendors.ts';

export type Json = Record<string, unknown>;

export const CLOCK = {
  now: () => Date.now(),
  setTimeout: (fn: () => void, ms: number): unknown => setTimeout(fn, ms),
  clearTimeout: (handle: unknown): void => {
    if (handle instanceof Object) clearTimeout(handle as NodeJS.Timeout);
  },
};

/** Practice vendors that don't wait. */
export const instantVendors = (secret = 'a secret of the tests'): PracticeVendors =>
  createPracticeVendors({ clock: CLOCK, charsPerSecond: () => Infinity, secret });

export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  json: Json;
}

/** Sends a body and reads the complete response. */
export async function post(
  vendors: PracticeVendors,
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const response = await vendors.fetch(
    new Request(url, {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    }),
  );
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('application/json') ?? false;
  const json: Json = isJson && text !== '' && !text.startsWith('[') ? JSON.parse(text) : {};
  return { status: response.status, headers: response.headers, text, json };
}

/** The data of every event of a stream. */
export const eventsOf = (text: string): Json[] =>
  text
    .split(/\r?\n\r?\n/)
    .flatMap((event) => event.split(/\r?\n/).filter((line) => line.startsWith('data: ')))
    .map((line) => line.slice('data: '.length))
    .filter((data) => data !== '[DONE]')
    .map((data): Json => JSON.parse(data));
