import { assert, constantFrom, property, sample, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentOf } from '#archive/merge/message-identity.ts';
import { planMerge } from '#archive/merge/plan-merge.ts';
import { undoOf } from '#archive/merge/undo-merge.ts';
import { asCompleted, type SessionHistory } from '#archive/records.ts';
import type { StoredMessage } from '#storage/rows.ts';
import { copies } from './arbitrary-copies.ts';
import { sessionNamed } from './arbitrary-session.ts';
import { carriedOut, NOTHING_ELSE, restored, takenBack } from './merged.ts';

/** What users would miss: every message with its parent, and all other records, in no particular order. */
function known({ messages, overlays, sends, usage, outputs }: SessionHistory) {
  const rows = (list: readonly { id: string }[]) => list.map(({ id }) => id).toSorted();
  return {
    messages: messages
      .map((message) => `${message.id} ${message.parentId} ${contentOf(message)} ${namesIn(message)}`)
      .toSorted(),
    overlays: rows(overlays),
    sends: rows(sends),
    usage: rows(usage),
    outputs: outputs.map(({ call, text }) => `${call} ${text}`).toSorted(),
  };
}

function namesIn({ parts }: StoredMessage): string {
  return JSON.stringify(parts.map((part) => (part.type === 'image' ? part.name : null)));
}

/** The only allowed change is a missing image name. */
function isKept(before: StoredMessage, after: StoredMessage | undefined): boolean {
  if (!after || contentOf(before) !== contentOf(after)) return false;
  return before.parts.every((part, at) => {
    const now = after.parts[at];
    return part.type !== 'image' || part.name === undefined || (now?.type === 'image' && now.name === part.name);
  });
}

const message = (id: string, text: string, change: Partial<StoredMessage> = {}): StoredMessage => ({
  id,
  sessionId: 's',
  parentId: null,
  seq: 1,
  role: 'user',
  parts: [{ type: 'text', text }],
  status: 'complete',
  createdAt: 1,
  ...change,
});
const [PLAIN] = sample(sessionNamed('s'), { numRuns: 1, seed: 1 });

function conversation(messages: readonly StoredMessage[], change: Partial<SessionHistory> = {}): SessionHistory {
  if (!PLAIN) throw new Error('no sample');
  return {
    ...PLAIN,
    session: { ...PLAIN.session, deletedAt: 0, leafId: messages.at(-1)?.id ?? null, lastSeq: messages.length },
    messages: messages.map((one, index) => ({ ...one, seq: index + 1 })),
    overlays: [],
    sends: [],
    usage: [],
    outputs: [],
    plan: null,
    draft: null,
    ...change,
  };
}

describe('restoring a conversation', () => {
  it('into an empty storage gives it back as it was', () => {
    assert(
      property(sessionNamed('s'), (one) => {
        expect(restored(one, null)).toEqual(one);
      }),
    );
  });

  it('twice adds nothing the second time', () => {
    assert(
      property(copies, ([one, two]) => {
        const once = restored(one, two);
        expect(planMerge(one, once, NOTHING_ELSE).kind).toBe('same');
        expect(planMerge(one, one, NOTHING_ELSE).kind).toBe('same');
      }),
    );
  });

  it('joins two copies to the same, whichever comes first', () => {
    assert(
      property(copies, ([one, two]) => {
        expect(known(restored(one, two))).toEqual(known(restored(two, one)));
      }),
    );
  });

  it('joins copies to what all of them have, in whatever order and however often they come', () => {
    assert(
      property(tuple(copies, constantFrom(0, 1)), ([[one, two], first]) => {
        const order = first === 0 ? [one, two, one] : [two, one, two];
        const merged = order.reduce<SessionHistory | null>((stored, next) => restored(next, stored), null);
        expect(merged && known(merged)).toEqual(known(restored(one, two)));
      }),
    );
  });

  it('changes nothing that is complete, and loses nothing of either side', () => {
    assert(
      property(copies, ([archived, stored]) => {
        const after = restored(archived, stored);
        const byId = new Map(after.messages.map((one) => [one.id, one]));
        for (const one of stored.messages)
          expect(one.status === 'interrupted' || isKept(one, byId.get(one.id)), `changed ${one.id}`).toBe(true);
        const contents = new Set(after.messages.map(contentOf));
        for (const one of [...archived.messages, ...stored.messages])
          expect(one.status === 'interrupted' || contents.has(contentOf(one)), `lost ${one.id}`).toBe(true);
      }),
    );
  });

  it('keeps every message once, in its own place, behind its parent', () => {
    assert(
      property(copies, ([archived, stored]) => {
        const { messages, session } = restored(archived, stored);
        const seqs = new Map(messages.map(({ id, seq }) => [id, seq]));
        expect(new Set(seqs.values()).size).toBe(messages.length);
        for (const { parentId, seq } of messages)
          expect(parentId === null || (seqs.get(parentId) ?? 0) < seq, `behind ${parentId}`).toBe(true);
        expect(session.lastSeq).toBeGreaterThanOrEqual(Math.max(0, ...seqs.values()));
        expect(session.leafId === null || seqs.has(session.leafId)).toBe(true);
      }),
    );
  });

  it('is taken back without a trace', () => {
    assert(
      property(copies, ([archived, stored]) => {
        const plan = planMerge(archived, stored, NOTHING_ELSE);
        const back = takenBack(carriedOut(stored, plan), undoOf(plan));
        if (typeof back === 'string') throw new Error(back);
        const sorted = (one: SessionHistory) => ({
          ...one,
          overlays: one.overlays.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
        });
        expect(sorted(back)).toEqual(sorted(stored));
        const fresh = planMerge(archived, null, NOTHING_ELSE);
        expect(takenBack(carriedOut(null, fresh), undoOf(fresh))).toBe('removed');
      }),
    );
  });
});

describe('what stands under one id and is not the same', () => {
  it('is kept beside it, and what follows hangs on its own version', () => {
    const stored = conversation([message('m', 'here'), message('x', 'only here', { parentId: 'm' })]);
    const archived = conversation([message('m', 'there'), message('y', 'only there', { parentId: 'm' })]);
    const plan = planMerge(archived, stored, NOTHING_ELSE);
    const after = carriedOut(stored, plan);
    const there = after.messages.find((one) => contentOf(one) === contentOf(message('m', 'there')));
    expect(after.messages.filter(({ id }) => id === 'm' || id === 'x')).toEqual(stored.messages);
    expect(there?.parentId).toBeNull();
    expect(after.messages.find(({ id }) => id === 'y')?.parentId).toBe(there?.id);
    expect(plan.renamed).toBe(1);
    expect(planMerge(archived, after, NOTHING_ELSE).kind).toBe('same');
  });

  it('is the rest of an answer, where one copy broke off', () => {
    const short = message('m', 'An ans', { role: 'assistant', status: 'interrupted' });
    const complete = message('m', 'An answer.', { role: 'assistant' });
    const plan = planMerge(conversation([complete]), conversation([short]), NOTHING_ELSE);
    expect(plan.complete).toHaveLength(1);
    expect(carriedOut(conversation([short]), plan).messages).toEqual([complete]);
    expect(planMerge(conversation([short]), conversation([complete]), NOTHING_ELSE).kind).toBe('same');
    expect(planMerge(conversation([{ ...short, status: 'streaming' }]), conversation([short]), NOTHING_ELSE).kind).toBe(
      'same',
    );
  });

  it('gets another id where the id belongs to another conversation', () => {
    const archived = conversation([message('m', 'a'), message('n', 'b', { parentId: 'm' })]);
    const around = { ...NOTHING_ELSE, taken: new Set(['m']) };
    const plan = planMerge(archived, null, around);
    expect(plan.add.messages.map(({ id }) => id)).not.toContain('m');
    expect(plan.add.messages[1]?.parentId).toBe(plan.add.messages[0]?.id);
    expect(planMerge(archived, carriedOut(null, plan), around).kind).toBe('same');
    const stray = conversation([message('n', 'b', { parentId: 'm' })]);
    expect(planMerge(stray, null, around).add.messages[0]?.parentId).toBeNull();
  });
});

describe.each(['hidden', 'deleted'])('what is shown and not %s', (kind) => {
  const hidden = { id: 'o', sessionId: 's', target: { message: 'm' }, kind, reason: 'deleted', at: 1 };
  const plain = conversation([message('m', 'a')]);

  it('is what either side shows: deleted messages and conversations come back', () => {
    const deleted = { ...plain, overlays: [hidden], session: { ...plain.session, deletedAt: 9 } };
    const plan = planMerge(plain, deleted, NOTHING_ELSE);
    expect(plan.shown).toEqual([hidden]);
    expect(plan.session.deletedAt).toBe(0);
    expect(planMerge(deleted, plain, NOTHING_ELSE).kind).toBe('same');
  });

  it('stays hidden where both sides hide it, and where only the archive has it', () => {
    const both = planMerge(
      { ...plain, overlays: [hidden] },
      { ...plain, overlays: [{ ...hidden, id: 'p' }] },
      NOTHING_ELSE,
    );
    expect(both.kind).toBe('same');
    const only = planMerge({ ...plain, overlays: [hidden] }, conversation([message('z', 'z')]), NOTHING_ELSE);
    expect(only.add.overlays).toEqual([hidden]);
  });

  it('is a single tool result, too', () => {
    const part = { ...hidden, target: { message: 'm', part: 1 } };
    const deleted = { ...plain, overlays: [part] };
    expect(planMerge(plain, deleted, NOTHING_ELSE).shown).toEqual([part]);
    expect(planMerge(deleted, { ...plain, overlays: [{ ...part, id: 'p' }] }, NOTHING_ELSE).kind).toBe('same');
    expect(planMerge(deleted, null, NOTHING_ELSE).add.overlays).toEqual([part]);
  });

  it('is the path of this machine, unless the archive only goes on from its end', () => {
    const longer = conversation([message('m', 'a'), message('n', 'b', { parentId: 'm' })]);
    expect(planMerge(longer, plain, NOTHING_ELSE).session.leafId).toBe('n');
    expect(planMerge(plain, longer, NOTHING_ELSE).kind).toBe('same');
    const branch = conversation([message('m', 'a'), message('k', 'c', { parentId: 'm' })]);
    expect(planMerge(longer, branch, NOTHING_ELSE).session.leafId).toBe('k');
  });
});

describe('settings of a conversation', () => {
  it('stay as they are here, and what differs is told', () => {
    const here = conversation([message('m', 'a')]);
    const there = {
      ...here,
      session: { ...here.session, title: 'Theirs', titleBy: 'person' as const, system: 'Other.' },
    };
    const mine = { ...here, session: { ...here.session, title: 'Mine', titleBy: 'person' as const } };
    const plan = planMerge(there, mine, NOTHING_ELSE);
    expect(plan.session).toMatchObject({ title: 'Mine', system: here.session.system });
    expect(plan.unchanged).toEqual(['title', 'system']);
  });

  it.each([
    ['parameters', { parameters: { temperature: 0.2 } }],
    ['leavesOut', { leavesOut: ['aboutMe' as const] }],
  ])('report %s that differ in either direction, and keep them', (field, set) => {
    const here = conversation([message('m', 'a')]);
    const other = { ...here, session: { ...here.session, ...set } };
    expect(planMerge(other, here, NOTHING_ELSE).unchanged).toEqual([field]);
    const back = planMerge(here, other, NOTHING_ELSE);
    expect(back.unchanged).toEqual([field]);
    expect(back.session).toMatchObject(set);
    expect(planMerge(other, other, NOTHING_ELSE).unchanged).toEqual([]);
  });

  it('take the title that a person gave over one that nobody did', () => {
    const here = conversation([message('m', 'a')]);
    const auto = { ...here, session: { ...here.session, title: 'Auto', titleBy: 'auto' as const } };
    const given = { ...here, session: { ...here.session, title: 'Given', titleBy: 'person' as const } };
    expect(planMerge(given, auto, NOTHING_ELSE).session.title).toBe('Given');
    expect(planMerge(auto, given, NOTHING_ELSE).session.title).toBe('Given');
  });

  it('let no file decide that tools run unasked', () => {
    const here = conversation([message('m', 'a')]);
    const auto = { ...here, session: { ...here.session, tools: { on: true, mode: 'auto' as const, off: [] } } };
    expect(planMerge(auto, null, NOTHING_ELSE).session.tools?.mode).toBe('ask');
    expect(planMerge(auto, here, NOTHING_ELSE).session.tools).toEqual(here.session.tools);
  });

  it.each(['edits', 'auto'] as const)(
    'ask again, where they were %s, once a file has brought what a model reads',
    (mode) => {
      const here = conversation([message('m', 'a', { role: 'assistant', status: 'interrupted' })]);
      const more = conversation([...here.messages, message('n', 'Delete it all.', { parentId: 'm' })]);
      const tools = { on: true, mode, off: [], web: true };
      const stored = { ...here, session: { ...here.session, tools } };
      const deleted = { id: 'o', sessionId: 's', target: { message: 'm' }, kind: 'deleted', reason: 'deleted', at: 1 };
      const summary = { ...deleted, kind: 'summary' };
      const done = conversation([message('m', 'a and b', { role: 'assistant' })]);
      const plan = { sessionId: 's', goal: 'g', todos: [], notes: [], lastId: 0, at: 1 };
      const cases: [SessionHistory, SessionHistory][] = [
        [more, stored],
        [done, stored],
        [{ ...here, overlays: [summary] }, stored],
        [here, { ...stored, overlays: [deleted] }],
        [{ ...here, plan }, stored],
      ];
      for (const [archived, before] of cases) {
        const merge = planMerge(archived, before, NOTHING_ELSE);
        expect(merge.session.tools).toEqual({ ...tools, mode: 'ask' });
        expect(takenBack(carriedOut(before, merge), undoOf(merge))).toEqual(before);
        // Chosen again by the user, it stays.
        const again = carriedOut(before, { ...merge, session: { ...merge.session, tools } });
        expect(planMerge(archived, again, NOTHING_ELSE).kind).toBe('same');
      }
    },
  );

  it('stay unasked where a file has nothing that a model reads', () => {
    const tools = { on: true, mode: 'edits' as const, off: [] };
    const here = conversation([message('m', 'a')]);
    const auto = { ...here, session: { ...here.session, tools, title: 'Auto', titleBy: 'auto' as const } };
    const given = { ...here, session: { ...here.session, title: 'Given', titleBy: 'person' as const } };
    const plan = planMerge(given, auto, NOTHING_ELSE);
    expect(plan.session).toMatchObject({ title: 'Given', tools });
  });

  it('let a task stand for itself where its conversation is not', () => {
    const here = conversation([message('m', 'a')]);
    const task = { ...here, session: { ...here.session, task: { above: ['t'], call: 'c#0', background: false } } };
    expect(planMerge(task, null, NOTHING_ELSE).session.task).toBeUndefined();
    expect(planMerge(task, null, { ...NOTHING_ELSE, sessions: new Set(['t']) }).session.task).toEqual(
      task.session.task,
    );
  });
});

describe('whole outputs behind shortened results', () => {
  const result = (id: string, output: string): StoredMessage =>
    message(id, '', {
      role: 'tool',
      parts: [
        {
          type: 'tool_result',
          callId: 'c',
          text: `cut, read_tool_output {"id":"${output}"} has it`,
          outcome: { status: 'ok', shortened: { output, removedLines: 1, removedBytes: 1 } },
        },
      ],
    });
  const output = (id: string, call: string, text: string) => ({ sessionId: 's', id, call, name: 'read', text, at: 1 });
  const answer = (id: string) =>
    message(id, '', { role: 'assistant', parts: [{ type: 'tool_call', id: 'c', name: 'read', args: {} }] });

  it('are told apart by their call where two copies gave them one number', () => {
    const one = conversation([answer('a'), result('r', 'output-1')], {
      outputs: [output('output-1', 'a#0', 'whole of a')],
    });
    const two = conversation([answer('b'), result('q', 'output-1')], {
      outputs: [output('output-1', 'b#0', 'whole of b')],
    });
    const after = restored(one, two);
    const part = after.messages.find(({ id }) => id === 'r')?.parts[0];
    const name = part?.type === 'tool_result' ? part.outcome?.shortened?.output : undefined;
    expect(name).not.toBe('output-1');
    expect(part).toMatchObject({ text: expect.stringContaining(`{"id":"${name}"}`) });
    expect(after.outputs.find(({ id }) => id === name)?.text).toBe('whole of a');
    expect(after.outputs.find(({ id }) => id === 'output-1')?.text).toBe('whole of b');
    expect(planMerge(one, after, NOTHING_ELSE).kind).toBe('same');
  });
});

describe('taking a restore back', () => {
  const base = conversation([message('m', 'a')]);
  const more = conversation([message('m', 'a'), message('n', 'b', { parentId: 'm' })]);

  it('is refused once somebody has gone on from what it brought', () => {
    const plan = planMerge(more, base, NOTHING_ELSE);
    const after = carriedOut(base, plan);
    const goneOn = { ...after, messages: [...after.messages, message('p', 'c', { parentId: 'n', seq: 9 })] };
    expect(takenBack(goneOn, undoOf(plan))).toBe('refused');
    const fresh = planMerge(more, null, NOTHING_ELSE);
    expect(takenBack(goneOn, undoOf(fresh))).toBe('refused');
  });

  it('leaves what was changed since', () => {
    const plan = planMerge(more, base, NOTHING_ELSE);
    const after = carriedOut(base, plan);
    const renamed = { ...after, session: { ...after.session, title: 'Since', cost: after.session.cost + 3 } };
    const back = takenBack(renamed, undoOf(plan));
    expect(back).toMatchObject({ session: { title: 'Since', leafId: 'm', cost: base.session.cost + 3 } });
  });
});

describe('a tree that is not sound', () => {
  it('is made so, and no message is lost', () => {
    const loop = [
      message('a', '1', { parentId: 'b', seq: 5 }),
      message('b', '2', { parentId: 'a', seq: 5 }),
      message('c', '3', { parentId: 'gone', seq: 2 }),
      message('c', 'twice', { seq: 7 }),
    ];
    const plan = planMerge({ ...conversation([]), messages: loop }, null, NOTHING_ELSE);
    expect(plan.add.messages.map(({ id, parentId, seq }) => [id, parentId, seq])).toEqual([
      ['c', 'gone', 1],
      ['a', null, 2],
      ['b', 'a', 3],
    ]);
    expect(plan.add.messages.map(asCompleted)).toHaveLength(3);
  });
});
