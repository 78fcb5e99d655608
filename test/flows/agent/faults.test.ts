import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openMcpHost } from '#test/fakes/mcp-host.ts';
import { outlineMessage } from '#storage/hydrate-parts.ts';
import { required, until } from '#test/fakes/fake-clock.ts';
import { expectAccepted, expectClosed } from '../../core/agent/check-history.ts';
import { createMcpBench, groupOf, type McpBench } from '../../host/mcp/support/bench.ts';
import { createOddServer, type OddServer } from '../../host/mcp/support/odd.ts';
import { practiceVendors } from '../../vendors/practice-lab.ts';
import { AgentWorld, openProfile, resultsOf, type Seat, SEATS, TARGETS } from './agent-world.ts';

const tool = (name: string, args: object = {}): string => `!tool odd__${name} ${JSON.stringify(args)}`;
/** Gemini doesn't stream calls. */
const STREAMING = ['claude', 'gpt', 'chat'] as const satisfies readonly Seat[];
const GOAL = '!tool builtin_planning_server__create_goal {"goal": "g"}';

interface Lab {
  world: AgentWorld;
  bench: McpBench;
  id: string;
  /** The current process of the server. */
  pid(): number;
  /** Resolves once a call runs at the server. */
  running(): Promise<string>;
}

interface Fault {
  name: string;
  says: readonly string[];
  /** Flags for the odd server. */
  flags?: readonly string[];
  /** The seat that answers; by default, all in turn. */
  seat?: Seat;
  /** What goes wrong during the run. Questions are approved unless `asks` leaves them open. */
  happens?: (lab: Lab) => Promise<void>;
  asks?: true;
  /** Changes a vendor's answer. */
  alter?: (answer: string) => string;
  /** Text of the results in call order; the first character says whether it's an error. */
  results: readonly RegExp[];
  ends: 'finished' | 'stopped';
}

/** The text of a result, with `!` in front of errors. */
const resultText = ({ isError, text }: { isError?: boolean; text: string }): string => `${isError ? '!' : ' '}${text}`;

const stopTwice = ({ world, id }: Lab): void => {
  world.chat.stop(id);
  world.chat.stop(id);
};

const FAULTS: readonly Fault[] = [
  {
    name: 'the process of a server is killed during a call',
    flags: ['--grandchild'],
    says: [tool('hang'), GOAL],
    happens: async (lab) => {
      await lab.running();
      process.kill(lab.pid(), 'SIGKILL');
    },
    results: [/^!.*SIGKILL/s, /^ /],
    ends: 'finished',
  },
  {
    name: 'a server ends by itself during a call, and is used again',
    says: [tool('die'), tool('say', { text: 'back again' })],
    results: [/^!.*exit code 7/s, /^ back again$/],
    ends: 'finished',
  },
  {
    name: 'a call hangs and is stopped alone, twice',
    says: [tool('hang'), tool('say', { text: 'still there' })],
    happens: async ({ world, id, running }) => {
      const key = await running();
      world.agent.cancelCall(id, key);
      world.agent.cancelCall(id, key);
    },
    results: [/^!.*cancel/is, /^ still there$/],
    ends: 'finished',
  },
  {
    name: 'a result has ten megabytes',
    says: [
      tool('big', { size: 10_000_000 }),
      tool('big', { lines: 300_000 }),
      '!tool read_tool_output {"id": "output-2", "from": 150000, "to": 150001}',
    ],
    results: [/^ x[^]{1,400000}output-1/, /^ line 1\n[^]{1,400000}output-2/, /^ [^]*line 150000\nline 150001/],
    ends: 'finished',
  },
  {
    name: 'a result is larger than anything that is taken',
    says: [tool('big', { size: 40_000_000 }), tool('say', { text: 'fine' })],
    results: [/^!.*larger than/s, /^ fine$/],
    ends: 'finished',
  },
  {
    name: 'a server writes what is no JSON and what is no message',
    says: [tool('garbage'), tool('say', { text: 'next' })],
    results: [/^ after the garbage$/, /^ next$/],
    ends: 'finished',
  },
  {
    name: 'a server answers one call twice',
    says: [tool('twice'), tool('say', { text: 'next' })],
    results: [/^ first$/, /^ next$/],
    ends: 'finished',
  },
  ...SEATS.map((seat): Fault => ({
    name: `${seat} gives two calls one id`,
    says: ['!parallel odd__say {"text": "one"} odd__say {"text": "two"}', 'both'],
    seat,
    alter: (answer) => answer.replaceAll(/"((?:toolu|call|fc)_)(?!id")\w+"/g, '"$1same"'),
    results: [/^ one$/, /^ two$/],
    ends: 'finished',
  })),
  ...SEATS.map((seat): Fault => ({
    name: `${seat} gives two calls no id`,
    says: ['!parallel odd__say {"text": "one"} odd__say {"text": "two"}', 'both'],
    seat,
    alter: (answer) => answer.replaceAll(/,"(?:id|call_id)":"(?:toolu|call)_\w+"|"id":"(?:toolu|call)_\w+",/g, ''),
    results: [/^ one$/, /^ two$/],
    ends: 'finished',
  })),
  ...STREAMING.map((seat): Fault => ({
    name: `the arguments of a call of ${seat} are cut at the limit`,
    says: ['!fault cut-args', tool('say', { text: 'a text that is long enough to be cut somewhere' })],
    seat,
    results: [/^!.*(?:cut|pieces|JSON)/is],
    ends: 'finished',
  })),
  {
    name: 'the user stops while a call is asked about',
    says: ['!parallel odd__say {"text": "one"} odd__say {"text": "two"}', 'both'],
    asks: true,
    happens: async (lab) => {
      await until(() => (lab.world.run(lab.id)?.approvals.length ?? 0) > 0, 'a question');
      const { key } = required(lab.world.run(lab.id)?.approvals[0]);
      stopTwice(lab);
      // An approval that comes too late.
      await lab.world.agent.decide(lab.id, key, { allow: 'once' });
    },
    results: [/^!.*cancel/is, /^!.*cancel/is],
    ends: 'stopped',
  },
  {
    name: 'the user stops during a call',
    says: [`!parallel builtin_planning_server__create_goal {"goal": "g"} odd__hang`, 'both'],
    happens: async (lab) => {
      await lab.running();
      stopTwice(lab);
    },
    results: [/^ /, /^!.*cancel/is],
    ends: 'stopped',
  },
  ...STREAMING.map((seat): Fault => ({
    name: `the user stops while arguments arrive from ${seat}`,
    says: ['!speed 200', tool('say', { text: 'word '.repeat(400) })],
    seat,
    happens: async (lab) => {
      const parts = () => lab.world.liveRuns.store.getState().runs.get(lab.id)?.parts ?? [];
      await until(() => parts().some((part) => part.type === 'tool_call'), 'a call on its way');
      stopTwice(lab);
    },
    results: [],
    ends: 'stopped',
  })),
  {
    name: 'the host quits during a call',
    flags: ['--stubborn', '--grandchild'],
    says: [tool('hang')],
    happens: async (lab) => {
      await lab.running();
      await lab.bench.host.close();
    },
    results: [/^!/],
    ends: 'finished',
  },
];

let bench: McpBench;
let odd: OddServer;
beforeEach(async () => {
  odd = createOddServer();
  bench = await createMcpBench();
});
afterEach(async () => {
  // Already closed, unless the test failed.
  await bench.close();
  odd.dispose();
});

/** Approves every question until the run is over. */
async function allowEach(world: AgentWorld, id: string, over: () => boolean): Promise<void> {
  while (!over()) {
    const open = world.run(id)?.approvals.find(({ deciding }) => !deciding);
    if (open) await world.agent.decide(id, open.key, { allow: 'once' });
    else await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

async function runFault(fault: Fault, seat: Seat): Promise<{ world: AgentWorld; id: string }> {
  await bench.ready('Odd', odd.definition(...(fault.flags ?? [])));
  const host = openMcpHost(bench);
  const real = practiceVendors();
  let altering = fault.alter;
  const world = new AgentWorld(await openProfile(), host, {
    async fetch(request) {
      const response = await real.fetch(request);
      const alter = altering;
      altering = undefined;
      if (!alter) return response;
      const said = await response.text();
      if (alter(said) === said) throw new Error(`nothing to alter in ${said}`);
      return new Response(alter(said), response);
    },
  });
  const id = await world.begin(seat);
  const state = { over: false };
  const sent = world.send(id, [...fault.says, 'and then?'].join('\n')).finally(() => (state.over = true));
  const answering = fault.asks ? Promise.resolve() : allowEach(world, id, () => state.over);
  const running = async (): Promise<string> => {
    const call = () => world.run(id)?.calls.find((one) => one.state === 'running' && one.name.startsWith('odd__'));
    await until(() => call() !== undefined, 'a running call');
    await until(async () => (await bench.server('odd')).health.state === 'running', 'a running server');
    // If it ended before the call arrived, the server would be restarted for it.
    await until(() => odd.calls() > 0, 'the call at the server');
    return required(call()).key;
  };
  await fault.happens?.({ world, bench, id, pid: () => required(bench.pids.at(-1)), running });
  await Promise.all([sent, answering]);
  return { world, id };
}

describe('a run in which', () => {
  it.each(FAULTS.map((fault, index) => [fault.name, fault, fault.seat ?? SEATS[index % SEATS.length]] as const))(
    '%s: it ends, leaves no process, and every vendor takes what comes next',
    { timeout: 60_000 },
    async (_name, fault, seat) => {
      const { world, id } = await runFault(fault, required(seat));
      const path = await world.path(id);
      const messages = path.map(({ role, status, stop, error }) => ({ role, status, stop, error }));
      const run = await world.agent.readRun(id);
      // The messages and errors explain a different end.
      const seen = { messages, errors: world.errors.map(String) };
      expect({ status: run?.status, ...seen }).toEqual({ status: fault.ends, ...seen });
      const results = resultsOf(path).map(resultText);
      expect(results).toHaveLength(fault.results.length);
      for (const [index, result] of results.entries()) expect(result).toMatch(fault.results[index] ?? /^$/);

      // What came too late is for the log. The user has seen how each call ended.
      expect(world.errors.map(String)).toEqual([]);

      // Nothing is left running: not in this window, not at the host, not on this machine.
      expect(world.run(id)).toBeUndefined();
      expect(world.liveRuns.store.getState().runs.size).toBe(0);
      await bench.close();
      expect((await Promise.all(bench.pids.map(groupOf))).flat()).toEqual([]);

      const history = path.map(outlineMessage);
      expectClosed(history);
      await expectAccepted(history);
      for (const next of SEATS) {
        await world.chat.setTarget(id, TARGETS[next]);
        await world.send(id, 'and now?');
        expect((await world.path(id)).at(-1)).toMatchObject({ role: 'assistant', status: 'complete', stop: 'end' });
      }
      expect(world.refusals()).toEqual([]);
    },
  );
});
