import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCallVendor } from '#host/base/call-vendor.ts';
import type { VendorRow } from '#host/base/vendor-table.ts';

setFlagsFromString('--expose-gc');
const collect: unknown = runInNewContext('gc');

/** Often enough that everything unreferenced is collected. */
async function collectGarbage(): Promise<void> {
  if (typeof collect !== 'function') throw new Error('no garbage collector to call');
  for (let round = 0; round < 10; round++) {
    collect();
    await sleep(2);
  }
}

let closed = 0;
const server = createServer((request, response) => {
  response.on('close', () => closed++);
  if (request.url === '/body') response.writeHead(200).write('begun');
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const ROW: Pick<VendorRow, 'auth' | 'label' | 'practice'> = { auth: 'none', label: 'A server', practice: false };

describe('an abort reaches the vendor after the garbage collector was there', () => {
  const begin = (path: string, signal: AbortSignal, fetch: (request: Request) => Promise<Response>) => {
    const url = new URL(path, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    return createCallVendor({ fetch }, null)(ROW as VendorRow, {
      method: 'GET',
      url,
      headers: new Headers(),
      key: null,
      signal,
    });
  };

  it('while it waits for headers, and only the signal is listened to', async () => {
    const controller = new AbortController();
    const answer = begin('/', controller.signal, ({ signal }) => {
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('heard'))));
    });
    await collectGarbage();
    controller.abort();
    const late = sleep(1000).then(() => 'never');
    await expect(Promise.race([answer, late])).rejects.toMatchObject({ code: 'run_cancelled' });
  });

  it('while the body of a real connection streams', async () => {
    const controller = new AbortController();
    const { body } = await begin('/body', controller.signal, (request) => fetch(request));
    const reader = body?.getReader();
    await reader?.read();
    const rest = reader?.read().then(
      () => 'more',
      () => 'aborted',
    );
    await collectGarbage();
    closed = 0;
    controller.abort();
    await expect.poll(() => closed).toBe(1);
    expect(await rest).toBe('aborted');
  });
});
