import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PROBLEM_HEADER, RUN_HEADER } from '#contract/headers.ts';
import { BROKEN, type MountKind, sleep, until, useHost } from './context.ts';

const PATH = '/api/vendors/openai/wire/responses';

/** S31, T1 and T2 of security.md: however a run is canceled, the vendor's connection ends. */
export function describeCancel(kind: MountKind): void {
  describe('cancel', () => {
    const context = useHost(kind);
    const uncaught: unknown[] = [];
    const note = (error: unknown) => void uncaught.push(error);

    beforeEach(() => {
      uncaught.length = 0;
      process.on('uncaughtException', note).on('unhandledRejection', note);
    });
    afterEach(async () => {
      await sleep(50);
      process.off('uncaughtException', note).off('unhandledRejection', note);
      expect(uncaught).toEqual([]);
    });

    const post = (init: RequestInit = {}, run = 'run-1') =>
      context.call(PATH, { method: 'POST', json: {}, as: { [RUN_HEADER]: run }, ...init });
    const cancelRun = (run = 'run-1') => context.call(`/api/runs/${run}`, { method: 'DELETE' });
    const brokenOff = async () => {
      await until(() => context.upstream.seen.length === 1, 'the vendor is asked');
      return Promise.race([context.upstream.seen[0]?.brokenOff, sleep(2000).then(() => 'still open')]);
    };

    /** Sends a little every few milliseconds until the connection ends. */
    function trickle(response: ServerResponse): void {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const timer = setInterval(() => response.write('data: more\n\n'), 5);
      response.on('close', () => clearInterval(timer));
    }

    describe('mid-stream', () => {
      const begin = async (init: RequestInit = {}) => {
        context.upstream.answer = (_request, response) => trickle(response);
        const response = await post(init);
        const reader = response.body?.getReader();
        await reader?.read();
        return { response, reader };
      };

      test('the page aborts its signal', async () => {
        const abort = new AbortController();
        const { reader } = await begin({ signal: abort.signal });
        abort.abort();
        expect(await brokenOff()).toBe(true);
        await expect(reader?.read()).rejects.toThrow(BROKEN);
      });

      test('the page cancels the body', async () => {
        const { reader } = await begin();
        await reader?.cancel();
        expect(await brokenOff()).toBe(true);
      });

      test('the page deletes the run', async () => {
        const { reader } = await begin();
        expect((await cancelRun()).status).toBe(204);
        expect(await brokenOff()).toBe(true);
        const rest = async () => {
          for (;;) if ((await reader?.read())?.done) return;
        };
        await expect(rest()).rejects.toThrow(BROKEN);
      });

      test('the host closes', async () => {
        const { reader } = await begin();
        await context.host.close();
        expect(await brokenOff()).toBe(true);
        await reader?.cancel().catch(() => undefined);
      });
    });

    describe('before headers', () => {
      beforeEach(() => {
        context.upstream.answer = () => undefined;
      });

      test('the page deletes the run', async () => {
        const waiting = post();
        await until(() => context.upstream.seen.length === 1, 'the vendor is asked');
        expect((await cancelRun()).status).toBe(204);
        expect(await brokenOff()).toBe(true);
        const response = await waiting;
        expect(response.status).toBe(499);
        expect(response.headers.get(PROBLEM_HEADER)).toBe('run_cancelled');
      });

      test('the page aborts its signal and deletes the run, as its client does', async () => {
        const abort = new AbortController();
        const waiting = post({ signal: abort.signal });
        await until(() => context.upstream.seen.length === 1, 'the vendor is asked');
        abort.abort();
        await expect(waiting).rejects.toThrow(BROKEN);
        await cancelRun();
        expect(await brokenOff()).toBe(true);
      });

      test(`the signal alone ${kind.seesEarlyAbort ? 'is enough' : 'is not seen here until there is an answer'}`, async () => {
        const asked = Promise.withResolvers<ServerResponse>();
        context.upstream.answer = (_request, response) => asked.resolve(response);
        const abort = new AbortController();
        const waiting = post({ signal: abort.signal });
        const answer = await asked.promise;
        abort.abort();
        await expect(waiting).rejects.toThrow(BROKEN);
        await sleep(100);
        expect(answer.destroyed).toBe(kind.seesEarlyAbort);
        if (!answer.destroyed) trickle(answer);
        expect(await brokenOff()).toBe(true);
      });

      test('a delete that overtakes its request still counts', async () => {
        await cancelRun('run-early');
        const response = await post({}, 'run-early');
        expect(response.headers.get(PROBLEM_HEADER)).toBe('run_cancelled');
        expect(context.upstream.seen).toEqual([]);
      });
    });

    test('only the named run ends', async () => {
      context.upstream.answer = (_request, response) => trickle(response);
      const [one, two] = await Promise.all([post({}, 'one'), post({}, 'two')]);
      await cancelRun('one');
      await expect(one?.text()).rejects.toThrow(BROKEN);
      const reader = two?.body?.getReader();
      for (let count = 0; count < 5; count++) expect((await reader?.read())?.done).toBe(false);
      await reader?.cancel();
      await until(() => context.upstream.seen.length === 2, 'both asked');
      expect(await Promise.all(context.upstream.seen.map((seen) => seen.brokenOff))).toEqual([true, true]);
    });

    test('cancelling a practice answer reaches the practice vendor', async () => {
      let cancelled = false;
      let aborted = false;
      context.practice = {
        async fetch(request) {
          request.signal.addEventListener('abort', () => (aborted = true));
          const body = new ReadableStream<Uint8Array>({
            pull: async (controller) => {
              await sleep(5);
              if (!cancelled) controller.enqueue(new TextEncoder().encode('data: x\n\n'));
            },
            cancel: () => void (cancelled = true),
          });
          return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
        },
      };
      const path = '/api/vendors/practice-openai/wire/responses';
      const response = await context.call(path, { method: 'POST', json: {} });
      const reader = response.body?.getReader();
      await reader?.read();
      await reader?.cancel();
      await until(() => aborted, 'the practice vendor is told');
      expect(cancelled).toBe(true);
    });
  });
}
