import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ModelError } from '#core/error.ts';
import type { Target } from '#core/request.ts';
import {
  Lab,
  PRACTICE_IDS,
  practiceTarget,
  practiceVendors,
  SEAT_NAMES,
  seatTarget,
  TOOLS,
} from '#test/vendors/practice-lab.ts';
import { runs } from '#test/runs.ts';

const SEATS = [...PRACTICE_IDS, ...SEAT_NAMES];

const SAYS = [
  'Hello there',
  '안녕하세요',
  '!think 1\n!tool clock__now {}\nWhat time?',
  '!think 2\n!parallel weather_server__get_weather {"city":"서울"} clock__now {}\n!tool clock__now {}\nWhat now?',
  '!redacted\nHm',
  '!show markdown',
];

const FAULTS = [
  '!fault reset after=30',
  '!fault reset in=thinking after=20',
  '!fault reset after=5 round=1',
  '!fault cut after=20',
  '!fault cut-args',
  '!fault empty',
  '!fault malformed after=30',
  '!fault error-event after=30',
  '!fault failed after=10',
  '!fault blocked',
  '!fault max_tokens after=25',
  '!fault 500 times=1',
  '!refuse',
];

/** What a user, a client or a network does to a conversation. */
const step = fc.record({
  kind: fc.constantFrom('say', 'say', 'say', 'say', 'stop', 'leave the loop', 'delete', 'rewind', 'say nothing more'),
  seat: fc.constantFrom(...SEATS),
  switches: fc.constantFrom(true, false, false, false),
  say: fc.constantFrom(...SAYS),
  fault: fc.constantFrom('', '', '', ...FAULTS),
  change: fc.record(
    {
      system: fc.constantFrom('Be kind.', 'Be brief.'),
      tools: fc.constantFrom(TOOLS, TOOLS.slice(1), TOOLS.toReversed()),
      window: fc.constantFrom({ messages: 3 }, { messages: 6 }, { messages: 20 }),
    },
    { requiredKeys: [] },
  ),
  thinking: fc.constantFrom<NonNullable<Target['thinking']>[]>('off', 'low', 'medium', 'high'),
  at: fc.nat(30),
});
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

const targetOf = (seat: string, change: Partial<Target>): Target =>
  PRACTICE_IDS.includes(seat) ? practiceTarget(seat, change) : seatTarget(seat, change);

const REFUSED = new Set<number | undefined>([400, 404, 422]);

/** Refusals of requests that the vendors found invalid, except requested faults. */
async function talk(steps: readonly Step[]): Promise<ModelError[]> {
  const vendors = practiceVendors();
  const lab = new Lab((input, init) => vendors.fetch(new Request(input, init)));
  const refused: ModelError[] = [];
  let seat = steps[0]?.seat ?? 'practice-claude';
  for (const [count, one] of steps.entries()) {
    if (one.switches) seat = one.seat;
    const { history } = lab;
    if (one.kind === 'delete') history.splice(one.at % Math.max(1, history.length), 1);
    if (one.kind === 'rewind') history.splice(one.at % (history.length + 1));
    if (one.kind === 'delete' || one.kind === 'rewind') continue;
    history.push({ id: `u${count}`, role: 'user', parts: [{ type: 'text', text: `${one.say}\n${one.fault}` }] });
    if (one.kind === 'say nothing more') continue;
    const target = targetOf(seat, { ...one.change, thinking: one.thinking });
    for (let round = 0; round < 4; round++) {
      const stop = new AbortController();
      if (one.kind === 'stop') setTimeout(() => stop.abort(), one.at / 10);
      const { error, ...answer } = await lab.request(target, stop.signal);
      if (error && REFUSED.has(error.status)) refused.push(error);
      if (answer.stop !== 'tool' || one.kind === 'leave the loop') break;
      lab.returnResults(answer.parts);
    }
  }
  return refused;
}

const RUNS = runs(60);

/**
 * The engine and the services against every vendor's rules at once: whatever happens in a conversation, and whichever
 * model continues it, no request is refused.
 */
it(
  'no conversation is refused, however it went',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 9 }), async (steps) => {
        expect(await talk(steps)).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  },
  Math.max(60_000, RUNS * 500),
);
