import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openMcpHost } from '#test/fakes/mcp-host.ts';
import type { McpHost } from '#host-client/mcp-host.ts';
import { required, until } from '#test/fakes/fake-clock.ts';
import { createMcpBench, stdio } from '../../host/mcp/support/bench.ts';
import type { McpBench } from '../../host/mcp/support/bench.ts';
import { AgentWorld, openProfile } from './agent-world.ts';

const PROBE = fileURLToPath(new URL('../../tools/support/probe-server.ts', import.meta.url));
const LOOK = '!tool probe__look {"name": "moon"}';

let bench: McpBench;
let host: McpHost;
let world: AgentWorld;

beforeAll(async () => {
  bench = await createMcpBench();
  await bench.ready('Probe', stdio(process.execPath, [PROBE]));
  host = openMcpHost(bench);
}, 60_000);
afterAll(() => bench.close());
beforeEach(async () => {
  world = new AgentWorld(await openProfile(), host);
});

/** The key of the open question of a run, as soon as there is one. */
async function question(id: string): Promise<string> {
  await until(() => (world.run(id)?.approvals.length ?? 0) > 0, 'a question');
  return required(world.run(id)?.approvals[0]).key;
}

/** A conversation whose run was stopped with a message in its queue, and the answer that was stopped. */
async function stopped(): Promise<{ id: string; answer: string }> {
  const id = await world.begin('gpt');
  const sent = world.send(id, `${LOOK}\nlook`);
  await question(id);
  await world.send(id, 'and this');
  world.chat.stop(id);
  await sent;
  return { id, answer: required((await world.path(id)).find(({ role }) => role === 'assistant')).id };
}

const said = async (id: string) =>
  (await world.path(id)).filter(({ role }) => role === 'user').map(({ parts }) => parts[0]);
const kept = async (id: string) => (await world.agent.readKept(id)).map(({ parts }) => parts[0]);

describe('a message that a stopped run has not taken', () => {
  it('stays in view while the answer is asked for again, and goes out with the next message', async () => {
    const { id, answer } = await stopped();
    const again = world.chat.retry(id, answer);
    const asked = await question(id);
    expect(await kept(id)).toMatchObject([{ text: 'and this' }]);
    await world.agent.decide(id, asked, { deny: true });
    await again;
    expect(await said(id)).toHaveLength(1);
    expect(await kept(id)).toMatchObject([{ text: 'and this' }]);
    await world.send(id, 'and now?');
    expect((await said(id)).slice(1)).toMatchObject([{ text: 'and this' }, { text: 'and now?' }]);
    expect(await kept(id)).toEqual([]);
  });

  it.each([
    [
      'the answer is continued',
      ({ id, answer }: { id: string; answer: string }) => world.chat.continueAnswer(id, answer),
    ],
    [
      'the question is edited',
      async ({ id }: { id: string }) =>
        world.chat.editAndSend(id, required((await world.path(id))[0]).id, { text: 'hello', attachments: [] }),
    ],
  ])('stays in view where %s', async (_name, act) => {
    const conversation = await stopped();
    await act(conversation);
    expect(await said(conversation.id)).not.toContainEqual(expect.objectContaining({ text: 'and this' }));
    expect(await kept(conversation.id)).toMatchObject([{ text: 'and this' }]);
  });

  it('goes out before a message that is written into the next run', async () => {
    const { id, answer } = await stopped();
    const again = world.chat.retry(id, answer);
    const asked = await question(id);
    await world.send(id, 'and that');
    expect(await kept(id)).toEqual([]);
    expect(world.run(id)?.queued).toMatchObject([{ parts: [{ text: 'and this' }] }, { parts: [{ text: 'and that' }] }]);
    await world.agent.decide(id, asked, { deny: true });
    await again;
    expect(await said(id)).toMatchObject([{}, { text: 'and this' }, { text: 'and that' }]);
  });

  it('can be taken back during the next run', async () => {
    const { id, answer } = await stopped();
    const again = world.chat.retry(id, answer);
    const asked = await question(id);
    const [left] = await world.agent.readKept(id);
    expect(await world.agent.unqueue(id, required(left).id)).toMatchObject({ parts: [{ text: 'and this' }] });
    expect(await kept(id)).toEqual([]);
    await world.agent.decide(id, asked, { deny: true });
    await again;
    expect(await said(id)).toHaveLength(1);
  });
});
