import { request, createServer, Agent } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createFileLog } from '../../electron/host/log/log-file.ts';
import { createOutgoingFetch } from '../../electron/host/base/outgoing-fetch.ts';
import { systemClock } from '../../electron/host/base/system-clock.ts';
import { createWindowTokens } from '../../electron/host/base/window-tokens.ts';
import { createHost, type Host } from '#host/create-host.ts';
import { hideKeys } from '#host/secrets/hide-keys.ts';
import { listen } from '../../electron/serve/listen.ts';
import { createNodeMount } from '../../electron/serve/node-mount.ts';
import { createHostBench, createMemorySecrets } from '#test/fakes/host-deps.ts';

export interface Listening {
  origin: string;
  token: string;
}

/*
 * A process that forwards to a vendor: the host, or a bare forwarder as the floor, `node test/bench/host-process.ts
 * host|floor HOME UPSTREAM`. It says where it listens, and answers every message with the processor time it has used.
 */
const [kind, home = '', upstream = ''] = process.argv.slice(2);

async function listenAsFloor(): Promise<Listening> {
  const agent = new Agent({ keepAlive: true });
  const server = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const forwarded = request(`${upstream}${url}`, { method, headers, agent }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token: '' };
}

/** As browser mode, with a key in memory. */
async function listenAsHost(): Promise<Listening> {
  const { promise: ready, resolve: setHost } = Promise.withResolvers<Host>();
  const server = createNodeMount({ fetch: async (request) => (await ready).fetch(request) });
  const origin = `http://bench.localhost:${await listen(server, 0)}`;
  const log = createFileLog({ home, now: () => systemClock.now() });
  const windowKeys = createWindowTokens(systemClock);
  const secrets = hideKeys(createMemorySecrets(), log.redactor);
  const fetch = createOutgoingFetch({});
  const { deps } = createHostBench({ mount: 'browser', origin, token: null, windowKeys, home, secrets, fetch });
  setHost(createHost({ ...deps, log }));
  const window = await windowKeys.redeem(windowKeys.issue());
  return { origin, token: window?.token ?? '' };
}

const listening = await (kind === 'host' ? listenAsHost() : listenAsFloor());
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpu: (user + system) / 1_000 });
});
process.on('disconnect', () => process.exit(0));
process.send?.(listening);
