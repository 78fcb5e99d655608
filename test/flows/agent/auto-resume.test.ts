import { describe, expect, it } from 'vitest';
import { DEFAULT_CONFIGURATION } from '#core/reliability/configuration.ts';
import { AgentWorld, callsOf, openProfile, resultsOf } from './agent-world.ts';

const GOAL = 'builtin_planning_server__create_goal {"name":"Ship it"}';
/** Refused in its second step, where there is thinking to leave out. */
const RUN = `!think 1\n!tool ${GOAL}\n!tool builtin_planning_server__add_todo {"title":"First"}\n!fault signature round=1 times=1\nDo it.`;
const { experimental } = DEFAULT_CONFIGURATION;

async function run(auto_resume: boolean, said = RUN) {
  const world = new AgentWorld(await openProfile());
  world.configuration = { experimental: { ...experimental, auto_resume } };
  const id = await world.begin('claude');
  await world.send(id, said);
  return { world, id, statuses: () => world.sent.map(({ status }) => status) };
}

describe('behind a recovery', () => {
  it('a run goes on in the same loop where auto_resume is set, and nothing is said in the user’s name', async () => {
    const { world, id, statuses } = await run(true);
    expect(statuses().filter((status) => status === 400)).toHaveLength(1);
    expect(statuses().at(-1)).toBe(200);
    const path = await world.path(id);
    expect(path.filter(({ role }) => role === 'user')).toHaveLength(1);
    expect((await world.agent.readRun(id))?.reason).toEqual({ kind: 'finished' });
    expect(world.errors).toEqual([]);
  });

  it('otherwise it stops once the recovered step is done, and goes on where the user says so', async () => {
    const { world, id, statuses } = await run(false);
    const stopped = await world.path(id);
    expect(await world.agent.readRun(id)).toMatchObject({ reason: { kind: 'recovered' }, can: { resume: true } });
    expect(statuses()).toEqual([200, 400, 200]);
    // What the recovered answer called has run: no call is left without its result.
    expect(resultsOf(stopped)).toHaveLength(callsOf(stopped).length);
    await world.agent.resume(id);
    expect((await world.agent.readRun(id))?.reason).toEqual({ kind: 'finished' });
    expect((await world.path(id)).filter(({ role }) => role === 'user')).toHaveLength(1);
    expect(world.errors).toEqual([]);
  });

  it('a step that ended the run anyway is its end', async () => {
    const { world, id } = await run(false, `!think 1\n!tool ${GOAL}\n!fault signature round=1 times=1\nDo it.`);
    expect((await world.agent.readRun(id))?.reason).toEqual({ kind: 'finished' });
  });
});
