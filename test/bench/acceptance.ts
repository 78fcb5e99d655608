import { sample } from 'fast-check';
import type { HistoryMessage, Part } from '#core/message.ts';
import type { Target } from '#core/request.ts';
import { DEFECTS } from '../core/arbitrary-history.ts';
import { Lab, practiceVendors, seatTarget, TOOLS } from '../vendors/practice-lab.ts';
import type { Library } from './library.ts';
import { print } from './print.ts';
import { planned, type PlannedTurn } from './planned-conversations.ts';

const PER_SUITE = 100;
const SEED = 20_261_121;

/** Text only, to compare the conversation and not how images are sent. */
const withoutMedia = (message: HistoryMessage): HistoryMessage => ({
  ...message,
  parts: message.parts.flatMap((part): Part[] => {
    if (part.type === 'image' || part.type === 'file') return [];
    if (part.type !== 'tool_result') return [part];
    const { images: _images, ...rest } = part;
    return [rest];
  }),
});

/** There is always something to answer. */
const asked = (history: readonly HistoryMessage[]): HistoryMessage[] => [
  ...history.map(withoutMedia),
  { id: 'ask', role: 'user', parts: [{ type: 'text', text: 'Go on.' }] },
];

/** A conversation with the practice servers themselves, so that every signature in it is genuine. */
async function converse(turns: readonly PlannedTurn[], vendors: ReturnType<typeof practiceVendors>) {
  const lab = new Lab((input, init) => vendors.fetch(new Request(input, init)));
  for (const { seat, say } of turns) await lab.say(say, seatTarget(seat, { tools: TOOLS, system: 'Be brief.' }));
  return lab.history;
}

function damage(history: HistoryMessage[], defects: readonly (readonly [string, number])[]): HistoryMessage[] {
  return defects.reduce(
    (damaged, [name, at]) => DEFECTS[name]?.(damaged, at % (damaged.length + 1)) ?? damaged,
    history,
  );
}

/**
 * Counts for how many of the same histories each library's request is accepted by the practice servers, which check
 * every rule.
 */
export async function benchAcceptance(libraries: readonly Library[], seats: readonly string[]): Promise<void> {
  const vendors = practiceVendors();
  const plans = sample(planned, { seed: SEED, numRuns: PER_SUITE });
  const suites: Record<string, HistoryMessage[][]> = { clean: [], damaged: [], cut: [] };
  for (const { turns, defects, from } of plans) {
    const history = await converse(turns, vendors);
    suites['clean']?.push(asked(history));
    suites['damaged']?.push(asked(damage(history, defects)));
    suites['cut']?.push(asked(history.slice(from % history.length)));
  }
  const network = globalThis.fetch;
  const reasons = new Map<string, Map<string, number>>();
  try {
    for (const [suite, histories] of Object.entries(suites)) {
      print(
        `\nAccepted by the practice servers, ${suite} histories, ${histories.length} to each target (seed ${SEED})`,
      );
      print(`${''.padEnd(24)}${seats.map((seat) => seat.padStart(26)).join('')}${'all'.padStart(9)}`);
      for (const library of libraries) {
        const counts: number[] = [];
        for (const seat of seats) {
          const target = seatTarget(seat, { tools: TOOLS, system: 'Be brief.', window: { messages: 1e9 } });
          counts.push(await acceptedOf(library, target, histories, vendors, reasons));
        }
        const all = counts.reduce((sum, count) => sum + count, 0) / (counts.length * histories.length);
        const cells = counts.map((count) => `${((100 * count) / histories.length).toFixed(1)} %`.padStart(26));
        print(`${library.name.padEnd(24)}${cells.join('')}${`${(100 * all).toFixed(1)} %`.padStart(9)}`);
      }
    }
  } finally {
    globalThis.fetch = network;
  }
  for (const [library, counted] of reasons) {
    print(`\nWhy requests of ${library} were refused`);
    for (const [reason, count] of [...counted].sort((a, b) => b[1] - a[1]).slice(0, 6))
      print(`${String(count).padStart(6)}  ${reason}`);
  }
}

async function acceptedOf(
  library: Library,
  target: Target,
  histories: readonly HistoryMessage[][],
  vendors: ReturnType<typeof practiceVendors>,
  reasons: Map<string, Map<string, number>>,
): Promise<number> {
  let status: number | null = null;
  let text = '';
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    // Keys are up to the host; all of these belong to one account.
    for (const name of ['authorization', 'x-api-key', 'x-goog-api-key']) request.headers.delete(name);
    const response = await vendors.fetch(request);
    status = response.status;
    text = status === 200 ? '' : await response.clone().text();
    return response;
  };
  const send = library.prepare(target);
  let accepted = 0;
  for (const history of histories) {
    status = null;
    text = '';
    const local = await send(history)().then(
      () => '',
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    if (status === 200) accepted++;
    else {
      const counted = reasons.get(library.name) ?? new Map<string, number>();
      reasons.set(library.name, counted);
      const reason = status === null ? `not sent: ${local}` : plain(text);
      counted.set(reason, (counted.get(reason) ?? 0) + 1);
    }
  }
  return accepted;
}

/** A refusal without the ids and numbers that vary. */
const plain = (body: string): string =>
  (/"message":\s*"((?:[^"\\]|\\.)*)"/.exec(body)?.[1] ?? body)
    .replaceAll(/(toolu|call|srvtoolu|rs|msg|fc)_\w+/g, '$1_…')
    .replaceAll(/\d+/g, 'N')
    .slice(0, 150);
