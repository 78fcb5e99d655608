import type { HistoryMessage } from '#core/message.ts';
import { normalizeRequest } from '#core/normalize/normalize-request.ts';
import { lintRequest } from '#core/wire/lint-request.ts';
import { loadService } from '#vendors/registry.ts';
import { TARGETS } from '../core/targets.ts';

/**
 * Time to compile long conversations: by length, a second time with one more message, and what rendering and linting
 * add, in processor time. Prints figures and ratios; nothing here fails on a slow machine.
 */
const SIZES = [50, 200, 1_000, 5_000, 50_000];
const ROUNDS = 5;
const NAMES = ['anthropic-adaptive', 'openai-responses', 'gemini-3', 'mistral'];

/** An agentic conversation: every other turn with thinking, two parallel calls and their results. */
function conversation(length: number): HistoryMessage[] {
  const origin = { vendor: 'anthropic' as const, model: 'claude-opus-4-8', account: 'key-anthropic' };
  const prose = 'The quick brown fox jumps over the lazy dog. 빠른 갈색 여우가 게으른 개를 뛰어넘는다. '.repeat(6);
  const history: HistoryMessage[] = [];
  for (let n = 0; history.length < length; n++) {
    history.push({ id: `u${n}`, role: 'user', parts: [{ type: 'text', text: `${n} ${prose}` }] });
    history.push({
      id: `a${n}`,
      role: 'assistant',
      origin,
      stop: 'tool',
      parts: [
        { type: 'thinking', text: prose, signature: `sig${n}${'x'.repeat(200)}` },
        { type: 'tool_call', id: `call_${n}_1`, name: 'fs__read_file', args: { path: `/tmp/${n}`, limit: 200 } },
        { type: 'tool_call', id: `call_${n}_2`, name: 'web.search', args: { query: prose.slice(0, 60) } },
      ],
    });
    history.push({
      id: `t${n}`,
      role: 'tool',
      parts: [
        { type: 'tool_result', callId: `call_${n}_1`, name: 'fs__read_file', text: prose.repeat(2) },
        { type: 'tool_result', callId: `call_${n}_2`, name: 'web.search', text: prose },
      ],
    });
    history.push({ id: `b${n}`, role: 'assistant', origin, stop: 'end', parts: [{ type: 'text', text: prose }] });
  }
  return [...history.slice(0, length - 1), { id: 'last', role: 'user', parts: [{ type: 'text', text: 'go on' }] }];
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** Milliseconds of processor time: other work on the machine does not count. */
function timed(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

const print = (line: string) => process.stdout.write(`${line}\n`);

for (const name of NAMES) {
  const base = TARGETS[name];
  if (!base) continue;
  const target = { ...base, window: { messages: 1_000_000_000 }, model: { ...base.model, contextWindow: null } };
  const service = await loadService(target.model.protocol, { fetch: () => Promise.reject(new Error('no network')) });
  const points: [number, number][] = [];
  for (const size of SIZES) {
    const first: number[] = [];
    const second: number[] = [];
    const lint: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const history = conversation(size);
      first.push(timed(() => normalizeRequest(history, [], target)));
      const longer: HistoryMessage[] = [
        ...history,
        { id: 'new', role: 'user', parts: [{ type: 'text', text: `more ${round}` }] },
      ];
      second.push(timed(() => normalizeRequest(longer, [], target)));
      const { request } = service.sanitizeMessages(history, [], target);
      const { body } = await service.capture(request, target);
      lint.push(timed(() => lintRequest(body, target)));
    }
    points.push([size, median(first)]);
    print(
      `${name.padEnd(20)} ${String(size).padStart(6)} messages: first ${median(first).toFixed(1)} ms, ` +
        `again with one more ${median(second).toFixed(1)} ms (${((100 * median(second)) / median(first)).toFixed(0)} %), ` +
        `lint ${median(lint).toFixed(1)} ms`,
    );
  }
  const [a, b] = [points[1], points.at(-1)];
  if (a && b)
    print(`${name.padEnd(20)} slope ${(Math.log(b[1] / a[1]) / Math.log(b[0] / a[0])).toFixed(2)} (1 is linear)`);
}

const history = conversation(50_000);
const target = TARGETS['anthropic-adaptive'];
if (target) {
  const before = process.memoryUsage().heapUsed;
  for (let round = 0; round < 20; round++) normalizeRequest(history, [], { ...target, window: { messages: 1e9 } });
  print(
    `heap after 20 compiles of 50,000 messages: +${((process.memoryUsage().heapUsed - before) / 1e6).toFixed(0)} MB`,
  );
}
