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
const folded = (messages: StoredMessage[]) => groupSteps(buildRows(messages, null), () => true);

describe('steps of a run', () => {
  it('become one row with what they came to; question and last answer stay', () => {
    const rows = folded([ask(), ...step(), ...step('error'), ...step('denied'), ...step('timeout'), end()]);
    expect(rows).toHaveLength(3);
    const { group } = rows[1] ?? {};
    expect(group?.ids).toHaveLength(4);
    expect(group).toMatchObject({ failed: 2, folded: true, ms: 4 * 1_400 });
  });

  it('stay as they are when there are few, and where they are open', () => {
    expect(folded([ask(), ...steps(2), end()]).every((row) => row.group === undefined)).toBe(true);
    const rows = groupSteps(buildRows([ask(), ...steps(5), end()], null), () => false);
    expect(rows).toHaveLength(7);
    expect(rows.map((row) => row.group?.ids.length)).toEqual([
      undefined,
      5,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('never hide where the conversation changed hands, what the user said, or the newest message', () => {
    const rows = folded([ask(), ...steps(3), ...steps(3, GPT), ask(), ...steps(4, GPT)]);
    expect(rows.map((row) => row.group?.ids.length ?? row.message.role)).toEqual([
      'user',
      3,
      3,
      'user',
      3,
      'assistant',
    ]);
    expect(rows[2]?.handoff).toEqual(CLAUDE);
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
    expect(groupSteps(again, () => true)[1]).toBe(groupSteps(rows, () => true)[1]);
    expect(groupSteps(again, () => false)[1]).not.toBe(groupSteps(rows, () => true)[1]);
  });
});
