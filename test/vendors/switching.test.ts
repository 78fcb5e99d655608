import { describe, expect, it } from 'vitest';
import type { Target } from '#core/request.ts';
import {
  Lab,
  opaqueStrings,
  outcome,
  PRACTICE_IDS,
  practiceTarget,
  withOwnTools,
  practiceVendors,
  textOf,
  TOOLS,
  WELL,
} from './practice-lab.ts';
import type { Answer } from './support.ts';

const newLab = () => {
  const vendors = practiceVendors();
  return new Lab((input, init) => vendors.fetch(new Request(input, init)));
};

/** Named behaviors; each must work from every vendor to every vendor and back. */
const BEHAVIOURS: Record<string, { say: string; change: Partial<Target> }> = {
  'a plain chat': { say: 'Tell me about Baton.', change: { thinking: 'off' } },
  'a thinking chat': { say: '!think 2\n!show code\nThink about it.', change: {} },
  'a Korean chat': { say: '!think 1\n바통이 무엇인가요?', change: { system: '한국어로 답하세요.' } },
  'a chat with tools': {
    say: '!think 1\n!parallel weather_server__get_weather {"city":"서울"} clock__now {}\n!tool clock__now {}\nWhat now?',
    change: { tools: TOOLS, system: 'Be brief.' },
  },
  'a search that the vendor makes itself': { say: '!think 1\n!search tea\nWhat is it?', change: {} },
};

const opaqueOf = (answers: readonly Answer[]) => answers.flatMap((answer) => opaqueStrings(answer.parts));
const pairs = PRACTICE_IDS.flatMap((from) => PRACTICE_IDS.map((to) => [from, to] as const));

describe.each(Object.entries(BEHAVIOURS))('%s', (_name, { say, change }) => {
  it.each(pairs)('%s -> %s -> back: nothing refused, nothing opaque leaks, text kept', async (from, to) => {
    const lab = newLab();
    const [home, away] = [from, to].map((id) => withOwnTools(practiceTarget(id, change)));
    if (!home || !away) throw new Error('no targets');
    const first = await lab.say(say, home);
    expect(outcome(first)).toEqual(WELL);
    const before = lab.sent.length;
    expect(outcome(await lab.say(say, away))).toEqual(WELL);
    const abroad = lab.sent.slice(before).map((one) => one.body);
    const foreign = away.endpoint === home.endpoint ? [] : opaqueOf(first).map((secret) => JSON.stringify(secret));
    expect(foreign.filter((secret) => abroad.some((body) => body.includes(secret)))).toEqual([]);
    // Anthropic takes its own texts back as it cut them.
    const parts = first.at(-1)?.parts ?? [];
    const said = home.model.protocol === away.model.protocol ? parts.map((part) => textOf([part])) : [textOf(parts)];
    for (const text of said) expect(abroad[0]).toContain(JSON.stringify(text).slice(1, -1));
    expect(outcome(await lab.say(say, home))).toEqual(WELL);
  });
});

describe('round the vendors in one conversation', () => {
  it.each(['plain', 'thinking', 'tools'])('Anthropic -> OpenAI -> Gemini -> Anthropic, %s', async (kind) => {
    const lab = newLab();
    const change: Partial<Target> = kind === 'plain' ? { thinking: 'off' } : kind === 'tools' ? { tools: TOOLS } : {};
    const say = kind === 'tools' ? '!think 1\n!tool clock__now {}\nWhat time?' : '!think 2\nGo on.';
    const claude = practiceTarget('practice-claude', change);
    const first = await lab.say(say, claude);
    expect(outcome(first)).toEqual(WELL);
    expect(outcome(await lab.say(say, practiceTarget('practice-gpt', change)))).toEqual(WELL);
    expect(outcome(await lab.say(say, practiceTarget('practice-gemini', change)))).toEqual(WELL);
    const before = lab.sent.length;
    expect(outcome(await lab.say(say, claude))).toEqual(WELL);
    const own = opaqueOf(first);
    expect(own.length > 0).toBe(kind !== 'plain');
    for (const signature of own) expect(lab.sent[before]?.body).toContain(JSON.stringify(signature));
  });

  it('keeps own signatures of every vendor through a long mixed conversation', async () => {
    const lab = newLab();
    const say = '!think 1\n!tool clock__now {}\nWhat time?';
    for (let lap = 0; lap < 3; lap++)
      for (const id of PRACTICE_IDS)
        expect(outcome(await lab.say(say, practiceTarget(id, { tools: TOOLS })))).toEqual(WELL);
    expect(lab.reports.every((report) => report.tokens > 0)).toBe(true);
  });
});

describe('a switch while a tool loop is open', () => {
  it.each(pairs)('%s calls, %s carries on', async (from, to) => {
    const lab = newLab();
    const change = { tools: TOOLS };
    lab.history.push({
      id: 'u',
      role: 'user',
      parts: [
        {
          type: 'text',
          text: '!think 1\n!parallel weather_server__get_weather {"city":"서울"} clock__now {}\n!tool clock__now {}\nWhat now?',
        },
      ],
    });
    const call = await lab.request(practiceTarget(from, change));
    expect(call).toMatchObject({ stop: 'tool', error: undefined });
    lab.returnResults(call.parts);
    expect(outcome(await lab.carryOn(practiceTarget(to, change)))).toEqual(WELL);
    expect(outcome(await lab.say('And now without tools.', practiceTarget(from)))).toEqual(WELL);
  });
});

describe('signatures that are bound to what came before them', () => {
  const say = '!think 1\n!tool clock__now {}\nWhat time?';

  it.each<[string, Partial<Target>]>([
    ['another system prompt', { tools: TOOLS, system: 'Be very brief.' }],
    ['fewer tools', { tools: TOOLS.slice(1) }],
    ['a smaller window', { tools: TOOLS, window: { messages: 6 } }],
    ['no thinking', { tools: TOOLS, thinking: 'off' }],
  ])('%s is noticed before the vendor refuses', async (_name, change) => {
    const lab = newLab();
    const target = practiceTarget('practice-claude', { tools: TOOLS });
    expect(outcome(await lab.say(say, target))).toEqual(WELL);
    expect(outcome(await lab.say(say, target))).toEqual(WELL);
    expect(lab.reports.flatMap((report) => report.notes).filter(({ rule }) => rule.includes('bound'))).toEqual([]);
    const changed = practiceTarget('practice-claude', change);
    const before = lab.reports.length;
    expect(outcome(await lab.say(say, changed))).toEqual(WELL);
    expect(lab.reports[before]?.notes.map(({ rule }) => rule)).toContainEqual(expect.stringMatching(/bound/));
    expect(outcome(await lab.say(say, target))).toEqual(WELL);
  });
});
