import { describe, expect, it } from 'vitest';
import { Lab, opaqueStrings, outcome, practiceVendors, SEAT_NAMES, seatTarget, TOOLS, WELL } from './practice-lab.ts';

const newLab = () => {
  const vendors = practiceVendors();
  return new Lab((input, init) => vendors.fetch(new Request(input, init)));
};

const SCRIPT =
  '!think 1\n!parallel weather_server__get_weather {"city":"서울"} clock__now {}\n!tool clock__now {}\nWhat now?';
const pairs = SEAT_NAMES.flatMap((from) => SEAT_NAMES.map((to) => [from, to] as const));

describe.each(SEAT_NAMES)('%s, as strict as the real one', (name) => {
  const target = seatTarget(name, { tools: TOOLS, system: 'Be brief.' });

  it('takes every level of thinking, with tools and without', async () => {
    for (const thinking of ['off', 'low', 'medium', 'high'] as const) {
      const lab = newLab();
      expect(outcome(await lab.say('!think 1\nHello?', seatTarget(name, { thinking })))).toEqual(WELL);
      expect(outcome(await lab.say(SCRIPT, { ...target, thinking }))).toEqual(WELL);
      expect(outcome(await lab.say('!think 1\nAnd again?', { ...target, thinking }))).toEqual(WELL);
    }
  });

  it('reads its reasoning and gets its own state back', async () => {
    const lab = newLab();
    const answers = await lab.say(SCRIPT, target);
    expect(outcome(answers)).toEqual(WELL);
    // A server may think unasked: the catalog doesn't know every local model.
    const asked = target.model.thinking.kind !== 'none';
    expect(answers[0]?.parts.some((part) => part.type === 'thinking') || !asked).toBe(true);
    expect(outcome(await lab.say(SCRIPT, target))).toEqual(WELL);
    const bodies = lab.sent.map((one) => one.body);
    // What was attached to a call is JSON itself.
    const written = (secret: string) => (secret.startsWith('{') ? secret : JSON.stringify(secret));
    for (const secret of opaqueStrings(answers[0]?.parts ?? [])) expect(bodies[1]).toContain(written(secret));
  });

  it.each(['429 retry-after=3', '500', '401', 'overflow', 'error-event after=40', 'reset after=40', 'cut after=40'])(
    'ends in an error of the vendor: %s',
    async (fault) => {
      const [answer] = await newLab().say(`!fault ${fault}\n!long 400\nhello`, target);
      expect(answer?.stop).toBe('error');
      expect(answer?.error).toMatchObject(
        {
          '429': { kind: 'rate_limit', retryable: true, retryAfterMs: 3000 },
          '500': { kind: 'server', retryable: true },
          '401': { kind: 'auth', retryable: false },
          overflow: { kind: 'context_overflow', retryable: false },
          'error-event': { retryable: true, vendor: target.vendor },
          reset: { kind: 'cut_off', retryable: true },
          cut: { kind: 'cut_off', retryable: true },
        }[fault.split(' ')[0] ?? ''] ?? {},
      );
    },
  );
});

describe('every switch between them', () => {
  it.each(pairs)('%s -> %s -> back', async (from, to) => {
    const lab = newLab();
    const change = { tools: TOOLS, system: 'Be brief.' };
    expect(outcome(await lab.say(SCRIPT, seatTarget(from, change)))).toEqual(WELL);
    expect(outcome(await lab.say(SCRIPT, seatTarget(to, change)))).toEqual(WELL);
    expect(outcome(await lab.say('!think 1\nGo on.', seatTarget(from, change)))).toEqual(WELL);
  });

  it.each(pairs)('%s calls, %s carries on', async (from, to) => {
    const lab = newLab();
    const change = { tools: TOOLS };
    lab.history.push({ id: 'u', role: 'user', parts: [{ type: 'text', text: SCRIPT }] });
    const call = await lab.request(seatTarget(from, change));
    expect(call).toMatchObject({ stop: 'tool', error: undefined });
    lab.returnResults(call.parts);
    expect(outcome(await lab.carryOn(seatTarget(to, change)))).toEqual(WELL);
  });
});
