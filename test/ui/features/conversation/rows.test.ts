import { describe, expect, it } from 'vitest';
import type { Origin } from '#core/vendor.ts';
import type { StoredMessage } from '#storage/rows.ts';
import { buildRows } from '#ui/features/conversation/rows/rows.ts';

const CLAUDE: Origin = { vendor: 'anthropic', model: 'claude', endpoint: 'https://a.example' };
const OPUS: Origin = { ...CLAUDE, model: 'opus' };
const GPT: Origin = { vendor: 'openai', model: 'gpt', endpoint: 'https://o.example' };

let seq = 0;
function message(role: StoredMessage['role'], more: Partial<StoredMessage> = {}): StoredMessage {
  seq += 1;
  return {
    id: `m${seq}`,
    sessionId: 's',
    parentId: null,
    seq,
    role,
    parts: [],
    status: 'complete',
    createdAt: seq,
    ...more,
  };
}
const question = () => message('user');
const answer = (origin: Origin, more: Partial<StoredMessage> = {}) =>
  message('assistant', { origin, stop: 'end', ...more });

describe('buildRows', () => {
  it('ties a knot before the first answer of another model, and only there', () => {
    const rows = buildRows(
      [question(), answer(CLAUDE), question(), answer(GPT), question(), answer(GPT), question(), answer(CLAUDE)],
      null,
    );
    expect(rows.map((row) => row.handoff)).toEqual([null, null, null, CLAUDE, null, null, null, GPT]);
  });

  it('sees another model of the same vendor, and the same model elsewhere, as a change of hands', () => {
    const local = { ...CLAUDE, endpoint: 'http://localhost:1234' };
    const rows = buildRows([answer(CLAUDE), answer(OPUS), answer(local)], null);
    expect(rows.map((row) => row.handoff)).toEqual([null, CLAUDE, OPUS]);
  });

  it('takes an answer of thoughts alone for the beginning of the one that follows it', () => {
    const thought = { parts: [{ type: 'thinking' as const, text: 'Hm.' }] };
    const said = { parts: [{ type: 'text' as const, text: 'So.' }] };
    const rows = buildRows(
      [
        question(),
        answer(CLAUDE, thought),
        answer(CLAUDE, said),
        question(),
        answer(CLAUDE, thought),
        answer(GPT, said),
        question(),
        answer(CLAUDE, thought),
      ],
      null,
    );
    expect(rows.map(({ continues, begins }) => [continues, begins])).toEqual([
      [false, false],
      [false, true],
      [true, false],
      [false, false],
      [false, false],
      [false, false],
      [false, false],
      [false, false],
    ]);
  });

  it('gives a question the colour of who holds the thread when it is asked', () => {
    const rows = buildRows([question(), answer(CLAUDE), question(), answer(GPT), question()], null);
    expect(rows.map((row) => row.vendor)).toEqual(['anthropic', 'anthropic', 'anthropic', 'openai', 'openai']);
  });

  it('keeps the holder over answers whose origin is not known', () => {
    const imported = message('assistant', { stop: 'end' });
    const rows = buildRows([answer(CLAUDE), imported, answer(CLAUDE)], null);
    expect(rows.map((row) => row.handoff)).toEqual([null, null, null]);
    expect(rows[1]?.vendor).toBe('anthropic');
  });

  it('takes a fresh answer to come from who was asked', () => {
    const fresh = message('assistant', { status: 'streaming' });
    const [, row] = buildRows([answer(CLAUDE), fresh], GPT);
    expect(row).toMatchObject({ origin: GPT, handoff: CLAUDE, vendor: 'openai' });
    expect(buildRows([fresh], null)[0]?.vendor).toBeNull();
  });

  it('hangs tool results on the answer that called and goes on without a new head', () => {
    const call = answer(CLAUDE, { stop: 'tool' });
    const result = message('tool');
    const rows = buildRows([question(), call, result, answer(CLAUDE), question(), answer(CLAUDE)], null);
    expect(rows).toHaveLength(5);
    expect(rows[1]?.results).toEqual([result]);
    expect(rows.map((row) => row.continues)).toEqual([false, false, true, false, false]);
  });

  it('starts a new head when another model takes the results', () => {
    const rows = buildRows([answer(CLAUDE, { stop: 'tool' }), message('tool'), answer(GPT)], null);
    expect(rows[1]).toMatchObject({ continues: false, handoff: CLAUDE });
  });

  it('reports a run of four steps and more where it ends: at the answer, or at the last results', () => {
    const step = () => [answer(CLAUDE, { stop: 'tool' }), message('tool')];
    const steps = (count: number) => Array.from({ length: count }, step).flat();
    const ends = (messages: StoredMessage[]) =>
      buildRows(messages, null).flatMap(({ report }, at) => (report ? [at] : []));
    expect(ends([question(), ...steps(4), answer(CLAUDE)])).toEqual([5]);
    expect(ends([question(), ...steps(3), answer(CLAUDE)])).toEqual([]);
    expect(ends([question(), ...steps(4), question(), ...steps(5), answer(GPT)])).toEqual([4, 11]);
    expect(ends([question(), ...steps(4), message('assistant', { status: 'streaming' })])).toEqual([]);
    // A summary in the middle belongs to the run.
    const summary = message('user', { author: 'automation', origin: CLAUDE });
    expect(ends([question(), ...steps(3), summary, ...steps(1), answer(CLAUDE)])).toEqual([6]);
  });

  it('shows a tool message that nobody called', () => {
    expect(buildRows([message('tool'), question()], null)).toHaveLength(2);
  });

  it('keeps the identity of every row that did not change', () => {
    const messages = [question(), answer(CLAUDE, { stop: 'tool' }), message('tool'), answer(CLAUDE)];
    const before = buildRows(messages, null);
    expect(buildRows(messages, GPT, before)).toEqual(before);
    const after = buildRows([...messages, question()], null, before);
    expect(after[0]).toBe(before[0]);
    expect(after[1]).toBe(before[1]);
    // It's no longer the last one.
    expect(after[2]).not.toBe(before[2]);
    const older = buildRows([question(), ...messages], null, before);
    expect(older[3]).toBe(before[2]);
  });
});
