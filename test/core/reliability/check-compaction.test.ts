import { describe, expect, it } from 'vitest';
import type { HistoryMessage } from '#core/message.ts';
import { SUMMARY } from '#core/normalize/base/overlays.ts';
import { checkCompaction } from '#core/reliability/check-compaction.ts';
import type { Overlay, Target } from '#core/request.ts';
import { practiceTarget } from '../../vendors/practice-lab.ts';

const said = (id: string, role: 'user' | 'assistant', text: string): HistoryMessage => ({
  id,
  role,
  parts: [{ type: 'text', text }],
});
const HISTORY = Array.from({ length: 8 }, (_, turn) => [
  said(`u${turn}`, 'user', `Question ${turn}. ${'Every word of it stays. '.repeat(40)}`),
  said(`a${turn}`, 'assistant', `Answer ${turn}. ${'All of it was read. '.repeat(40)}`),
]).flat();
const GOAL = '## Goal\n- Ship it.\n## Constraints\n- Never use the word "very".';
const target = practiceTarget('practice-gpt');

function check(text: string, change: Partial<Target> = {}, retained = 2) {
  const summary = said('s', 'user', text);
  const overlay: Overlay = { id: 'o', sessionId: '', target: { message: 's' }, kind: SUMMARY, reason: '', at: 0 };
  return checkCompaction({
    history: HISTORY,
    replaced: HISTORY.slice(0, HISTORY.length - retained),
    overlays: [],
    summary,
    made: [{ ...overlay, data: { kept: retained } }],
    target: { ...target, ...change },
  });
}

describe('a summary before it is used', () => {
  it('is fine when the next request is smaller and holds every word of it', () => {
    expect(check(GOAL)).toBeNull();
    expect(check(`  ${GOAL}\n\n`)).toBeNull();
  });

  it('is refused when it is as long as what it stands for', () => {
    expect(check('A fact. '.repeat(3_000))).toBe('longer');
    expect(check(GOAL, {}, HISTORY.length)).toBe('longer');
  });

  it('is refused when the request would not hold it', () => {
    const small = { ...target.model, contextWindow: 600, maxOutput: 100 };
    expect(check(`${GOAL}\n${'- Another constraint, word for word.\n'.repeat(60)}`, { model: small })).toBe('lost');
  });
});
