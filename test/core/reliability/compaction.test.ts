import { describe, expect, it } from 'vitest';
import type { HistoryMessage, Part } from '#core/message.ts';
import { chooseRecentRounds } from '#core/reliability/choose-recent-rounds.ts';
import { collectFacts, renderFacts } from '#core/reliability/compaction-facts.ts';
import {
  mergeSummaries,
  readCompaction,
  readSections,
  renderSections,
  type CompactionSummary,
} from '#core/reliability/compaction-summary.ts';
import { shortenOldResults } from '#core/reliability/shorten-old.ts';
import { O200K } from '#core/window/token-weights.ts';

const text = (content: string): Part => ({ type: 'text', text: content });
const user = (content: string): HistoryMessage => ({ role: 'user', parts: [text(content)] });
const call = (id: string, name: string, args: unknown): HistoryMessage => ({
  role: 'assistant',
  parts: [{ type: 'tool_call', id, name, args }],
});
const result = (callId: string, content: string): HistoryMessage => ({
  role: 'tool',
  parts: [{ type: 'tool_result', callId, text: content }],
});
const NONE = { asked: [], changed: [], read: [], attached: [] };

describe('a summary by its headings', () => {
  it('is read however the headings are marked, and loses no line', () => {
    const sections = readSections(
      'Here it is.\n\n## Goal\n- port it\n### Constraints:\n- never touch vendor/\n**Open items**\n- the lexer\nGoal: more\n',
    );
    expect(sections).toEqual({
      Facts: ['Here it is.'],
      Goal: ['- port it'],
      Constraints: ['- never touch vendor/'],
      'Open items': ['- the lexer', 'Goal: more'],
    });
    expect(readSections(renderSections(sections))).toEqual(sections);
  });

  it('is joined with the one before line by line, never rewritten', () => {
    const before: CompactionSummary = {
      sections: { Goal: ['- port it'], Constraints: ['- a', '- b'], Decisions: ['- Rust'], 'Open items': ['- lexer'] },
      facts: { ...NONE, asked: ['Port it.'], read: ['a.ts', 'b.ts'], changed: ['a.rs'] },
    };
    const now: CompactionSummary = {
      sections: { Constraints: ['- b', '- c'], Decisions: ['- no macros'], 'Open items': ['- parser'] },
      facts: { ...NONE, asked: ['And test it.'], read: ['c.ts'], changed: ['b.ts'] },
    };
    expect(mergeSummaries(before, now)).toEqual({
      sections: {
        Goal: ['- port it'],
        Constraints: ['- a', '- b', '- c'],
        Decisions: ['- Rust', '- no macros'],
        'Open items': ['- parser'],
      },
      facts: { ...NONE, asked: ['Port it.', 'And test it.'], read: ['a.ts', 'c.ts'], changed: ['a.rs', 'b.ts'] },
    });
  });

  it('stays bounded however often it is joined', () => {
    let summary: CompactionSummary | null = null;
    for (let round = 0; round < 500; round++)
      summary = mergeSummaries(summary, {
        sections: { Facts: [`- fact ${round}`], Constraints: ['- the rule'] },
        facts: { ...NONE, asked: [`question ${round}`], read: [`${round}.ts`] },
      });
    expect(JSON.stringify(summary).length).toBeLessThan(10_000);
    expect(summary?.sections.Constraints).toEqual(['- the rule']);
    expect(summary?.facts.asked[0]).toBe('question 0');
    expect(summary?.facts.asked.at(-1)).toBe('question 499');
  });

  it('is read back as it was stored, and from nothing else', () => {
    const summary = mergeSummaries(null, { sections: { Goal: ['- x'] }, facts: { ...NONE, asked: ['y'] } });
    expect(readCompaction(JSON.parse(JSON.stringify(summary)))).toEqual(summary);
    for (const odd of [null, 'x', {}, { sections: null }, { kept: 2 }]) expect(readCompaction(odd)).toBeNull();
    expect(readCompaction({ sections: { Goal: [1, 'a'] }, facts: {} })?.sections).toEqual({ Goal: ['a'] });
  });
});

describe('facts of a conversation', () => {
  it('are collected from what is stored, the user’s words as they are', () => {
    const facts = collectFacts([
      { ...user('Port it.\n  Never touch vendor/. '), own: true },
      { ...user('Go on.'), own: false },
      { ...call('1', 'desk__read', { path: 'a.ts' }), own: true },
      { ...call('2', 'desk__writeFile', { file_path: 'a.ts', content: 'x' }), own: true },
      { ...call('3', 'desk__read', { path: 'b.ts' }), own: true },
      { role: 'user', own: true, parts: [{ type: 'file', mime: 'application/pdf', name: 'spec.pdf', data: '' }] },
    ]);
    expect(facts).toEqual({
      asked: ['Port it.\n  Never touch vendor/.'],
      changed: ['a.ts'],
      read: ['b.ts'],
      attached: ['spec.pdf'],
    });
  });

  it('hold the first and the newest request word for word, and say what is missing between them', () => {
    const asked = Array.from({ length: 200 }, (_, n) => `Question ${n}: ${'and so on '.repeat(20)}`);
    const facts = renderFacts({ ...NONE, asked, read: ['a.ts'] }, 1_000, O200K);
    expect(facts).toContain(asked[0]);
    expect(facts).toContain(asked[199]);
    expect(facts).toContain(`[…]\n\nQuestion 1`);
    expect(facts).not.toContain('Question 100');
    expect(facts).toContain('## Files read\n- a.ts');
    expect(renderFacts(NONE, 1_000, O200K)).toBe('');
  });
});

describe('what is kept behind a summary', () => {
  const rounds = Array.from({ length: 10 }, (_, n) => [
    call(`${n}`, 'read', { n }),
    result(`${n}`, 'x '.repeat(100)),
  ]).flat();

  it('is whole rounds from the newest on', () => {
    const retained = chooseRecentRounds([user('Go.'), ...rounds], 400, O200K);
    expect(retained % 2).toBe(0);
    expect(retained).toBeGreaterThan(0);
    expect(retained).toBeLessThan(rounds.length);
  });

  it('always holds what nobody has answered yet, and nothing else that is too long', () => {
    expect(chooseRecentRounds([...rounds.slice(0, 1), result('0', 'x '.repeat(9_000))], 100, O200K)).toBe(2);
    expect(chooseRecentRounds([user('x '.repeat(9_000))], 100, O200K)).toBe(1);
    expect(chooseRecentRounds([user('q'), { role: 'assistant', parts: [text('x '.repeat(9_000))] }], 100, O200K)).toBe(
      0,
    );
    expect(chooseRecentRounds([], 100, O200K)).toBe(0);
  });
});

describe('shortening old results', () => {
  const history = Array.from({ length: 8 }, (_, n) => [
    call(`${n}`, 'read', { n }),
    result(`${n}`, Array.from({ length: 400 }, (_line, at) => `${n}: line ${at}`).join('\n')),
  ]).flat();

  it('takes the oldest first, as many as are needed, and leaves the newest alone', () => {
    const few = shortenOldResults(history, 1_000, O200K);
    expect(few.map(({ message }) => message)).toEqual([1]);
    const all = shortenOldResults(history, Number.POSITIVE_INFINITY, O200K);
    expect(all.map(({ message }) => message)).toEqual([1, 3, 5, 7, 9]);
    expect(all[0]?.text).toMatch(/^0: line 0\n[^]*\[\.\.\. \d+ lines, \d+ bytes left out \.\.\.\][^]*line 399$/);
  });

  it('shortens nothing twice', () => {
    const [first] = shortenOldResults(history, 1, O200K);
    const shown = history.map((message, index) => (index === first?.message ? result('0', first.text) : message));
    expect(shortenOldResults(shown, 1, O200K).map(({ message }) => message)).toEqual([3]);
  });
});
