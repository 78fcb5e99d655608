import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { finished } from 'node:stream/promises';

const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };
const TICK_MS = 5;
const SHORT = ['Passing', ' it', ' on.'];
const PASSAGE =
  'A relay is won **between** the runners: what counts is the moment when the baton passes, at full speed and without ' +
  'looking `back`. 이어달리기는 주자와 주자 사이에서 판가름 납니다.\n\n- the *first* hand opens\n- the second one lets ~~it~~ go\n\n';

export const MODEL = 'bench-words';
export const CONNECTION = 'custom-0123456789ab';

/** The question that is answered with `length` characters, `speed` of them each second. */
export const longQuestion = (length: number, speed: number): string => `long ${length} ${speed}`;

export interface BenchVendor {
  origin: string;
  /** The file of custom servers for the home of a Baton that uses this vendor. */
  connections: string;
  close: () => Promise<void>;
}

const chunk = (content: string): string =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: MODEL, choices: [{ index: 0, delta: { content }, finish_reason: null }] })}\n\n`;
const END = `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: MODEL, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`;

/** Four characters at a time, as tokens come. */
async function answer(question: string, response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const [, length, speed] = (/long (\d+) (\d+)/.exec(question) ?? []).map(Number);
  const text = length ? PASSAGE.repeat(Math.ceil(length / PASSAGE.length)).slice(0, length) : '';
  for (const word of length ? [] : SHORT) response.write(chunk(word));
  const from = performance.now();
  for (let at = 0; at < text.length && !response.destroyed;) {
    const due = ((performance.now() - from) * (speed ?? 0)) / 1_000;
    for (; at < text.length && at < due; at += 4) response.write(chunk(text.slice(at, at + 4)));
    await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  }
  response.end(END);
}

async function bodyOf(request: AsyncIterable<unknown>): Promise<string> {
  const pieces: string[] = [];
  for await (const piece of request) pieces.push(String(piece));
  return pieces.join('');
}

/** A vendor that answers with three words or with a long text, and serves the files of `folder`: the bare page. */
export async function startBenchVendor(folder: string): Promise<BenchVendor> {
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    if (request.method === 'POST') {
      const { messages } = JSON.parse(await bodyOf(request)) as { messages: { content: unknown }[] };
      await answer(JSON.stringify(messages.at(-1)?.content ?? ''), response);
      return;
    }
    if (path === '/v1/models') {
      const list = { object: 'list', data: [{ id: MODEL, object: 'model', created: 1, owned_by: 'bench' }] };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(list));
      return;
    }
    const file = await readFile(join(folder, normalize(path))).catch(() => null);
    response.writeHead(file ? 200 : 404, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' });
    response.end(file ?? '');
    await finished(response).catch(() => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const own = { id: CONNECTION, label: 'Bench', protocol: 'openai-chat', baseUrl: `${origin}/v1`, needsKey: false };
  return {
    origin,
    connections: JSON.stringify({ version: 1, servers: [own] }),
    async close() {
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
    },
  };
}
