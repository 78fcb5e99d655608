import { setTimeout } from 'node:timers/promises';
import { ListStart, SplitList } from '#core/list-start.ts';
import type { HistoryMessage } from '#core/message.ts';
import { SHORTENED } from '#core/normalize/base/overlays.ts';
import type { Overlay, Target } from '#core/request.ts';
import { without } from '#core/without.ts';
import type { Origin } from '#core/vendor.ts';
import { seatTarget } from '../vendors/practice-lab.ts';
import { loadBaton } from './baton.ts';
import type { Library } from './library.ts';
import { longConversation, storedMessage } from './long-conversation.ts';
import type { Figure } from './performance-table.ts';
import { median, print, slopeOf } from './print.ts';

const SEATS: Readonly<Record<string, string>> = {
  Claude: 'Claude, adaptive',
  Responses: 'GPT',
  Chat: 'a local server',
  Gemini: 'Gemini 3',
};
/** Messages, and how often. */
const SIZES = new Map([
  [200, 12],
  [5_000, 12],
  [50_000, 3],
]);
/** Milliseconds of a first send after which a library sends no more messages of this size. One needs minutes for 50,000. */
const TOO_SLOW = 15_000;
/** Code that is still compiled while it runs counts for no one. */
const WARM_ROUNDS = 60;
/** Milliseconds in which what was collected is swept on other threads. */
const SWEEP = 300;
/** Sends after the first, each with one exchange more. */
const SENDS = 3;
/** Chats compared by their later sends. */
const [SHORT, LONG] = [200, 100_000];
const LATER_SENDS = 400;
/** The first ones warm up. */
const WARM = 100;

/** Some libraries keep the fetch that they find when they begin. */
let onFetch = (): unknown => undefined;

/** Milliseconds of processor time until a send comes to fetch. What a library does about the refusal counts for no one. */
async function upToFetch(send: () => Promise<void>): Promise<number> {
  const reached: NodeJS.CpuUsage[] = [];
  const before = process.cpuUsage();
  onFetch = () => reached.push(process.cpuUsage(before));
  await send().catch(() => undefined);
  const [used] = reached;
  if (!used) throw new Error('nothing was sent');
  return (used.user + used.system) / 1_000;
}

/** Milliseconds of the first and of the next sends, by size. */
type Times = Map<number, { first: number[]; next: number[] }>;

/**
 * Processor time from the stored conversation to the text of the body passed to fetch, for all libraries in turn: the
 * first send, and the next ones with one exchange more each. Baton's figure includes what the others leave to their
 * callers: choosing the context window, checking every rule of the vendor. Each library gets messages as it stores them;
 * Baton stores the tokens of each.
 * `npm run bench -- compile 200 1000` chooses sizes.
 */
export async function benchCompile(load: () => Promise<readonly Library[]>): Promise<Figure[]> {
  const chosen = process.argv.slice(2).map(Number).filter(Boolean);
  const sizes = chosen.length > 0 ? chosen : [...SIZES.keys()];
  const realFetch = globalThis.fetch;
  globalThis.fetch = () => {
    onFetch();
    return Promise.reject(new Error('stopped before the network'));
  };
  const figures: Figure[] = [];
  try {
    // What a library remembers of one vendor's long conversations takes no room beside the next one's.
    for (const [name, seat] of Object.entries(SEATS)) figures.push(...(await compare(name, seat, await load(), sizes)));
    if (chosen.length === 0) figures.push(await benchLater(), await benchLater(true), await benchMemory());
  } finally {
    globalThis.fetch = realFetch;
  }
  return figures;
}

/** Other work on the machine only adds to the processor time of the same work, by its caches. */
const least = (times: readonly number[] = []): number => Math.min(...times);

/** The whole conversation is sent. */
function wholeTarget(seat: string): Target {
  const target = seatTarget(seat);
  return { ...target, window: { messages: 1e9 }, model: { ...target.model, contextWindow: null } };
}

const originOf = ({ vendor, endpoint, model }: Target): Origin => ({
  vendor,
  model: model.id,
  ...(endpoint !== undefined && { endpoint }),
});

/** An answer and the next question. */
function exchange(round: number, origin: Origin): HistoryMessage[] {
  const answer: HistoryMessage = {
    id: `answer${round}`,
    role: 'assistant',
    origin,
    stop: 'end',
    parts: [{ type: 'text', text: 'It is done.' }],
  };
  const question: HistoryMessage = {
    id: `question${round}`,
    role: 'user',
    parts: [{ type: 'text', text: `And ${round}?` }],
  };
  return [answer, question].map(storedMessage);
}

async function compare(
  name: string,
  seat: string,
  libraries: readonly Library[],
  sizes: readonly number[],
): Promise<Figure[]> {
  print(`\n${name}: ms of processor time per 1,000 messages, from the stored conversation up to fetch`);
  const target = wholeTarget(seat);
  const all = new Map<string, Times>(libraries.map((library) => [library.name, new Map()]));
  await measure(target, libraries, 1_000, WARM_ROUNDS, new Map(libraries.map((library) => [library.name, new Map()])));
  for (const size of sizes) {
    await measure(target, libraries, size, SIZES.get(size) ?? 5, all);
    const of = (library: string, kind: 'first' | 'next') => least(all.get(library)?.get(size)?.[kind]);
    for (const library of libraries) {
      const [first, next] = [of(library.name, 'first'), of(library.name, 'next')];
      const each = (ms: number) => ((ms * 1_000) / size).toFixed(2).padStart(7);
      const ratio = (of('Baton', 'first') / first).toFixed(2);
      const later = Number.isFinite(next)
        ? `next ${each(next)}, ${((100 * next) / first).toFixed(1)} % of its first`
        : 'too slow for the next ones';
      print(
        `${String(size).padStart(6)} messages  ${library.name.padEnd(24)} first ${each(first)} (Baton ${ratio}x)  ${later}`,
      );
    }
  }
  for (const library of libraries) {
    const slope = slopeOfFirst(all.get(library.name) ?? new Map<number, never>(), sizes);
    if (slope !== null) print(`growth ${library.name.padEnd(24)} ${slope} (1 is linear)`);
  }
  return figuresOf(name, libraries, all, sizes);
}

/** Adds the times of some rounds. */
async function measure(
  target: Target,
  libraries: readonly Library[],
  size: number,
  rounds: number,
  all: ReadonlyMap<string, Times>,
): Promise<void> {
  const origin = originOf(target);
  for (let round = 0; round < rounds; round++)
    for (const library of libraries) {
      const prepared = library.prepare({ ...target, cacheKey: `${size} ${round}` });
      const times = all.get(library.name);
      const own = times?.get(size) ?? { first: [], next: [] };
      times?.set(size, own);
      if (own.first.some((time) => time > TOO_SLOW)) continue;
      let history = longConversation(size, origin, target.model.protocol);
      const first = prepared(history);
      // What one library leaves is not collected in the time of the next. No one's messages have just been made.
      if (size > 1_000) {
        globalThis.gc?.();
        await setTimeout(SWEEP);
      }
      own.first.push(await upToFetch(first));
      for (let sent = 0; sent < SENDS; sent++) {
        if ((own.first.at(-1) ?? 0) > TOO_SLOW) break;
        history = [...history, ...exchange(sent, origin)];
        own.next.push(await upToFetch(prepared(history)));
      }
    }
}

function slopeOfFirst(times: Times, sizes: readonly number[]): string | null {
  const [small, large] = [sizes[0], sizes.at(-1)];
  if (small === undefined || large === undefined || small === large) return null;
  const at = (size: number) => [size, least(times.get(size)?.first)] as const;
  return slopeOf(at(small), at(large));
}

function figuresOf(
  name: string,
  libraries: readonly Library[],
  all: ReadonlyMap<string, Times>,
  sizes: readonly number[],
): Figure[] {
  const size = sizes.includes(5_000) ? 5_000 : (sizes[0] ?? 0);
  const of = (library: string, kind: 'first' | 'next') => least(all.get(library)?.get(size)?.[kind]);
  const [first, next] = [of('Baton', 'first'), of('Baton', 'next')];
  const peers = libraries.filter((library) => library.name !== 'Baton');
  const fastest = peers.toSorted((a, b) => of(a.name, 'first') - of(b.name, 'first'))[0];
  const pi = peers.find((library) => library.name.startsWith('pi-ai'));
  const messages = `${size.toLocaleString('en-US')} messages`;
  const times = (peer: Library) => `${(first / of(peer.name, 'first')).toFixed(2)}x`;
  const slope = slopeOfFirst(all.get('Baton') ?? new Map<number, never>(), sizes);
  return [
    {
      what: `First request of ${messages} to ${name}, each 1,000`,
      figure: `${((first * 1_000) / size).toFixed(1)} ms`,
      goal: '',
    },
    ...(pi ? [{ what: `The same for ${name}, beside ${pi.name}`, figure: times(pi), goal: '1x' }] : []),
    ...(fastest
      ? [{ what: `The same for ${name}, beside the fastest (${fastest.name})`, figure: times(fastest), goal: '2x' }]
      : []),
    {
      what: `The next request to ${name}, of the first one`,
      figure: `${((100 * next) / first).toFixed(1)} %`,
      goal: '5 %',
    },
    ...(slope === null
      ? []
      : [{ what: `First request to ${name}, growth with the messages (1 is linear)`, figure: slope, goal: '1.05' }]),
  ];
}

/** The first result of every fiftieth turn is sent shortened. */
function shortenedResults(history: readonly HistoryMessage[]): Overlay[] {
  return history
    .filter(({ role }) => role === 'tool')
    .flatMap(({ id = '' }, turn) => {
      const place = { sessionId: '', target: { message: id, part: 0 }, reason: 'the window was filling up', at: turn };
      return turn % 50 === 0 ? [{ id: `short ${id}`, kind: SHORTENED, ...place, data: { text: 'A few words.' } }] : [];
    });
}

/** A later send in a long and in a short conversation, in turn. `isCut`: in which some results are shortened. */
async function benchLater(isCut = false): Promise<Figure> {
  const baton = await loadBaton();
  const target = wholeTarget('Claude, adaptive');
  const origin = originOf(target);
  const chats = [SHORT, LONG].map((size) => {
    const history = longConversation(size, origin, target.model.protocol);
    return {
      size,
      prepared: baton.prepare({ ...target, cacheKey: `later ${size} ${isCut}` }),
      path: ListStart.of(history),
      overlays: isCut ? shortenedResults(history) : [],
      newest: [] as HistoryMessage[],
      times: [] as number[],
    };
  });
  for (let sent = 0; sent < LATER_SENDS; sent++)
    for (const chat of chats) {
      // As a flow does, which remembers the path of the last request.
      const send = chat.prepared(new SplitList(chat.path, chat.newest), [...chat.overlays]);
      const time = await upToFetch(send);
      if (sent >= WARM) chat.times.push(time);
      chat.path = chat.path.with(chat.newest);
      chat.newest = exchange(sent, origin);
    }
  const [short = 0, long = 0] = chats.map(({ times }) => median(times));
  print(
    `\nA later send${isCut ? ' with shortened results' : ''}, median of ${LATER_SENDS - WARM} in turn: ${short.toFixed(2)} ms in ${SHORT} messages, ` +
      `${long.toFixed(2)} ms in ${LONG}`,
  );
  return {
    what: isCut
      ? 'The same, with one result of a hundred shortened'
      : `A later request in ${LONG.toLocaleString('en-US')} messages, beside one in ${SHORT}`,
    figure: `${(long / short).toFixed(2)}x`,
    goal: '1.1x',
  };
}

/** Memory used by one request of 50,000 messages, and what is kept for the next one. */
async function benchMemory(): Promise<Figure> {
  const target = wholeTarget('Claude, adaptive');
  const baton = await loadBaton();
  const heap = () => {
    globalThis.gc?.();
    return process.memoryUsage().heapUsed;
  };
  const history = longConversation(50_000, originOf(target), target.model.protocol);
  const before = heap();
  const send = baton.prepare({ ...target, cacheKey: 'memory' })(history);
  await send().catch(() => undefined);
  const kept = heap() - before;
  const share = (100 * kept) / JSON.stringify(history.map((message) => without(message, 'counted'))).length;
  print(`kept after a request of 50,000 messages: ${(kept / 1e6).toFixed(0)} MB, ${share.toFixed(0)} % of the history`);
  return {
    what: 'Memory kept for the next request, of the history as JSON',
    figure: `${share.toFixed(0)} %`,
    goal: '',
  };
}
