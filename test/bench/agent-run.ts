import type { AnswerFacts, RunPorts } from '#core/agent/ports.ts';
import { runAgent } from '#core/agent/run-agent.ts';
import type { HistoryMessage, Part } from '#core/message.ts';
import { normalizeRequest } from '#core/normalize/normalize-request.ts';
import { TARGETS } from '../core/targets.ts';

/**
 * A run of a thousand tool steps: processor time and heap of the loop itself, and the time to compile the request of
 * each step. Prints figures and ratios; nothing here fails on a slow machine. With `node --expose-gc` the heap is
 * exact.
 */
const STEPS = 1_000;
const EVERY = 200;
const CALLS = 2;
/** Maximum messages a flow reads of a long path. */
const READ = 320;

const print = (line: string) => process.stdout.write(`${line}\n`);

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

function heapMb(): number {
  (globalThis as { gc?: () => void }).gc?.();
  return process.memoryUsage().heapUsed / 1e6;
}

const prose = 'The quick brown fox jumps over the lazy dog. '.repeat(8);

function ports(history: HistoryMessage[] | null, onStep: (step: number) => void): RunPorts {
  let ids = 0;
  return {
    clock: { now: () => 0, monotonic: () => 0, setTimeout: () => null, clearTimeout: () => undefined },
    newId: () => `id${ids++}`,
    log: (event) => print(`log: ${event}`),
    store: {
      append: (_record, message) => {
        if (message) history?.push({ ...message, ...(message.role === 'assistant' && { origin: ORIGIN }) });
        return Promise.resolve();
      },
      keepOutput: () => Promise.resolve('output'),
    },
    model: {
      async *answer({
        step,
      }): AsyncGenerator<
        { type: 'part_end'; index: number; part: Part } | { type: 'end'; stop: 'tool' | 'end' },
        AnswerFacts,
        void
      > {
        onStep(step);
        const parts: Part[] = [{ type: 'thinking', text: prose, signature: `sig${step}${'x'.repeat(200)}` }];
        for (let n = 0; n < CALLS; n++)
          parts.push({
            type: 'tool_call',
            id: `call_${step}_${n}`,
            name: 'files__read',
            args: { path: `/tmp/${step}/${n}` },
          });
        for (const [index, part] of parts.entries()) yield { type: 'part_end', index, part };
        yield { type: 'end', stop: step > STEPS ? 'end' : 'tool' };
        return { cost: 0.001, window: { limit: 200_000, used: 60_000 } };
      },
    },
    tools: {
      find: (name) => ({ name, server: 'files', label: 'Files', kind: 'read', definition: 'x', brings: 'file' }),
      names: () => ['files__read'],
      check: () => null,
      call: ({ key }) => Promise.resolve({ text: `${key}\n${prose}` }),
    },
    approvals: {
      policy: () => ({ mode: 'auto', rules: new Map() }),
      ask: () => Promise.reject(new Error('not asked')),
    },
  };
}

const ORIGIN = { vendor: 'anthropic' as const, model: 'claude-opus-4-8', account: 'key-anthropic' };

async function run(title: string, history: HistoryMessage[] | null, onStep: (step: number) => void): Promise<void> {
  let before = processorMs();
  const rows: { ms: number; heap: number }[] = [];
  const mark = (step: number): void => {
    onStep(step);
    if (step % EVERY !== 0) return;
    rows.push({ ms: (processorMs() - before) / EVERY, heap: heapMb() });
    before = processorMs();
  };
  const signal = new AbortController().signal;
  let events = 0;
  let end = '';
  for await (const event of runAgent(ports(history, mark), {
    run: 'bench',
    after: null,
    signal,
    limits: { steps: STEPS },
  })) {
    events++;
    if (event.type === 'record' && event.record.type === 'run_ended') end = event.record.reason.kind;
  }
  print(`${title}: ${STEPS} steps of ${CALLS} calls, ${events} events, ended with "${end}"`);
  for (const [index, { ms, heap }] of rows.entries())
    print(
      `  to step ${String((index + 1) * EVERY).padStart(4)}: ${ms.toFixed(3)} ms a step, heap ${heap.toFixed(1)} MB`,
    );
  const [first, last] = [rows[1], rows.at(-1)];
  if (first && last)
    print(`  last to second: time ${(last.ms / first.ms).toFixed(2)}, heap ${(last.heap / first.heap).toFixed(2)}`);
}

await run('loop alone (messages leave the memory)', null, () => undefined);

for (const name of ['anthropic-adaptive', 'openai-responses', 'gemini-3']) {
  const target = TARGETS[name];
  if (!target) continue;
  const history: HistoryMessage[] = [{ id: 'u', role: 'user', parts: [{ type: 'text', text: 'Read everything.' }] }];
  await run(`loop and compile for ${name}, last ${READ} messages`, history, () => {
    normalizeRequest(history.slice(-READ), [], target);
  });
}
