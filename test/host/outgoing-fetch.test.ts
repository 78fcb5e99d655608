import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { createOutgoingFetch } from '#host/outgoing-fetch.ts';

const closers: (() => void)[] = [];
afterAll(() => closers.forEach((close) => close()));

async function listenOn(server: ReturnType<typeof createServer>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => server.close().closeAllConnections());
  return (server.address() as AddressInfo).port;
}

test('a proxy of the environment is used for vendors and not for this machine', async () => {
  const target = await listenOn(createServer((_request, response) => response.end('target')));
  const tunnels: string[] = [];
  const proxy = createServer((request, response) => {
    tunnels.push(request.url ?? '');
    response.end('through the proxy');
  });
  proxy.on('connect', (request, socket) => {
    tunnels.push(request.url ?? '');
    const out = connect(target, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      out.pipe(socket).pipe(out);
    });
  });
  const fetchOut = createOutgoingFetch({
    HTTP_PROXY: `http://127.0.0.1:${await listenOn(proxy)}`,
    NO_PROXY: 'other.example',
  });

  const direct = await fetchOut(new Request(`http://127.0.0.1:${target}/`));
  expect(await direct.text()).toBe('target');
  expect(tunnels).toEqual([]);
  const vendor = await fetchOut(new Request('http://vendor.example/v1/models'));
  expect(vendor.status).toBe(200);
  await vendor.text();
  expect(tunnels).toHaveLength(1);
  expect(tunnels[0]).toContain('vendor.example');
});
