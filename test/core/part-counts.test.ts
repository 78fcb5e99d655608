import { readFileSync } from 'node:fs';
import { assert, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digest } from '#core/hash.ts';
import type { HistoryMessage, Part, PartCounts } from '#core/message.ts';
import { measureRequest } from '#core/normalize/measure-request.ts';
import { normalizeRequest } from '#core/normalize/normalize-request.ts';
import { countParts, estimateMessages, estimatePart } from '#core/window/estimate-request.ts';
import { knownCount } from '#core/window/part-counts.ts';
import { O200K, VOCABULARIES } from '#core/window/token-weights.ts';
import { required } from '#test/fakes/fake-clock.ts';
import { runs } from '#test/runs.ts';
import { anyHistory } from './arbitrary-history.ts';
import { anyTarget } from './arbitrary-target.ts';
import { target } from './targets.ts';
import { withCounts } from './with-counts.ts';

const sample = (name: string) => readFileSync(new URL(`./samples/${name}`, import.meta.url), 'utf8');
const text = (value: string): Part => ({ type: 'text', text: value });

const PARTS: readonly Part[] = [
  text('Where is it? 어디에 있나요?'),
  { type: 'thinking', text: 'The user asks.', signature: 'x'.repeat(41) },
  { type: 'redacted_thinking', data: 'y'.repeat(99) },
  { type: 'refusal', text: 'I will not say.' },
  { type: 'vendor_block', kind: 'anthropic', data: '{"type":"server_tool_use"}' },
  { type: 'tool_call', id: 'a', name: 'read_file', args: { path: '/tmp/notes.md', lines: [1, 200] } },
  { type: 'tool_result', callId: 'a', name: 'read_file', text: '# Notes\n\n- one\n- two\n' },
];

describe('counts stored with a message', () => {
  it('say of each part what an estimate says, for every vocabulary', () => {
    const counted = { parts: PARTS, tokens: countParts(PARTS) };
    for (const weights of VOCABULARIES)
      for (const [index, part] of PARTS.entries())
        expect(knownCount(counted, index, part, weights)).toBe(estimatePart(part, weights));
  });

  it('change nothing in a request, its report and its measure', () => {
    assert(
      property(anyHistory, anyTarget, (history, to) => {
        const stored = history.map(withCounts);
        const small = { ...to, window: { tokens: 900 } };
        for (const one of [to, small]) {
          expect(normalizeRequest(stored, [], one)).toEqual(normalizeRequest(history, [], one));
          expect(measureRequest(stored, [], one)).toEqual(measureRequest(history, [], one));
        }
      }),
      { numRuns: runs(60) },
    );
  });

  it('are read instead of counting again', () => {
    const parts = [text('three words here')];
    const message: HistoryMessage = { role: 'user', parts };
    const tokens = countParts(parts).map((count, index) => (index === 0 ? count : 1_000));
    expect(estimateMessages([message], O200K)).toBeLessThan(10);
    expect(estimateMessages([{ ...message, counted: { parts, tokens } }], O200K)).toBe(1_004);
    const to = target('openai', 'gpt-4.1');
    const history = [{ ...message, counted: { parts, tokens } }];
    expect(normalizeRequest(history, [], to).report.tokens).toBeGreaterThan(1_000);
  });

  it('say nothing of a part that took the place of another', () => {
    const counted = { parts: PARTS, tokens: countParts(PARTS) };
    expect(knownCount(counted, 0, { ...text('Where is it? 어디에 있나요?') }, O200K)).toBeNull();
    expect(knownCount(counted, 1, required(PARTS[0]), O200K)).toBeNull();
    expect(knownCount(counted, undefined, required(PARTS[0]), O200K)).toBeNull();
    expect(knownCount(undefined, 0, required(PARTS[0]), O200K)).toBeNull();
    expect(knownCount(counted, 0, required(PARTS[0]), { ...O200K })).toBeNull();
  });

  it.each<[string, (tokens: number[]) => unknown[]]>([
    ['nothing', () => []],
    ['another version', ([, ...counts]) => [99, ...counts]],
    ['one too few', (tokens) => tokens.slice(0, -1)],
    ['one too many', (tokens) => [...tokens, 1]],
    ['less than nothing', ([version, , ...counts]) => [version, -1, ...counts]],
    ['no number', ([version, , ...counts]) => [version, Number.NaN, ...counts]],
    ['no end', ([version, , ...counts]) => [version, Number.POSITIVE_INFINITY, ...counts]],
    ['null', ([version, , ...counts]) => [version, null, ...counts]],
    ['words', ([version, , ...counts]) => [version, 'many', ...counts]],
  ])('that are damaged are not used: %s', (_, damage) => {
    const counted = { parts: PARTS, tokens: damage(countParts(PARTS)) } as PartCounts;
    expect(knownCount(counted, 0, required(PARTS[0]), O200K)).toBeNull();
  });

  it.each<[string, Part, number]>([
    ['a text', text('half \ud83d'), 1],
    ['arguments', { type: 'tool_call', id: 'a', name: 'say', args: { words: ['\udc00'] } }, 1],
    ['a result', { type: 'tool_result', callId: 'a', text: '\ud800 found' }, 1],
    ['nothing', text('whole 😀'), 2],
  ])('say whether half a surrogate pair may be in it: in %s', (_, part, version) => {
    expect(countParts([text('before'), part])[0]).toBe(version);
  });

  it('of an earlier build say nothing of half a pair, and it is repaired', () => {
    const parts = [text('half \ud83d')];
    const [, ...counts] = countParts(parts);
    const history: HistoryMessage[] = [{ role: 'user', parts, counted: { parts, tokens: [1, ...counts] } }];
    const { request, report } = normalizeRequest(history, [], target('openai', 'gpt-4.1'));
    expect(request.messages).toEqual([{ role: 'user', parts: [text('half \ufffd')] }]);
    expect(report.notes).toMatchObject([{ rule: 'replace-lone-surrogates', message: 0, part: 0 }]);
  });

  // Rows keep their counts. Whoever changes an estimate raises VERSION in part-counts.ts and records both here anew.
  it('belong to the estimates of their version', () => {
    const samples = ['korean.txt', 'code.txt'].map((name) => text(sample(name)));
    const counts = countParts([...PARTS, ...samples]);
    expect([counts[0], digest(JSON.stringify([1, ...counts.slice(1)]))]).toEqual([
      2,
      '621b6b2bd6791e7f6a97dd89a1635bcf',
    ]);
  });
});
