import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { completeSentences, shortenAnnouncement } from '#ui/features/conversation/announce/sentences.ts';

describe('completeSentences', () => {
  it('waits for the end of a sentence', () => {
    expect(completeSentences('One. Two', 0)).toEqual({ text: 'One. ', end: 5 });
    expect(completeSentences('It costs 3.', 0).text).toBe('');
    expect(completeSentences('It costs 3.5 euros. Yes', 0).text).toBe('It costs 3.5 euros. ');
    expect(completeSentences('A heading\nmore', 0).text).toBe('A heading\n');
    expect(completeSentences('끝났습니다. 다음', 0).text).toBe('끝났습니다. ');
    expect(completeSentences('終わり。次', 0).text).toBe('');
    expect(completeSentences('終わり。 次', 0).text).toBe('終わり。 ');
  });

  it('says every word once, whatever the pauses', () => {
    const text = fc
      .array(fc.constantFrom('Word. ', 'one two ', 'Last!\n', '3.5 ', '가나다. '))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, fc.array(fc.nat({ max: 200 })), (full, pauses) => {
        let from = 0;
        let said = '';
        for (const pause of pauses.sort((a, b) => a - b)) {
          const next = completeSentences(full.slice(0, pause), from);
          expect(next.end).toBeGreaterThanOrEqual(from);
          said += next.text;
          from = next.end;
        }
        expect(full.startsWith(said)).toBe(true);
      }),
    );
  });
});

describe('shortenAnnouncement', () => {
  it('keeps the newest sentences', () => {
    const text = 'First sentence here. '.repeat(30) + 'The end.';
    const short = shortenAnnouncement(text, 60);
    expect(short.length).toBeLessThanOrEqual(64);
    expect(short).toMatch(/^… First sentence here\. .*The end\.$/);
    expect(shortenAnnouncement('Short.', 60)).toBe('Short.');
  });
});
