import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Target } from '#core/request.ts';
import {
  Lab,
  opaqueStrings,
  outcome,
  PRACTICE_IDS,
  practiceTarget,
  practiceVendors,
  SEAT_NAMES,
  seatTarget,
  withOwnTools,
  textOf,
  TOOLS,
  WELL,
} from './practice-lab.ts';

const newLab = () => {
  const vendors = practiceVendors();
  return new Lab((input, init) => vendors.fetch(new Request(input, init)));
};

/** Everything the user would notice missing: the window must not leave any of it out. */
const CHANGE: Partial<Target> = { tools: TOOLS, system: 'Be brief.', window: { messages: 1000 } };
/** Thinking before each of two rounds of calls, the first of them in parallel. */
const INTERLEAVED =
  '!think 1\n!parallel weather_server__get_weather {"city":"서울"} clock__now {}\n!tool clock__now {}\nWhat now?';

/** Seats whose servers check the state that they issue, each by different rules. */
const STRICT = [
  'Claude, bound signatures',
  'Claude, manual',
  'Claude behind a gateway',
  'GPT',
  'Grok',
  'Gemini 3',
  'DeepSeek',
  'Mistral',
  'OpenRouter',
];

/** Every ordered pair of them as the first hop, with a third one that varies by pair. */
const triples = STRICT.flatMap((a, at) =>
  STRICT.filter((b) => b !== a).map((b, index) => {
    const others = STRICT.filter((c) => c !== a && c !== b);
    return [a, b, others[(at + index * 3) % others.length] ?? b] as const;
  }),
);

describe('three vendors and back, thinking between the calls', () => {
  it.each(STRICT)(
    'from %s: nothing refused, its own state comes back to it byte for byte',
    async (home) => {
      for (const [a, b, c] of triples.filter(([first]) => first === home)) {
        const lab = newLab();
        const first = await lab.say(INTERLEAVED, seatTarget(a, CHANGE));
        const rounds = [first];
        for (const seat of [b, c]) rounds.push(await lab.say(INTERLEAVED, seatTarget(seat, CHANGE)));
        const before = lab.sent.length;
        rounds.push(await lab.say(INTERLEAVED, seatTarget(a, CHANGE)));
        expect({ chain: [a, b, c], outcomes: rounds.map(outcome) }).toEqual({
          chain: [a, b, c],
          outcomes: rounds.map(() => WELL),
        });
        const body = lab.sent[before]?.body ?? '';
        const own = first.flatMap(({ parts }) => opaqueStrings(parts)).filter((secret) => secret !== '');
        expect({ chain: [a, b, c], lost: own.filter((secret) => !body.includes(JSON.stringify(secret))) }).toEqual({
          chain: [a, b, c],
          lost: [],
        });
        for (const text of rounds.slice(0, 3).map((answers) => textOf(answers.at(-1)?.parts ?? [])))
          expect(body).toContain(JSON.stringify(text).slice(1, -1));
      }
    },
    120_000,
  );
});

const SAYS = [
  'Hello there',
  '안녕하세요',
  '!think 2\nHm?',
  '!redacted\nGo on',
  '!search tea\nWhat is it?',
  INTERLEAVED,
];
const link = fc.record({
  seat: fc.constantFrom(...PRACTICE_IDS, ...SEAT_NAMES),
  say: fc.constantFrom(...SAYS),
  thinking: fc.constantFrom<NonNullable<Target['thinking']>[]>('off', 'low', 'high'),
  /** The tool loop starts here and continues at the next one. */
  leaves: fc.boolean(),
  results: fc.boolean(),
});

const targetOf = (seat: string, change: Partial<Target>): Target =>
  withOwnTools(PRACTICE_IDS.includes(seat) ? practiceTarget(seat, change) : seatTarget(seat, change));

const seed = Math.floor(Math.random() * 2 ** 31);

it(`random chains of ten, loops left open between them (seed ${seed})`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(link, { minLength: 10, maxLength: 10 }), async (chain) => {
      const lab = newLab();
      const errors: unknown[] = [];
      for (const { seat, say, thinking, leaves, results } of chain) {
        const target = targetOf(seat, { ...CHANGE, thinking });
        if (!leaves) {
          errors.push(...outcome(await lab.say(say, target)).errors);
          continue;
        }
        lab.history.push({ id: `m${lab.history.length}`, role: 'user', parts: [{ type: 'text', text: say }] });
        const answer = await lab.request(target);
        errors.push(...(answer.error ? [answer.error] : []));
        if (answer.stop === 'tool' && results) lab.returnResults(answer.parts);
      }
      expect(errors).toEqual([]);
    }),
    { seed, numRuns: 25 },
  );
}, 120_000);
