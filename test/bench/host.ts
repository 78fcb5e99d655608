import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fetchAsBrowser, windowHeaders } from '#test/fakes/as-browser.ts';
import type { Listening } from './host-process.ts';
import type { Figure } from './performance-table.ts';
import { median, print } from './print.ts';

const MB = 1_000_000;
const ROUNDS = 7;
/** Rounds that only warm up. */
const WARM = 2;

interface Load {
  name: string;
  unit: string;
  /** Requests of a round, and how many units they are. */
  requests: number;
  units: number;
  sent: number;
  answered: number;
  /** How the answer arrives: bytes of one chunk. */
  chunk: number;
  goal: string;
}

const LOADS: readonly Load[] = [
  {
    name: 'a request',
    unit: 'request',
    requests: 300,
    units: 300,
    sent: 2_000,
    answered: 2_000,
    chunk: 2_000,
    goal: '1 ms',
  },
  {
    name: 'a streamed answer',
    unit: '100 events',
    requests: 20,
    units: 20,
    sent: 2_000,
    answered: 20_000,
    chunk: 200,
    goal: '',
  },
  {
    name: 'an answer of 20 MB',
    unit: 'MB',
    requests: 2,
    units: 40,
    sent: 2_000,
    answered: 20 * MB,
    chunk: 64 * 1024,
    goal: '3 ms',
  },
  {
    name: 'a question of 20 MB',
    unit: 'MB',
    requests: 2,
    units: 40,
    sent: 20 * MB,
    answered: 2_000,
    chunk: 2_000,
    goal: '3 ms',
  },
];

/** A vendor in this process. It answers with as many bytes as the address asks for, in chunks of a size. */
async function listenAsVendor(): Promise<Server> {
  const server = createServer((incoming, outgoing) => {
    incoming.resume().on('end', () => {
      const asked = incoming.headers['idempotency-key']?.toString() ?? '';
      const [bytes = 0, size = 1] = asked.split(' ').map(Number);
      const chunk = Buffer.alloc(size, 'data: a word\n\n');
      outgoing.writeHead(200, { 'content-type': 'text/event-stream' });
      let left = bytes;
      const next = () => {
        if (left <= 0) {
          outgoing.end();
          return;
        }
        left -= size;
        outgoing.write(chunk);
        // Each chunk is one that arrives by itself.
        if (outgoing.writableNeedDrain) outgoing.once('drain', () => setImmediate(next));
        else setImmediate(next);
      };
      next();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

interface Forwarder {
  name: string;
  url: string;
  headers: Record<string, string>;
  child: ChildProcess;
}

const heard = async <T>(child: ChildProcess): Promise<T> => (await once(child, 'message'))[0] as T;

async function cpuOf({ child }: Forwarder): Promise<number> {
  child.send('cpu');
  return (await heard<{ cpu: number }>(child)).cpu;
}

async function startForwarder(kind: 'host' | 'floor', home: string, vendor: string): Promise<Forwarder> {
  const child = fork(join(import.meta.dirname, 'host-process.ts'), [kind, home, vendor]);
  const { origin, token } = await heard<Listening>(child);
  if (kind === 'floor') return { name: kind, url: `${origin}/chat/completions`, headers: {}, child };
  const headers = { ...windowHeaders(token), origin };
  const added = await fetchAsBrowser(`${origin}/api/vendors`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({
      label: 'Bench',
      protocol: 'openai-chat',
      baseUrl: vendor,
      key: 'sk-bench-0123456789abcdefghij',
    }),
  });
  if (!added.ok) throw new Error(`${added.status} ${await added.text()}`);
  const { id } = (await added.json()) as { id: string };
  return { name: kind, url: `${origin}/api/vendors/${id}/wire/chat/completions`, headers, child };
}

const agent = new Agent({ keepAlive: true });

/** Reads the whole answer; resolves with its length. */
async function ask({ url, headers }: Forwarder, { answered, chunk }: Load, body: Buffer): Promise<number> {
  const { port, pathname, host } = new URL(url);
  const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
    request(
      {
        host: '127.0.0.1',
        port,
        path: pathname,
        method: 'POST',
        agent,
        headers: {
          host,
          'content-type': 'application/json',
          'content-length': body.length,
          'idempotency-key': `${answered} ${chunk}`,
          ...headers,
        },
      },
      resolve,
    )
      .on('error', reject)
      .end(body);
  });
  if (incoming.statusCode !== 200) throw new Error(`${url} answered ${incoming.statusCode}`);
  let length = 0;
  for await (const piece of incoming) length += (piece as Buffer).length;
  return length;
}

/** Processor time of the host's process for what goes through it, beside a bare forwarder in the same rounds. */
export async function benchHost(): Promise<Figure[]> {
  const figures: Figure[] = [];
  const home = mkdtempSync(join(tmpdir(), 'baton-bench-'));
  const vendor = await listenAsVendor();
  const address = `http://127.0.0.1:${(vendor.address() as AddressInfo).port}`;
  const forwarders = [await startForwarder('floor', home, address), await startForwarder('host', home, address)];
  try {
    for (const load of LOADS) {
      const body = Buffer.alloc(load.sent, 'a');
      const costs = forwarders.map((): number[] => []);
      for (let round = 0; round < WARM + ROUNDS; round += 1)
        for (const [at, forwarder] of forwarders.entries()) {
          const before = await cpuOf(forwarder);
          for (let one = 0; one < load.requests; one += 1) await ask(forwarder, load, body);
          const cost = ((await cpuOf(forwarder)) - before) / load.units;
          if (round >= WARM) costs[at]?.push(cost);
        }
      const [floor = 0, host = 0] = costs.map(median);
      print(
        `${load.name}: ${host.toFixed(2)} ms of the host for each ${load.unit}, ${(host / floor).toFixed(1)}x the floor of ${floor.toFixed(2)}`,
      );
      if (load.goal !== '')
        figures.push({
          what: `The host forwards ${load.name}, each ${load.unit} (a bare forwarder: ${floor.toFixed(2)} ms)`,
          figure: `${host.toFixed(2)} ms`,
          goal: load.goal,
        });
    }
    return figures;
  } finally {
    for (const { child } of forwarders) child.disconnect();
    agent.destroy();
    vendor.close();
    rmSync(home, { recursive: true, force: true });
  }
}
