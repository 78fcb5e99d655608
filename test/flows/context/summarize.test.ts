import { describe, expect, it } from 'vitest';
import { handoffLead, handoffPrompt } from '#texts/model-prompts.ts';
import type { SummaryOutcome, Summary, SummaryView } from '#flows/context/summarize.ts';
import { parentKeyOf } from '#storage/message-repository.ts';
import { CLAUDE, GEMINI, GPT, PracticeWorld } from '../practice-world.ts';

const NEXT = { text: 'And now, go on.', attachments: [] };

async function begin() {
  const world = await PracticeWorld.open();
  const session = await world.talk(
    [CLAUDE, '!think 2\nThe old beginning, about turnips.'],
    [CLAUDE, '!think 1\nThe old middle, about leeks.'],
    [CLAUDE, '!think 1\nThe newest question, about plums.'],
  );
  await world.flows.setTarget(session.id, GPT);
  return { world, id: session.id };
}

async function ask(world: PracticeWorld, id: string, signal = new AbortController().signal) {
  const views: SummaryView[] = [];
  const result = await world.flows.summarize(id, signal, (view) => views.push(view));
  return { result, views };
}

function summaryOf(result: SummaryOutcome): Summary {
  if (!result.ok) throw new Error(result.error?.message ?? 'cancelled');
  return result.summary;
}

async function use(world: PracticeWorld, id: string, text = 'SUMMARY of vegetables.') {
  return world.flows.insertSummary(id, { ...summaryOf((await ask(world, id)).result), text });
}

async function nextBody(world: PracticeWorld, id: string, target = GPT): Promise<string> {
  const preview = await world.requests.preview(id, { target, outgoing: NEXT });
  if (!preview.ok) throw new Error(preview.error.message);
  return JSON.stringify(preview.request.body);
}

async function errorsOn(world: PracticeWorld, id: string) {
  return (await world.path(id)).flatMap(({ error }) => error ?? []);
}

/** Small messages at the end of the path, as after many turns. */
async function grow(world: PracticeWorld, id: string, count: number) {
  const leaf = (await world.path(id)).at(-1);
  if (!leaf) throw new Error('an empty conversation');
  const { seq, createdAt } = leaf;
  const rows = Array.from({ length: count }, (_none, index) => {
    const asks = index % 2 === 0;
    const parentId = index === 0 ? leaf.id : `grown-${index - 1}`;
    return {
      ...leaf,
      id: `grown-${index}`,
      parentId,
      parentKey: parentKeyOf(id, parentId),
      seq: seq + index + 1,
      createdAt: createdAt + index + 1,
      role: asks ? ('user' as const) : ('assistant' as const),
      parts: [{ type: 'text' as const, text: `Word ${index}.` }],
    };
  });
  await world.db.messages.bulkAdd(rows);
  await world.db.sessions.update(id, { leafId: `grown-${count - 1}`, lastSeq: seq + count });
}

describe('asking for a summary', () => {
  it('asks the model that answered last, shows the words as they come and changes nothing', async () => {
    const { world, id } = await begin();
    const [path, overlays, cost] = [
      await world.path(id),
      await world.db.overlays.toArray(),
      await world.db.usage.count(),
    ];
    const { result, views } = await ask(world, id);
    const summary = summaryOf(result);
    const body = JSON.stringify(world.bodies.at(-1));
    expect(summary.origin).toMatchObject({ vendor: 'anthropic', model: 'practice-claude' });
    expect(body).toContain('turnips');
    expect(body).toContain(JSON.stringify(handoffPrompt([])).slice(1, 60));
    expect(views.length).toBeGreaterThan(2);
    expect(views.map(({ instead }) => instead)).not.toContain(true);
    expect(views.at(-1)?.text.trim()).toBe(summary.text);
    expect(await world.path(id)).toEqual(path);
    expect(await world.db.overlays.toArray()).toEqual(overlays);
    expect(await world.db.usage.count()).toBe(cost + 1);
  });

  it('asks the next model where the last one is out of reach, and says so', async () => {
    const { world, id } = await begin();
    world.connections = world.connections.filter(({ vendor }) => vendor !== 'anthropic');
    const { result, views } = await ask(world, id);
    expect(summaryOf(result).origin).toMatchObject({ vendor: 'openai', model: 'practice-gpt' });
    expect(views.every(({ instead }) => instead)).toBe(true);
  });

  it('reads the whole conversation, also where the user limits the messages of a request', async () => {
    const { world, id } = await begin();
    await world.db.sessions.update(id, { maxMessages: 20 });
    for (let turn = 0; turn < 11; turn += 1) await world.say(id, CLAUDE, `Turn ${turn}.`);
    expect(JSON.stringify(world.bodies.at(-1))).not.toContain('turnips');
    expect(summaryOf((await ask(world, id)).result).left).toBe(0);
    expect(JSON.stringify(world.bodies.at(-1))).toContain('turnips');
  });

  it('is cancelled at any moment and leaves no trace', async () => {
    const { world, id } = await begin();
    const before = await nextBody(world, id);
    const stopper = new AbortController();
    const result = await world.flows.summarize(id, stopper.signal, ({ text }) => text !== '' && stopper.abort());
    expect(result).toEqual({ ok: false, error: null });
    expect(await world.path(id)).toHaveLength(6);
    expect(await nextBody(world, id)).toBe(before);
  });

  it('tells a failure in the words of the vendor and leaves everything as it was', async () => {
    const { world, id } = await begin();
    const before = [await nextBody(world, id), await world.path(id)];
    const error = { type: 'error', error: { type: 'permission_error', message: 'Your plan has no summaries.' } };
    world.instead = () => Response.json(error, { status: 403 });
    const { result } = await ask(world, id);
    world.instead = () => null;
    expect(result).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('Your plan has no summaries.') },
    });
    expect([await nextBody(world, id), await world.path(id)]).toEqual(before);
    expect(await world.db.overlays.toArray()).toEqual([]);
  });

  it('speaks the language of the conversation', () => {
    const korean = handoffPrompt([
      { role: 'user', parts: [{ type: 'text', text: 'src/main.ts 파일을 고쳐 주세요.' }] },
    ]);
    expect(korean).toContain('요약');
    expect(
      handoffPrompt([{ role: 'user', parts: [{ type: 'text', text: 'src/main.tsを直してください。' }] }]),
    ).toContain('要約');
    expect(handoffPrompt([{ role: 'user', parts: [{ type: 'text', text: 'Fix src/main.ts.' }] }])).toContain('Goals');
    expect(handoffLead('목표: 고치기')).toContain('요약');
  });
});

describe('using a summary', () => {
  it('sends the summary and the newest exchange instead of the old messages, and deletes nothing', async () => {
    const { world, id } = await begin();
    const before = await world.path(id);
    await use(world, id);
    await world.say(id, GPT, 'Go on, GPT.');
    const body = JSON.stringify(world.bodies.at(-1));
    expect(body).toContain('SUMMARY of vegetables.');
    expect(body).not.toMatch(/turnips|leeks/);
    expect(body.indexOf('SUMMARY')).toBeLessThan(body.indexOf('plums'));
    expect(body.indexOf('plums')).toBeLessThan(body.indexOf('Go on, GPT.'));
    const path = await world.path(id);
    expect(path.slice(0, 6)).toEqual(before);
    expect(path[6]).toMatchObject({ role: 'user', author: 'automation', origin: { model: 'practice-claude' } });
    expect(path).toHaveLength(9);
    expect(await errorsOn(world, id)).toEqual([]);
  });

  it('counts what it stands for, and asks for fewer tokens', async () => {
    const { world, id } = await begin();
    const full = await world.requests.preview(id, { target: GPT });
    await use(world, id, 'S.');
    const now = await world.requests.preview(id, { target: GPT });
    if (!full.ok || !now.ok) throw new Error('no preview');
    expect(now.report).toMatchObject({ summarized: 4, left: 0, more: false });
    expect(now.report.inside).toHaveLength(4);
    expect(now.report.tokens).toBeLessThan(full.report.tokens);
  });

  it('stands for everything where there is one exchange only', async () => {
    const world = await PracticeWorld.open();
    const { id } = await world.talk([CLAUDE, 'Only turnips.']);
    await world.flows.setTarget(id, GPT);
    await use(world, id);
    const body = await nextBody(world, id);
    expect(body).toContain('SUMMARY');
    expect(body).not.toContain('turnips');
  });

  it('stays in every request while the conversation grows past the window', async () => {
    const { world, id } = await begin();
    await world.db.sessions.update(id, { maxMessages: 20 });
    await use(world, id);
    for (let turn = 0; turn < 12; turn += 1) await world.say(id, GPT, `Turn ${turn}.`);
    const body = JSON.stringify(world.bodies.at(-1));
    expect(body).toContain('SUMMARY');
    expect(body).not.toMatch(/plums|turnips/);
    expect(await errorsOn(world, id)).toEqual([]);
  });

  it('is found however long the conversation has grown, and is gone once it was taken back', async () => {
    const { world, id } = await begin();
    const summary = await use(world, id);
    await grow(world, id, 400);
    expect(await nextBody(world, id)).toContain('SUMMARY of vegetables.');
    await world.say(id, GPT, 'After four hundred.');
    expect(JSON.stringify(world.bodies.at(-1))).toContain('SUMMARY of vegetables.');
    const [newest] = (await world.db.sends.toArray()).toSorted((a, b) => b.at - a.at);
    const sent = JSON.stringify(world.bodies.at(-1)).match(/Word \d+\./g)?.length ?? 0;
    // Messages that the summary replaces don't count as left out.
    expect([sent > 0, newest?.left]).toEqual([true, 400 - sent]);
    await world.flows.undoSummary(id, summary);
    expect(await nextBody(world, id)).not.toContain('SUMMARY');
    await world.flows.reuseSummary(id, summary);
    expect(await nextBody(world, id)).toContain('SUMMARY of vegetables.');
  });

  it.each([
    ['Claude', CLAUDE],
    ['Gemini', GEMINI],
    ['GPT', GPT],
  ])('is taken by %s, bound thinking and all', async (_name, target) => {
    const { world, id } = await begin();
    await use(world, id);
    await world.say(id, target, '!think 1\nFirst after it.');
    await world.say(id, CLAUDE, '!think 1\nBack with Claude.');
    await world.say(id, target, 'And again.');
    expect(await errorsOn(world, id)).toEqual([]);
    // Nothing was refused along the way, not even once.
    expect((await world.db.sends.toArray()).flatMap(({ repairs }) => repairs)).toEqual([]);
    expect(JSON.stringify(world.bodies.at(-1))).toContain('SUMMARY');
  });

  it('gives way to the next summary, which was made with it', async () => {
    const { world, id } = await begin();
    await use(world, id, 'FIRST summary.');
    await world.say(id, GPT, 'Pears.');
    await world.say(id, GPT, 'Quinces.');
    await world.flows.setTarget(id, CLAUDE);
    const second = summaryOf((await ask(world, id)).result);
    expect(JSON.stringify(world.bodies.at(-1))).toContain('FIRST summary.');
    await world.flows.insertSummary(id, { ...second, text: 'SECOND summary.' });
    const body = await nextBody(world, id, CLAUDE);
    expect(body).toContain('SECOND summary.');
    expect(body).not.toMatch(/FIRST|turnips|Pears/);
  });

  it('refuses one that was written before the conversation went on', async () => {
    const { world, id } = await begin();
    const summary = summaryOf((await ask(world, id)).result);
    await world.say(id, CLAUDE, 'Meanwhile.');
    await expect(world.flows.insertSummary(id, summary)).rejects.toThrow('has changed since');
    await expect(world.flows.insertSummary(id, { ...summary, text: ' ' })).rejects.toThrow('nothing to send');
  });

  it('goes along into a fork', async () => {
    const { world, id } = await begin();
    await use(world, id);
    const fork = await world.flows.fork(id, { title: 'Fork', stay: CLAUDE });
    expect(await nextBody(world, fork.id)).toBe((await nextBody(world, id)).replaceAll(id, fork.id));
  });

  it('does not hold on another branch', async () => {
    const { world, id } = await begin();
    const [first] = await world.path(id);
    await use(world, id);
    await world.flows.editAndSend(id, first?.id ?? '', { text: 'Radishes.', attachments: [] });
    const body = await nextBody(world, id);
    expect(body).toContain('Radishes.');
    expect(body).not.toContain('SUMMARY');
  });
});

describe('taking a summary back', () => {
  it('sends the same bytes as before it', async () => {
    const { world, id } = await begin();
    const before = [await nextBody(world, id), await nextBody(world, id, CLAUDE)];
    const path = await world.path(id);
    const summary = await use(world, id);
    const used = await nextBody(world, id);
    expect(used).not.toBe(before[0]);
    await world.flows.undoSummary(id, summary);
    expect([await nextBody(world, id), await nextBody(world, id, CLAUDE)]).toEqual(before);
    // It stays in place, so that it can be used again from there.
    expect((await world.path(id)).map((message) => message.id)).toEqual([
      ...path.map((message) => message.id),
      summary,
    ]);
    const full = await world.requests.preview(id, { target: GPT });
    expect(full.ok && full.report.inside).toHaveLength(path.length + 1);
    await world.flows.reuseSummary(id, summary);
    expect(await nextBody(world, id)).toBe(used);
  });

  it('keeps what came after it, and can be used again', async () => {
    const { world, id } = await begin();
    const summary = await use(world, id);
    await world.say(id, GPT, 'Go on, GPT.');
    const used = await nextBody(world, id);
    await world.flows.undoSummary(id, summary);
    const body = await nextBody(world, id);
    expect(body).toMatch(/turnips.*Go on, GPT\./);
    expect(body).not.toContain('SUMMARY');
    expect(await world.path(id)).toHaveLength(9);
    await world.say(id, CLAUDE, '!think 1\nClaude, without the summary.');
    expect(await errorsOn(world, id)).toEqual([]);
    await world.flows.reuseSummary(id, summary);
    await world.flows.choosePath(id, (await world.path(id))[8]?.id ?? '');
    expect((await nextBody(world, id)).slice(0, 200)).toBe(used.slice(0, 200));
    expect(await nextBody(world, id)).not.toContain('turnips');
  });
});
