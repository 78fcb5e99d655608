import type { HistoryMessage } from '#core/message.ts';
import type { NormalizedRequest, Target } from '#core/request.ts';
import type { AIService } from '#vendors/base/base-ai-service.ts';
import { loadService } from '#vendors/registry.ts';
import { originOf } from '../core/arbitrary-history.ts';
import { TARGETS } from '../core/targets.ts';
import { longConversation } from './long-conversation.ts';
import { median, print, slopeOf, timed } from './print.ts';

const SIZES = [200, 5_000, 50_000];
const NAMES = ['anthropic-adaptive', 'openai-responses', 'gemini-3', 'mistral'];
const roundsFor = (size: number) => (size > 10_000 ? 3 : 7);
/** Sends after the first, each with one exchange more. */
const SENDS = 10;

/**
 * Time to make requests of long conversations in one piece, up to the text for fetch: the first one, and the next ones
 * with one exchange more each; and the memory of one compile. Prints figures and ratios; nothing here fails on a slow
 * machine.
 */
export async function benchCompile(): Promise<void> {
  print('\nOne conversation, no window, up to the text for fetch (processor time)');
  for (const name of NAMES) await compileSizes(name);
  await memory();
}

async function compileSizes(name: string): Promise<void> {
  const target = targetOf(name);
  const service = await serviceFor(target);
  const points: (readonly [number, number])[] = [];
  for (const size of SIZES) {
    const first: number[] = [];
    const next: number[] = [];
    for (let round = 0; round < roundsFor(size); round++) {
      const history = longConversation(size + 2 * SENDS, originOf(name));
      const to = { ...target, cacheKey: `${size} ${round}` };
      const send = (count: number) => timed(() => makeRequest(service, history.slice(0, count), to));
      first.push(await send(size));
      for (let sent = 1; sent <= SENDS; sent++) next.push(await send(size + 2 * sent));
    }
    points.push([size, median(first)]);
    const perThousand = (time: number) => `${((1_000 * time) / size).toFixed(2)} ms per 1,000`;
    print(
      `${name.padEnd(20)} ${String(size).padStart(6)} messages: first ${median(first).toFixed(1)} ms ` +
        `(${perThousand(median(first))}), next ${median(next).toFixed(2)} ms (${perThousand(median(next))}; ` +
        `${((100 * median(next)) / median(first)).toFixed(1)} % of the first)`,
    );
  }
  const [small, large] = [points[0], points.at(-1)];
  if (small && large) print(`${name.padEnd(20)} slope ${slopeOf(small, large)} from 200 to 50,000 (1 is linear)`);
}

function targetOf(name: string): Target {
  const base = TARGETS[name];
  if (!base) throw new Error(`no target ${name}`);
  return { ...base, window: { messages: 1_000_000_000 }, model: { ...base.model, contextWindow: null } };
}

function serviceFor({ model }: Target): Promise<AIService> {
  return loadService(model.protocol, { fetch: () => Promise.reject(new Error('no network')) });
}

/** Everything that happens before a request is passed to fetch. */
async function makeRequest(
  service: AIService,
  history: readonly HistoryMessage[],
  target: Target,
): Promise<NormalizedRequest> {
  const { request } = service.sanitizeMessages(history, [], target);
  const { digest, stream } = service.prepare(request, target);
  for await (const event of stream(new AbortController().signal))
    if (digest === '' || event.type !== 'end') throw new Error('nothing was made');
  return request;
}

/** Memory used by one request of 50,000 messages, and what is kept for the next one. */
async function memory(): Promise<void> {
  const target = { ...targetOf('anthropic-adaptive'), cacheKey: 'memory' };
  const service = await serviceFor(target);
  const collect = globalThis.gc ?? (() => undefined);
  const history = longConversation(50_000, originOf('anthropic-adaptive'));
  const heap = () => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const before = heap();
  let request: NormalizedRequest | undefined = await makeRequest(service, history, target);
  const used = heap() - before;
  request = undefined;
  const remembered = heap() - before;
  const size = JSON.stringify(history).length;
  const share = (bytes: number) =>
    `${(bytes / 1e6).toFixed(0)} MB (${((100 * bytes) / size).toFixed(0)} % of the history)`;
  print(`heap of one request of 50,000 messages: ${share(used)}, kept for the next one ${share(remembered)}`);
  if (request !== undefined) throw new Error('unreachable');
}
