import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connectionsTo, modelList } from './own-server.ts';
import { lastWord, WORDS } from './watch-text.ts';

/** 400 characters a second, the speed of a fast vendor. */
const WORD_MS = 15;
const MODEL = 'timed-words';

/** A vendor in this process that answers with `WORDS` and records when it sent each of them. */
export interface TimedVendor {
  model: string;
  /** Call before a question, so that an earlier answer doesn't count. */
  forget: () => void;
  /** The file of custom servers for the home of a Baton that uses this vendor. */
  connections: string;
  /**
   * For the newest answer: the age in milliseconds, at `moment`, of the oldest sent text that isn't in `kept`; 0 if
   * nothing sent by then is missing, `null` if nothing had been sent.
   */
  lostAt: (moment: number, stored: string) => number | null;
  close: () => Promise<void>;
}

export async function startTimedVendor(): Promise<TimedVendor> {
  const words = WORDS.split(' ');
  let sentAt: number[] = [];
  const timers = new Set<NodeJS.Timeout>();

  function speak(response: ServerResponse): void {
    const sent: number[] = (sentAt = []);
    const began = performance.now();
    const timer = setInterval(() => {
      const due = Math.min(words.length, Math.ceil((performance.now() - began) / WORD_MS));
      if (due === sent.length) return;
      const content = words.slice(sent.length, due).join(' ');
      const delta = { content: sent.length === 0 ? content : ` ${content}` };
      response.write(
        `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: MODEL, choices: [{ index: 0, delta, finish_reason: null }] })}\n\n`,
      );
      while (sent.length < due) sent.push(performance.now());
    }, WORD_MS / 3);
    timers.add(timer);
    response.on('close', () => {
      clearInterval(timer);
      timers.delete(timer);
    });
  }

  const server = createServer((request, response) => {
    request.resume();
    if (request.method === 'POST') {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      speak(response);
    } else response.writeHead(200, { 'content-type': 'application/json' }).end(modelList(MODEL));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    model: MODEL,
    forget: () => (sentAt = []),
    connections: connectionsTo(port, 'Timed'),
    lostAt(moment, stored) {
      const sent = sentAt.filter((at) => at <= moment);
      if (sent.length === 0) return null;
      const missing = sent[lastWord(stored) + 1];
      return missing === undefined ? 0 : Math.round(moment - missing);
    },
    async close() {
      for (const timer of timers) clearInterval(timer);
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
    },
  };
}
