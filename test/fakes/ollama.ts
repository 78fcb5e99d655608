import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeChatAnswer } from './chat-answer.ts';

/** A server of the shape of Ollama, with one model that answers every message alike. */
export interface FakeOllama {
  port: number;
  /** Method and path of every request, in order. */
  seen: string[];
  close: () => void;
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString() || '{}') as Record<string, unknown>;
}

const ANSWERS: Record<string, object> = {
  'GET /api/version': { version: '0.12.6' },
  'GET /api/tags': { models: [{ name: 'qwen3:8b', model: 'qwen3:8b' }] },
  'GET /api/ps': { models: [{ name: 'qwen3:8b', context_length: 4096 }] },
  'POST /api/show': {
    capabilities: ['completion', 'tools'],
    model_info: { 'general.architecture': 'qwen3', 'qwen3.context_length': 40_960 },
    parameters: 'temperature 0.6',
  },
  'GET /v1/models': { object: 'list', data: [{ id: 'qwen3:8b', object: 'model', owned_by: 'library' }] },
};

export async function serveOllama(answer: string): Promise<FakeOllama> {
  const seen: string[] = [];
  async function reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = `${request.method} ${request.url}`;
    seen.push(call);
    const { model } = await bodyOf(request);
    if (call !== 'POST /v1/chat/completions') {
      response.writeHead(ANSWERS[call] ? 200 : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify(ANSWERS[call] ?? { error: 'not found' }));
    } else writeChatAnswer(response, model, answer);
  }
  const server = createServer((request, response) => void reply(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { port: (server.address() as AddressInfo).port, seen, close };
}
