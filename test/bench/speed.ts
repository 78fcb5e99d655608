import type { HistoryMessage } from '#core/message.ts';
import type { Target } from '#core/request.ts';
import type { Origin } from '#core/vendor.ts';
import { longConversation } from './long-conversation.ts';
import type { Library } from './library.ts';
import { median, print, slopeOf, timed } from './print.ts';

const SIZES = [200, 5_000, 50_000];
const roundsFor = (size: number) => (size > 10_000 ? 1 : 5);

/**
 * Time from the stored conversation to the body passed to fetch, including its JSON, for all libraries in turn; then
 * the same conversation with one more exchange. Baton's figure includes what the others leave to their callers: counting tokens,
 * choosing the context window, checking every rule of the vendor.
 */
export async function benchSpeed(
  libraries: readonly Library[],
  targets: Readonly<Record<string, Target>>,
): Promise<void> {
  const network = globalThis.fetch;
  // Requests are never answered.
  globalThis.fetch = () => Promise.reject(new Error('stopped before the network'));
  try {
    for (const [name, target] of Object.entries(targets)) await speedAt(name, target, libraries);
  } finally {
    globalThis.fetch = network;
  }
}

const NEXT = ', next send';

/** An answer and the next question. */
function exchange(round: number, origin: Origin): HistoryMessage[] {
  return [
    { id: `answer${round}`, role: 'assistant', origin, stop: 'end', parts: [{ type: 'text', text: 'It is done.' }] },
    { id: `question${round}`, role: 'user', parts: [{ type: 'text', text: `And ${round}?` }] },
  ];
}

async function speedAt(name: string, target: Target, libraries: readonly Library[]): Promise<void> {
  print(`\nRequests for ${name}, the same conversations (processor time up to fetch)`);
  const origin = { vendor: 'anthropic', model: 'claude-opus-4-8', endpoint: target.endpoint } as const;
  const wide: Target = { ...target, window: { messages: 1e9 }, model: { ...target.model, contextWindow: null } };
  const senders = libraries.map((library) => ({ name: library.name, send: library.prepare(wide) }));
  const points = new Map<string, [number, number][]>();
  for (const size of SIZES) {
    const times = new Map<string, number[]>();
    const add = (name: string, ms: number) => times.set(name, [...(times.get(name) ?? []), ms]);
    for (let round = 0; round < roundsFor(size); round++)
      for (const { name, send } of senders) {
        const history = longConversation(size, origin);
        // The fetch above rejects every call.
        add(name, await timed(() => send(history).catch(() => undefined)));
        const longer = [...history, ...exchange(round, origin)];
        add(`${name}${NEXT}`, await timed(() => send(longer).catch(() => undefined)));
      }
    for (const [library, all] of times) {
      const ms = median(all);
      points.set(library, [...(points.get(library) ?? []), [size, ms]]);
      const own = median(times.get(library.endsWith(NEXT) ? `Baton${NEXT}` : 'Baton') ?? []);
      print(
        `${String(size).padStart(6)} messages  ${library.padEnd(32)} ${((ms * 1_000) / size).toFixed(1).padStart(7)} ms per 1,000  Baton ${(own / ms).toFixed(2)} x`,
      );
    }
    for (const { name } of senders) {
      const [first, next] = [median(times.get(name) ?? []), median(times.get(`${name}${NEXT}`) ?? [])];
      print(
        `${String(size).padStart(6)} messages  ${name.padEnd(32)} next send ${((100 * next) / first).toFixed(0)} % of the first`,
      );
    }
  }
  for (const [library, list] of points) {
    const [small, large] = [list[0], list.at(-1)];
    if (small && large) print(`slope ${library.padEnd(32)} ${slopeOf(small, large)}`);
  }
}
