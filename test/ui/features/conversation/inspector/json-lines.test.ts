import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hintOf, isSmall, showString } from '#ui/features/conversation/inspector/json-lines.ts';

describe('JSON in view', () => {
  it('shortens the bytes of pictures and sealed blocks, and says by how much', () => {
    const bytes = 'iVBOR'.repeat(200);
    expect(showString(bytes)).toEqual({ pieces: [`"${bytes.slice(0, 48)}…"`], hidden: 952 });
    expect(showString(`data:image/png;base64,${bytes}`).hidden).toBeGreaterThan(900);
  });

  it('never shortens words', () => {
    const long = 'a word and another '.repeat(500);
    const { pieces, hidden } = showString(long);
    expect(pieces.join('')).toBe(JSON.stringify(long));
    expect(hidden).toBe(0);
    expect(showString('quoted "and"\n둘째 줄').pieces).toEqual(['"quoted \\"and\\"\\n둘째 줄"']);
  });

  it('lays long text out in pieces that are the whole when joined, and breaks where its lines do', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme', maxLength: 300 }), { maxLength: 60 }),
        fc.boolean(),
        (parts, lines) => {
          const text = `${parts.join(lines ? '\n' : '🙂')} ${'가 나'.repeat(600)}`;
          const { pieces } = showString(text);
          expect(pieces.join('')).toBe(JSON.stringify(text));
          expect(pieces.length).toBeGreaterThanOrEqual(Math.ceil(text.length / 2_400));
        },
      ),
      { numRuns: 60 },
    );
    const { pieces } = showString('one line of the text\n'.repeat(400));
    expect(pieces.slice(0, -1).every((piece) => piece.endsWith('\\n'))).toBe(true);
  });

  it('measures what is nested, too', () => {
    expect(isSmall({ deep: { list: ['x'.repeat(300)] } }, 240)).toBe(false);
    expect(isSmall({ role: 'user', parts: [{ text: 'hi' }] }, 240)).toBe(true);
    expect(
      isSmall(
        Array.from({ length: 60 }, () => 1),
        240,
      ),
    ).toBe(false);
  });

  it('tells what is inside a fold', () => {
    expect(hintOf({ type: 'message', role: 'user', id: 'x' })).toBe('user · message');
    expect(hintOf([1, 2, 3])).toBe('3');
    expect(hintOf('text')).toBe('');
  });
});
