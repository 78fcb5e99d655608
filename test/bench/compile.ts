import type { HistoryMessage } from '#core/message.ts';
import { normalizeRequest } from '#core/normalize/normalize-request.ts';
import { lintBody } from '#test/core/lint-body.ts';
import { loadService } from '#vendors/registry.ts';
import { originOf } from '../core/arbitrary-history.ts';
import { TARGETS } from '../core/targets.ts';
import { longConversation } from './long-conversation.ts';
import { median, print, slopeOf, timed } from './print.ts';

const SIZES = [200, 5_000, 50_000];
const NAMES = ['anthropic-adaptive', 'openai-responses', 'gemini-3', 'mistral'];
const roundsFor = (size: number) => (size > 10_000 ? 3 : 7);

/**
 * Time to compile long conversations in one piece: by length, a second time with one more message, the share of
 * rendering and linting, and the memory of one compile. Prints figures and ratios; nothing here fails on a slow
 * machine.
 */
export async function benchCompile(): Promise<void> {
  print('\nOne compile, no window (processor time)');
  for (const name of NAMES) await compileSizes(name);
  memory();
}

async function compileSizes(name: string): Promise<void> {
  const base = TARGETS[name];
  if (!base) throw new Error(`no target ${name}`);
  const target = { ...base, window: { messages: 1_000_000_000 }, model: { ...base.model, contextWindow: null } };
  const service = await loadService(target.model.protocol, { fetch: () => Promise.reject(new Error('no network')) });
  const points: (readonly [number, number])[] = [];
  for (const size of SIZES) {
    const first: number[] = [];
    const again: number[] = [];
    const lint: number[] = [];
    for (let round = 0; round < roundsFor(size); round++) {
      const history = longConversation(size, originOf('anthropic-adaptive'));
      first.push(await timed(() => normalizeRequest(history, [], target)));
      const more: HistoryMessage = { id: 'new', role: 'user', parts: [{ type: 'text', text: `more ${round}` }] };
      again.push(await timed(() => normalizeRequest([...history, more], [], target)));
      const { request } = service.sanitizeMessages(history, [], target);
      const { body } = service.prepare(request, target);
      lint.push(await timed(() => lintBody(body, target)));
    }
    points.push([size, median(first)]);
    print(
      `${name.padEnd(20)} ${String(size).padStart(6)} messages: ${median(first).toFixed(1)} ms, unchanged prefix and one more ` +
        `${median(again).toFixed(1)} ms (${((100 * median(again)) / median(first)).toFixed(0)} %), lint ${median(lint).toFixed(1)} ms`,
    );
  }
  const [small, large] = [points[0], points.at(-1)];
  if (small && large) print(`${name.padEnd(20)} slope ${slopeOf(small, large)} from 200 to 50,000 (1 is linear)`);
}

/** Memory used by one compile of 50,000 messages, and what is left when its result is released. */
function memory(): void {
  const target = TARGETS['anthropic-adaptive'];
  if (!target) return;
  const collect = globalThis.gc ?? (() => undefined);
  const history = longConversation(50_000, originOf('anthropic-adaptive'));
  const heap = () => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const before = heap();
  let result: unknown = normalizeRequest(history, [], { ...target, window: { messages: 1e9 } });
  const used = heap() - before;
  result = undefined;
  const left = heap() - before;
  const size = JSON.stringify(history).length;
  const share = (bytes: number) =>
    `${(bytes / 1e6).toFixed(0)} MB (${((100 * bytes) / size).toFixed(0)} % of the history)`;
  print(`heap of one compile of 50,000 messages: ${share(used)}, kept afterwards ${share(left)}`);
  if (result !== undefined) throw new Error('unreachable');
}
