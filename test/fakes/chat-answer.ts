import type { ServerResponse } from 'node:http';

/** Streams one answer of the Chat protocol. */
export function writeChatAnswer(response: ServerResponse, model: unknown, answer: string): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (value: object) => response.write(`data: ${JSON.stringify(value)}\n\n`);
  const chunk = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model };
  send({ ...chunk, choices: [{ index: 0, delta: { role: 'assistant', content: answer }, finish_reason: null }] });
  send({ ...chunk, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
  send({ ...chunk, choices: [], usage: { prompt_tokens: 12, completion_tokens: 3, total_tokens: 15 } });
  response.end('data: [DONE]\n\n');
}
