import type { Target } from '#core/request.ts';
import { longConversation } from './long-conversation.ts';
import type { Library } from './library.ts';
import { median, print, slopeOf, timed } from './print.ts';

const SIZES = [200, 5_000, 50_000];
const roundsFor = (size: number) => (size > 10_000 ? 1 : 5);

/**
 * Time from the stored conversation to the body passed to fetch, including its JSON, for all libraries in turn; then
 * the same conversation again. Baton's figure includes what the others leave to their callers: counting tokens,
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
        add(`${name}, again`, await timed(() => send(history).catch(() => undefined)));
      }
    const own = (again: boolean) => median(times.get(again ? 'Baton, again' : 'Baton') ?? []);
    for (const [library, all] of times) {
      const ms = median(all);
      points.set(library, [...(points.get(library) ?? []), [size, ms]]);
      print(
        `${String(size).padStart(6)} messages  ${library.padEnd(32)} ${ms.toFixed(1).padStart(9)} ms  ${(ms / own(library.endsWith(', again'))).toFixed(2)} x Baton`,
      );
    }
  }
  for (const [library, list] of points) {
    const [small, large] = [list[0], list.at(-1)];
    if (small && large) print(`slope ${library.padEnd(32)} ${slopeOf(small, large)}`);
  }
}
