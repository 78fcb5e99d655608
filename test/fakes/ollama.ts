import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server of the shape of Ollama, with one model that answers every message alike. */
export interface FakeOllama {
  port: number;
  /** Method and path of every request, in order. */
  seen: string[];
  /** The bodies of the requests for an answer. */
  chats: Record<string, unknown>[];
  close: () => void;
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString() || '{}') as Record<string, unknown>;
}

const LOADED = 4096;
const CHARS_PER_TOKEN = 4;

/** Lines of JSON, as the own API streams them. */
function writeLines(response: ServerResponse, model: unknown, content: string): void {
  response.writeHead(200, { 'content-type': 'application/x-ndjson' });
  const send = (value: object) => response.write(`${JSON.stringify({ model, ...value })}\n`);
  send({ message: { role: 'assistant', content: '', thinking: 'Someone greets.' }, done: false });
  send({ message: { role: 'assistant', content }, done: false });
  send({
    message: { role: 'assistant', content: '' },
    done: true,
    done_reason: 'stop',
    prompt_eval_count: 12,
    eval_count: 3,
  });
  response.end();
}

const ANSWERS: Record<string, object> = {
  'GET /api/version': { version: '0.12.6' },
  'GET /api/tags': { models: [{ name: 'qwen3:8b', model: 'qwen3:8b' }] },
  'GET /api/ps': { models: [{ name: 'qwen3:8b', context_length: LOADED }] },
  'POST /api/show': {
    capabilities: ['completion', 'tools', 'thinking'],
    model_info: { 'general.architecture': 'qwen3', 'qwen3.context_length': 40_960 },
    parameters: 'temperature 0.6',
  },
};

export async function serveOllama(answer: string): Promise<FakeOllama> {
  const seen: string[] = [];
  const chats: Record<string, unknown>[] = [];
  async function reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = `${request.method} ${request.url}`;
    seen.push(call);
    if (call === 'POST /api/chat') {
      const body = await bodyOf(request);
      chats.push(body);
      const tokens = JSON.stringify(body['messages']).length / CHARS_PER_TOKEN;
      const context = (body['options'] as { num_ctx?: number }).num_ctx ?? LOADED;
      if (body['truncate'] === false && tokens > context) {
        response.writeHead(400, { 'content-type': 'application/json' });
        const error = `request (${Math.ceil(tokens)} tokens) exceeds the available context size (${context} tokens), try increasing it`;
        response.end(JSON.stringify({ error }));
      } else writeLines(response, body['model'], answer);
      return;
    }
    response.writeHead(ANSWERS[call] ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(ANSWERS[call] ?? { error: 'not found' }));
  }
  const server = createServer((request, response) => void reply(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { port: (server.address() as AddressInfo).port, seen, chats, close };
}
