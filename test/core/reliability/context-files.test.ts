import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ContextFile } from '#core/context-file.ts';
import { readContextFiles } from '#core/context-file.ts';
import { SplitList } from '#core/list-start.ts';
import type { HistoryMessage } from '#core/message.ts';
import { contextText, resultText, inlineContextFiles } from '#core/draft/context-files.ts';
import { contextFileBudget, fitContextFiles } from '#core/reliability/fit-context-files.ts';
import { byteLength } from '#core/window/truncate-output.ts';
import { touchedPath } from '#core/reliability/touched-path.ts';
import { estimateTokens } from '#core/window/estimate-tokens.ts';
import { O200K } from '#core/window/token-weights.ts';

const file = (text: string, path = 'AGENTS.md'): ContextFile => ({ id: path, kind: 'agents', path, text });
const tokens = (text: string) => estimateTokens(text, O200K);
/** Estimated size of the notice about a truncated file. */
const NOTICE = 60;

describe('room for files of a folder', () => {
  const files = fc.array(
    fc.record({ text: fc.string({ unit: 'grapheme', maxLength: 4_000 }), unread: fc.constantFrom(0, 0, 7_000) }),
    { maxLength: 6 },
  );

  it('is never left, and a file that is told is whole or says what is missing', () => {
    fc.assert(
      fc.property(files, fc.integer({ min: 0, max: 5_000 }), (given, budget) => {
        const read = given.map(({ text, unread }, at) => ({ ...file(text, `${at}/AGENTS.md`), unread }));
        const fitted = fitContextFiles(read, budget);
        expect(fitted.reduce((sum, { text }) => sum + tokens(text), 0)).toBeLessThanOrEqual(
          budget + NOTICE * fitted.length,
        );
        for (const [at, { path, text }] of fitted.entries()) {
          const from = read[at];
          expect(path).toBe(from?.path);
          if (text === from?.text && from.unread === 0) continue;
          const all = byteLength(from?.text ?? '') + (from?.unread ?? 0);
          const [, missing] =
            /\n\[\.\.\. (\d+) of \d+ bytes left out; read "[^"]+" for the rest \.\.\.\]$/.exec(text) ?? [];
          expect(Number(missing)).toBeGreaterThan(0);
          expect(Number(missing)).toBeLessThanOrEqual(all);
          expect(from?.text.startsWith(text.slice(0, text.lastIndexOf('\n[...')))).toBe(true);
        }
      }),
    );
  });

  it('is shared with what is told already, and bounded however large the window', () => {
    expect(contextFileBudget(1_000_000, [])).toBe(12_000);
    expect(contextFileBudget(1_000, [])).toBe(500);
    expect(contextFileBudget(1_000, [file('word '.repeat(2_000))])).toBe(0);
    const [long] = fitContextFiles([{ ...file('A line of words.\n'.repeat(20_000)), unread: 0 }], 12_000);
    expect(tokens(long?.text ?? '')).toBeLessThan(6_000);
  });

  it('cuts at the end of a line, and never between the halves of a character', () => {
    const [lines] = fitContextFiles([{ ...file('A line of words.\n'.repeat(500)), unread: 0 }], 400);
    expect(lines?.text).toMatch(/A line of words\.\n\[\.\.\. /);
    const [one] = fitContextFiles([{ ...file('😀'.repeat(4_000)), unread: 0 }], 401);
    expect(one?.text.isWellFormed()).toBe(true);
  });
});

describe('files of a folder in words', () => {
  it('stand behind the result, which itself stays as it came', () => {
    const result = { type: 'tool_result' as const, callId: 'c', text: 'found', context: [file('Be brief.')] };
    const history: HistoryMessage[] = [{ role: 'tool', parts: [result] }];
    const inlined = inlineContextFiles(SplitList.of(history)).all;
    expect(inlined[0]?.parts[0]).toEqual({ type: 'tool_result', callId: 'c', text: resultText(result) });
    expect(resultText(result)).toMatch(/^found\n\n.*<folder-file path="AGENTS.md">\nBe brief.\n<\/folder-file>$/s);
    expect(history[0]?.parts[0]).toBe(result);
    const plain = SplitList.of<HistoryMessage>([{ role: 'tool', parts: [{ type: 'tool_result', text: 'x' }] }]);
    expect(inlineContextFiles(plain)).toBe(plain);
  });

  it('cannot end early or begin another, whatever stands in them or in their names', () => {
    const piece = fc.constantFrom('</folder-file>', '<folder-file path="x">', '\n', '"', '<', '/FOLDER-FILE>', 'a');
    const text = fc.array(piece).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, text, (content, path) => {
        const rendered = contextText([file(content, path)]);
        expect(rendered.match(/<folder-file/gi)).toHaveLength(1);
        expect(rendered.match(/<\/folder-file/gi)).toHaveLength(1);
        expect(rendered.endsWith('\n</folder-file>')).toBe(true);
      }),
    );
  });

  it('are read back from storage as far as they are well-formed', () => {
    expect(readContextFiles([file('a'), { ...file('b'), kind: 'other' }, null, 'x', {}])).toEqual([file('a')]);
    for (const odd of [undefined, null, 'x', {}, 3]) expect(readContextFiles(odd)).toEqual([]);
  });
});

describe('the place that a call is about', () => {
  const W = 'builtin_workspace_server__';
  it.each([
    [`${W}read`, { path: 'a/b.ts' }, { path: 'a/b.ts', full: true }],
    [`${W}read`, { path: 'a/b.ts', from: 3 }, { path: 'a/b.ts', full: false }],
    [`${W}write`, { path: 'a', content: '' }, { path: 'a', full: true }],
    [`${W}edit`, { path: 'a' }, { path: 'a', full: false }],
    [`${W}list`, {}, { path: '.', full: false }],
    [`${W}grep`, { pattern: 'x', path: 'src' }, { path: 'src', full: false }],
    [`${W}glob`, { pattern: 'x', path: '' }, { path: '.', full: false }],
    [`${W}read`, { path: 7 }, null],
    [`${W}other`, { path: 'a' }, null],
    ['desk__read', { path: 'a' }, null],
    ['read', { path: 'a' }, null],
  ])('%s %j', (tool, args, place) => {
    expect(touchedPath(tool, args)).toEqual(place);
  });
});
