import { describe, expect, it } from 'vitest';
import { hintOf, isSmall, showString } from '#ui/report/json-lines.ts';

describe('JSON in view', () => {
  it('shortens the bytes of pictures and sealed blocks, and says by how much', () => {
    const bytes = 'iVBOR'.repeat(200);
    expect(showString(bytes)).toEqual({ json: `"${bytes.slice(0, 48)}…"`, hidden: 952 });
    expect(showString(`data:image/png;base64,${bytes}`).hidden).toBeGreaterThan(900);
  });

  it('never shortens words', () => {
    const words = 'a word and another '.repeat(500);
    expect(showString(words)).toEqual({ json: JSON.stringify(words), hidden: 0 });
    expect(showString('quoted "and"\n둘째 줄').json).toBe('"quoted \\"and\\"\\n둘째 줄"');
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
