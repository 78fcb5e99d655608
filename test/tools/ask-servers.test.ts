import { expect, it } from 'vitest';
import type { McpServer } from '#contract/mcp.ts';
import { FakeClock } from '#test/fakes/fake-clock.ts';
import { createServerQuestions, type ServerProblem } from '#tools/ask-servers.ts';
import type { ServerClient } from '#tools/mcp/server-client.ts';

const forever = new AbortController().signal;

it('holds up the first listing for a server that never answers, and no later one, until it answers', async () => {
  const clock = new FakeClock();
  const askEach = createServerQuestions({ client: () => ({}) as ServerClient }, clock);
  const mute = (_server: McpServer, _client: ServerClient, signal: AbortSignal) =>
    new Promise<string>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
  const ask = async (how: typeof mute, hash = 'a') => {
    const problems: ServerProblem[] = [];
    const began = clock.now();
    const server = { id: 'mute', label: 'Mute', hash } as McpServer;
    const asked = askEach([server], problems, forever, how).then(() => clock.now() - began);
    await clock.advance(20_000);
    return { took: await asked, reasons: problems.map(({ reason }) => reason) };
  };
  expect(await ask(mute)).toEqual({ took: 20_000, reasons: ['slow'] });
  expect(await ask(mute)).toEqual({ took: 1000, reasons: ['slow'] });
  expect(await ask(mute, 'b')).toEqual({ took: 20_000, reasons: ['slow'] });
  expect((await ask(() => Promise.resolve('here'))).reasons).toEqual([]);
  expect(await ask(mute)).toEqual({ took: 20_000, reasons: ['slow'] });
});
