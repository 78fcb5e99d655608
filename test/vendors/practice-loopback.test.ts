import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { VendorFetch } from '#vendors/base/base-ai-service.ts';
import { Lab, opaqueStrings, PRACTICE_IDS, practiceTarget, practiceVendors, textOf, TOOLS } from './practice-lab.ts';
import { addressOf } from './support.ts';

const vendors = practiceVendors();
let port = 0;

const HOP_BY_HOP = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive']);

const endToEnd = (headers: IncomingMessage['headers']): [string, string][] =>
  Object.entries(headers).flatMap(([name, value]) => (HOP_BY_HOP.has(name) ? [] : [[name, String(value)]]));

/** Serves the practice vendors on a real socket. */
async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const left = new AbortController();
  outgoing.on('close', () => left.abort());
  try {
    const response = await vendors.fetch(
      new Request(`https://${String(incoming.headers['x-vendor-host'])}${incoming.url}`, {
        method: incoming.method ?? 'GET',
        headers: endToEnd(incoming.headers),
        signal: left.signal,
        ...(incoming.method === 'POST' ? { body: Buffer.concat(await incoming.toArray()) } : {}),
      }),
    );
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.flushHeaders();
    if (!response.body) outgoing.end();
    else
      Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0])
        .on('error', () => outgoing.destroy())
        .pipe(outgoing);
  } catch {
    outgoing.destroy();
  }
}

const server = createServer((incoming, outgoing) => void serve(incoming, outgoing));
beforeAll(
  () =>
    new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', () => {
        const address = server.address();
        port = typeof address === 'object' && address ? address.port : 0;
        resolve();
      });
    }),
);
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const overSocket: VendorFetch = (input, init) => {
  const url = new URL(addressOf(input));
  const headers = new Headers(init?.headers);
  headers.set('x-vendor-host', url.host);
  return fetch(`http://127.0.0.1:${port}${url.pathname}${url.search}`, { ...init, headers });
};

describe.each(PRACTICE_IDS)('%s over a real connection', (id) => {
  const target = practiceTarget(id, { tools: TOOLS });

  it('streams, runs tools and brings its state back', async () => {
    const lab = new Lab(overSocket);
    const answers = await lab.say('!think 1\n!tool weather_server__get_weather {"city":"부산"}\n날씨는?', target);
    expect(answers.map((answer) => answer.stop)).toEqual(['tool', 'end']);
    expect(textOf(answers[1]?.parts ?? [])).toContain('부산');
    for (const secret of opaqueStrings(answers[0]?.parts ?? []))
      expect(lab.sent.at(-1)?.body).toContain(JSON.stringify(secret));
  });

  it('stops mid-stream, and the other side hears of it', async () => {
    const lab = new Lab(overSocket);
    const abort = new AbortController();
    lab.history.push({ role: 'user', parts: [{ type: 'text', text: '!speed 400\n!long 4000\nhello' }] });
    setTimeout(() => abort.abort(), 250);
    const answer = await lab.request(target, abort.signal);
    expect(answer).toMatchObject({ stop: 'aborted', error: undefined });
    expect(answer.parts.length).toBeGreaterThan(0);
    await expect.poll(() => vendors.open()).toBe(0);
  });

  it('stops before headers, and the other side hears of it', async () => {
    const lab = new Lab(overSocket);
    const abort = new AbortController();
    lab.history.push({ role: 'user', parts: [{ type: 'text', text: '!fault headers\nhello' }] });
    setTimeout(() => abort.abort(), 80);
    expect(await lab.request(target, abort.signal)).toMatchObject({ stop: 'aborted', parts: [] });
    await expect.poll(() => vendors.open()).toBe(0);
  });

  it.each([
    ['reset', 'cut_off'],
    ['cut', 'cut_off'],
    ['offline', 'network'],
  ])('tells a connection that is %s: %s', async (fault, kind) => {
    const lab = new Lab(overSocket);
    const [answer] = await lab.say(`!fault ${fault} after=80\n!long 1000\nhello`, target);
    expect(answer).toMatchObject({ stop: 'error', error: { kind, retryable: true } });
  });

  it('reports a server that is not there', async () => {
    const lab = new Lab(() => fetch('http://127.0.0.1:1/'));
    const [answer] = await lab.say('hello', target);
    expect(answer).toMatchObject({ stop: 'error', parts: [], error: { kind: 'network', retryable: true } });
  });
});
