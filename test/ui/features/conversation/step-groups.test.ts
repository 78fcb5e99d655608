import { describe, expect, it } from 'vitest';
import type { CallStatus } from '#core/call-outcome.ts';
import type { Origin } from '#core/vendor.ts';
import type { StoredMessage } from '#storage/rows.ts';
import { buildRows } from '#ui/features/conversation/rows/rows.ts';
import { groupSteps } from '#ui/features/conversation/rows/step-groups.ts';

const CLAUDE: Origin = { vendor: 'anthropic', model: 'claude' };
const GPT: Origin = { vendor: 'openai', model: 'gpt' };

let seq = 0;
function message(role: StoredMessage['role'], more: Partial<StoredMessage> = {}): StoredMessage {
  seq += 1;
  const base = { id: `m${seq}`, sessionId: 's', parentId: null, seq, role, parts: [], status: 'complete' as const };
  return { ...base, createdAt: 1_000 * seq, completedAt: 1_000 * seq + 400, ...more };
}
const ask = () => message('user');
const end = (origin = CLAUDE) => message('assistant', { origin, stop: 'end' });

function step(status: CallStatus = 'ok', origin = CLAUDE): StoredMessage[] {
  const answer = message('assistant', {
    origin,
    stop: 'tool',
    parts: [{ type: 'tool_call', id: 'c', name: 'x', args: {} }],
  });
  const result = { type: 'tool_result' as const, callId: 'c', text: '', outcome: { status } };
  return [answer, message('tool', { parts: [result] })];
}
const steps = (count: number, origin?: Origin) => Array.from({ length: count }, () => step('ok', origin)).flat();
const ALL = { mayFold: () => true, isFolded: () => true };
const folded = (messages: StoredMessage[]) => groupSteps(buildRows(messages, null), ALL);
const sizes = (messages: StoredMessage[]) => folded(messages).map((row) => row.group?.ids.length ?? row.message.role);

describe('finished steps of a run', () => {
  it('become one row with what they did; question, last step and answer stay', () => {
    const rows = folded([ask(), ...step(), ...step('denied'), ...step(), ...step(), end()]);
    expect(rows).toHaveLength(4);
    const { group } = rows[1] ?? {};
    expect(group).toMatchObject({
      folded: true,
      ms: 3 * 1_400,
      did: [
        { kind: 'use', what: 'x', count: 2 },
        { kind: 'denied', count: 1 },
      ],
    });
    expect(group?.ids).toHaveLength(3);
  });

  it('stay open when they failed, and when they are alone', () => {
    expect(sizes([ask(), ...steps(2), ...step('error'), ...steps(2), ...step('timeout'), ...steps(2), end()])).toEqual([
      'user',
      2,
      'assistant',
      2,
      'assistant',
      'assistant',
      'assistant',
      'assistant',
    ]);
    expect(sizes([ask(), ...steps(2), end()])).toEqual(['user', 'assistant', 'assistant', 'assistant']);
  });

  it('stay below their line when they are unfolded', () => {
    const rows = groupSteps(buildRows([ask(), ...steps(4), end()], null), { ...ALL, isFolded: () => false });
    expect(rows.map((row) => row.group?.ids.length)).toEqual([
      undefined,
      3,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('stay open while they may not fold', () => {
    const rows = buildRows([ask(), ...steps(5), end()], null);
    const third = rows[3]?.key;
    const mayFold = ({ key }: { key: string }) => key < String(third);
    expect(groupSteps(rows, { ...ALL, mayFold }).map((row) => row.group?.ids.length)).toEqual([
      undefined,
      2,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('never hide where the conversation changed hands, what the user said, or the newest message', () => {
    const messages = [ask(), ...steps(4), ...steps(4, GPT), ask(), ...steps(5, GPT)];
    expect(sizes(messages)).toEqual(['user', 3, 'assistant', 3, 'assistant', 'user', 4, 'assistant']);
    expect(folded(messages)[3]?.handoff).toEqual(CLAUDE);
  });

  it('count no time in which nothing ran', () => {
    const night = message('tool', {
      completedAt: 1e9,
      parts: [{ type: 'tool_result', callId: 'c', text: '', outcome: { status: 'interrupted' } }],
    });
    const [first, , ...rest] = [...step(), ...steps(3)];
    const [, row] = folded([ask(), ...(first ? [first] : []), night, ...rest, end()]);
    expect(row?.group?.ms).toBeLessThan(10_000);
  });

  it('keep their row while nothing in them changes', () => {
    const messages = [ask(), ...steps(4), end()];
    const rows = buildRows(messages, null);
    const again = buildRows([...messages, ask()], null, rows);
    expect(groupSteps(again, ALL)[1]).toBe(groupSteps(rows, ALL)[1]);
    expect(groupSteps(again, { ...ALL, isFolded: () => false })[1]).not.toBe(groupSteps(rows, ALL)[1]);
  });
});
