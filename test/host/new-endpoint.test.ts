import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Endpoints } from '#contract/endpoint.ts';
import { createApi } from '#host/create-api.ts';
import { type Handlers, toRoutes } from '#host/base/to-routes.ts';
import { HostError, problemResponse } from '#host/base/problem.ts';
import { createApiClient } from '#host-client/api-client.ts';
import { HostAnswerUnreadable, HostProblemError, HostUnreachableError } from '#host-client/host-error.ts';

/** Endpoints of every shape: what CONTRIBUTING.md says about a new one, done. */
const noteEndpoints = {
  list: {
    route: 'GET /api/books/:book/notes',
    query: z.object({ after: z.coerce.number().catch(0), all: z.string().optional().transform(Boolean) }),
    answer: z.object({ notes: z.array(z.string()) }).transform(({ notes }) => notes),
  },
  add: {
    route: 'POST /api/books/:book/notes',
    body: z.object({ text: z.string().min(1), pinned: z.boolean().default(false) }),
    answer: z.object({ id: z.number() }),
    status: 201,
    by: 'gesture',
  },
  page: {
    route: 'GET /api/books/:book/pages/:number',
    params: { number: z.string().regex(/^\d+$/, 'A page has a number.').transform(Number) },
    answer: 'blob',
  },
  putPage: {
    route: 'PUT /api/books/:book/pages/:number',
    params: { number: z.string().regex(/^\d+$/).transform(Number) },
    body: 'bytes',
    limit: 8,
  },
} satisfies Endpoints;

const GIVEN = { mount: 'test', window: 1, session: null } as const;

const handlers: Handlers<typeof noteEndpoints> = {
  list: ({ params, query }) => ({ notes: [params.book, String(query.after), String(query.all)] }),
  add: ({ body, given }) => ({ id: body.pinned ? given.window : body.text.length }),
  page: ({ params }) => new Response(`page ${params.number + 1}`),
  putPage: ({ body }) => {
    if (body.length === 0) throw new HostError('bad_request', 'An empty page.');
  },
};

function open(given: Handlers<typeof noteEndpoints> = handlers) {
  const asked: string[] = [];
  const approval = (request: Request) => {
    if (!request.headers.has('x-test-gesture')) throw new HostError('gesture_missing');
    return GIVEN;
  };
  const api = createApi(toRoutes(noteEndpoints, given, approval));
  let gesture: Record<string, string> = { 'x-test-gesture': '1' };
  const client = createApiClient(
    {
      origin: 'http://baton.localhost',
      token: 'token',
      window: {
        approving: () => gesture,
        headers: () => ({}),
        present: () => ({}),
        greet: () => undefined,
        onReopen: () => undefined,
        renegotiate: () => undefined,
      },
      async fetch(input, init) {
        asked.push(`${init?.method} ${input.slice('http://baton.localhost'.length)}`);
        init?.signal?.throwIfAborted();
        try {
          return await api.fetch(new Request(input, init));
        } catch (error) {
          return problemResponse(error as HostError);
        }
      },
    },
    noteEndpoints,
  );
  return { client, asked, withoutGesture: () => void (gesture = {}) };
}

describe('a new endpoint is a row and a handler', () => {
  it('its client and its route follow from the row', async () => {
    const { client, asked } = open();
    expect(await client.list('a/b', { after: 7, all: true })).toEqual(['a/b', '7', 'true']);
    expect(await client.list('c', { after: 0, all: false })).toEqual(['c', '0', 'false']);
    expect(await client.add('c', { text: 'four' })).toEqual({ id: 4 });
    expect(await client.add('c', { text: 'four', pinned: true })).toEqual({ id: GIVEN.window });
    expect(await (await client.page('c', 11)).text()).toBe('page 12');
    expect(await client.putPage('c', 1, new Uint8Array([1]))).toBeUndefined();
    expect(asked).toEqual([
      'GET /api/books/a%2Fb/notes?after=7&all=1',
      'GET /api/books/c/notes?after=0',
      'POST /api/books/c/notes',
      'POST /api/books/c/notes',
      'GET /api/books/c/pages/11',
      'PUT /api/books/c/pages/1',
    ]);
  });

  it('the host refuses what the row does not allow', async () => {
    const { client, withoutGesture } = open();
    const code = (call: Promise<unknown>) =>
      call.catch((error: unknown) => error instanceof HostProblemError && error.code);
    expect(await code(client.add('c', { text: '' }))).toBe('bad_request');
    expect(await code(client.page('c', 1.5))).toBe('bad_request');
    expect(await code(client.putPage('c', 1, new Uint8Array(9)))).toBe('payload_too_large');
    expect(await code(client.putPage('c', 1, new Uint8Array()))).toBe('bad_request');
    withoutGesture();
    expect(await code(client.add('c', { text: 'x' }))).toBe('gesture_missing');
  });

  it('the page refuses an answer that is not the one of the row', async () => {
    const { client } = open({ ...handlers, add: () => JSON.parse('{"id":"4"}') as { id: number } });
    await expect(client.add('c', { text: 'four' })).rejects.toBeInstanceOf(HostAnswerUnreadable);
  });

  it('an abort rejects with its own reason, and silence is the host’s', async () => {
    const { client } = open();
    const reason = new DOMException('stopped', 'AbortError');
    await expect(client.page('c', 1, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const silent = createApiClient(
      { origin: '', token: null, fetch: () => Promise.reject(new TypeError('Failed to fetch')) },
      noteEndpoints,
    );
    await expect(silent.page('c', 1)).rejects.toBeInstanceOf(HostUnreachableError);
  });

  it('nothing compiles that leaves one of them out', () => {
    const { list, add, page, putPage } = handlers;
    // @ts-expect-error -- an endpoint without a handler
    const incomplete: Handlers<typeof noteEndpoints> = { list, add, page };
    // @ts-expect-error -- a handler without an endpoint
    const unknown: Handlers<typeof noteEndpoints> = { list, add, page, putPage, remove: () => undefined };
    // @ts-expect-error -- an answer that the row does not have
    const other: Handlers<typeof noteEndpoints> = { list, page, putPage, add: () => ({ id: 'four' }) };
    const { client } = open();
    const wrong = () => [
      // @ts-expect-error -- a body that the row does not take
      client.add('c', { txt: 'four' }),
      // @ts-expect-error -- a parameter is missing
      client.page('c'),
      // @ts-expect-error -- no row has this name
      client.remove('c'),
    ];
    // @ts-expect-error -- no such method
    const row = { odd: { route: 'HEAD /api/books' } } satisfies Endpoints;
    expect([incomplete, unknown, other, wrong, row]).toHaveLength(5);
  });
});
