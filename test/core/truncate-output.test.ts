import { array, assert, constantFrom, integer, oneof, property, string } from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { estimateTokens } from '#core/window/estimate-tokens.ts';
import { O200K } from '#core/window/token-weights.ts';
import { outputBudget, truncateOutput } from '#core/window/truncate-output.ts';
import { codePoint } from '#test/code-point.ts';

describe('outputBudget', () => {
  it.each([
    [{ limit: 200_000, used: 100_000 }, 50_000],
    [{ limit: 200_000, used: 150_000 }, 25_000],
    [{ limit: 200_000, used: 150_001 }, 24_999],
    [{ limit: 1_000_000, used: 0 }, 50_000],
    [{ limit: 1_000_000, used: 0, toolCap: 10_000 }, 10_000],
    [{ limit: 100, used: 100 }, 0],
    [{ limit: 100, used: 500 }, 0],
    [{ limit: Number.NaN, used: 0 }, 0],
    [{ limit: 100, used: -500 }, 50],
    [{ limit: 100_002, used: 0 }, 50_000],
    [{ limit: 99_999, used: 0 }, 49_999],
    [{ limit: 1_000_000, used: 0, toolCap: 90_000 }, 50_000],
    [{ limit: 1_000_000, used: 0, toolCap: 0 }, 0],
  ])('%j leaves %i', (options, expected) => {
    expect(outputBudget(options)).toBe(expected);
  });
});

describe('truncateOutput', () => {
  const lines = Array.from({ length: 500 }, (_, index) => `line ${index} of the output`).join('\n');

  it('leaves alone what fits', () => {
    expect(truncateOutput('short', { maxTokens: 100 })).toEqual({
      text: 'short',
      truncated: false,
      removedLines: 0,
      removedBytes: 0,
    });
  });

  it('keeps whole lines of the beginning and more of the end, and counts what is missing', () => {
    const { text, truncated, removedLines, removedBytes } = truncateOutput(lines, { maxTokens: 500 });
    expect(truncated).toBe(true);
    const kept = text.split('\n');
    const notice = kept.findIndex((line) => line.startsWith('[...'));
    expect(kept.slice(0, notice)).toEqual(lines.split('\n').slice(0, notice));
    const tail = kept.slice(notice + 1);
    expect(tail).toEqual(lines.split('\n').slice(-tail.length));
    expect(tail.length).toBeGreaterThan(notice);
    expect(notice + tail.length + removedLines).toBe(500);
    expect(text).toContain(`${removedLines} lines, ${removedBytes} bytes left out`);
    expect(estimateTokens(text, O200K)).toBeLessThanOrEqual(500);
  });

  it('tells how to get the rest', () => {
    expect(truncateOutput(lines, { maxTokens: 100, handle: 'read_tool_output("x")' }).text).toContain(
      'read them with read_tool_output("x")',
    );
  });

  it('cuts one long line between words', () => {
    const line = `start ${'middle '.repeat(3_000)}finish`;
    const { text } = truncateOutput(line, { maxTokens: 300 });
    expect(text).toMatch(/^start (middle )+\n?\[\.\.\. 1 line/);
    expect(text).toMatch(/finish$/);
    expect(estimateTokens(text, O200K)).toBeLessThanOrEqual(300);
  });

  it('cuts one long line of JSON between its items, and no encoded bytes in two', () => {
    const items = JSON.stringify(Array.from({ length: 2_000 }, (_, id) => ({ id, name: `n${id}` })));
    const { text } = truncateOutput(items, { maxTokens: 400 });
    expect(text).toMatch(/[,}]\n\[\.\.\. 1 line, \d+ bytes left out \.\.\.\]\n[{"]/);

    const bytes = 'iVBORw0KGgoAAAANSUhEUgAA'.repeat(2_000);
    const before = 'A picture of the page: ';
    const picture = truncateOutput(`${before}${bytes} and the words behind it`, { maxTokens: 300 }).text;
    expect(picture).not.toContain('iVBORw0KGgo');
    expect(picture.startsWith(before.trim())).toBe(true);
    expect(picture.endsWith('and the words behind it')).toBe(true);
  });

  it('leaves nothing but the notice when there is no room', () => {
    for (const maxTokens of [0, -10, Number.NaN])
      expect(truncateOutput(lines, { maxTokens }).text).toMatch(/^\[\.\.\. 500 lines, \d+ bytes left out \.\.\.\]$/);
  });

  it('counts exactly what is missing', () => {
    const unit = oneof(
      string({ unit: codePoint, maxLength: 30 }),
      constantFrom('\n', '\r\n', '\ud83d', '\udc00é', 'word '),
    );
    assert(
      property(array(unit, { maxLength: 300 }), integer({ min: 0, max: 300 }), (pieces, maxTokens) => {
        const given = pieces.join('');
        const { text, truncated, removedLines, removedBytes } = truncateOutput(given, { maxTokens });
        if (!truncated) return text === given;
        const noticed = `[... ${removedLines} ${removedLines === 1 ? 'line' : 'lines'}, ${removedBytes} bytes left out ...]`;
        const at = text.indexOf(noticed);
        if (at < 0) return false;
        const [head, tail] = [text.slice(0, at), text.slice(at + noticed.length)];
        const size = (content: string) => Buffer.byteLength(content);
        // A line break on either side of the notice may belong to the text itself.
        const total = size(head) + size(tail);
        const own = size(given) - removedBytes;
        return own >= total - 2 && own <= total && given.startsWith(head.slice(0, -1)) && given.endsWith(tail.slice(1));
      }),
      { numRuns: 40 },
    );
  });

  it('never splits a character and never grows beyond its room', () => {
    assert(
      property(string({ unit: 'grapheme', maxLength: 3_000 }), integer({ min: 0, max: 400 }), (text, maxTokens) => {
        const cut = truncateOutput(text.repeat(3), { maxTokens });
        expect(cut.text.isWellFormed()).toBe(text.isWellFormed());
        expect(estimateTokens(cut.text, O200K)).toBeLessThanOrEqual(Math.max(maxTokens, 40));
      }),
    );
  });

  it('looks only at the lines that it keeps', () => {
    const text = 'word\n'.repeat(100_000);
    const sliced = vi.spyOn(String.prototype, 'slice');
    truncateOutput(text, { maxTokens: 300 });
    const count = sliced.mock.calls.length;
    sliced.mockRestore();
    expect(count).toBeLessThan(1_000);
  });

  it('is quick on megabytes', () => {
    const start = performance.now();
    truncateOutput('x'.repeat(3_000_000), { maxTokens: 1_000 });
    truncateOutput('word\n'.repeat(600_000), { maxTokens: 1_000 });
    expect(performance.now() - start).toBeLessThan(15_000);
  });
});
