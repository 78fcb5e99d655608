import { assert, property, array, constantFrom, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cite, citeByIndex, withoutMarks } from '#archive/import/sources/chatgpt-citations.ts';
import { CITE, ENTITY, EXPORTS } from './exports.ts';
import { path, read } from './reading.ts';

describe('marks of an answer that searched', () => {
  it('become links and names, and nothing of them stays', async () => {
    const { of } = await read(EXPORTS.chatgpt());
    const [, answer, list, ...rest] = path(of('c1')).flatMap((line) => line.split(' | '));
    expect(answer).toBe(
      'assistant: The ferry leaves at nine. ([Ferry Line](https://ferry.example/times?utm_source=chatgpt.com), [Harbor](https://harbor.example/%28nine%29)) Busan is nice.',
    );
    expect(list).toBe('Sources:\n\n1. [Timetable](https://timetable.example/)');
    expect(rest[0]).toBe('assistant: # Packing\n\nSocks.');
    expect(JSON.stringify(of('c1'))).not.toMatch(/[\uE200-\uE206]|turn0search/);
  });

  it('are found by their words where places are counted otherwise', () => {
    const said = `😀 One.${CITE} Two.`;
    const reference = {
      matched_text: CITE,
      start_idx: 6,
      end_idx: 6 + CITE.length,
      items: [{ title: 'T', url: 'https://t.example/' }],
    };
    expect(cite(said, [reference]).text).toBe('😀 One. ([T](https://t.example/)) Two.');
    expect(cite(said, [{ ...reference, items: [{ title: 'T', url: 'javascript:alert(1)' }] }]).text).toBe(
      '😀 One. Two.',
    );
    expect(cite(said, [{ ...reference, items: [], type: 'file', name: 'a.pdf' }]).text).toBe('😀 One. (a.pdf) Two.');
  });

  it.each(['Hello', '😀 Hello', '𠮷野家 🎉🎉'])('of before 2024-12 take nothing else with them: %s', (said) => {
    const mark = '【4†source】';
    const metadata = { type: 'webpage', title: 'T', url: 'https://t.example/' };
    // The places count characters, as Python does.
    const at = Array.from(said).length;
    const citation = { start_ix: at, end_ix: at + mark.length, metadata };
    expect(citeByIndex(`${said}${mark}, and more.`, [citation])).toBe(`${said} [T](https://t.example/), and more.`);
  });

  it.each([
    ['citeturn0search0turn0news12', ''],
    ['See it fileciteturn0file3L10-L20.', 'See it .'],
    ['So :contentReference[oaicite:3]{index=3}.', 'So.'],
    [`${ENTITY}!`, 'Busan!'],
    ['\uE200url\uE202Home page\uE202turn0search1\uE201', 'Home page'],
    ['\uE200entity\uE202broken\uE201x', 'x'],
    ['Excite turns, recite', 'Excite turns, recite'],
  ])('without a reference: %j', (said, read) => {
    expect(withoutMarks(said)).toBe(read);
  });

  it('never leave a private character, whatever stands around them', () => {
    const pieces = constantFrom(
      '\uE200',
      '\uE201',
      '\uE202',
      'cite',
      'entity',
      'turn0search0',
      '["a","b"]',
      '\uE206',
      ' ',
    );
    assert(
      property(array(string().map((text) => text)), array(pieces), (words, marks) => {
        const said = marks.map((mark, index) => `${mark}${words[index] ?? ''}`).join('');
        expect(withoutMarks(said)).not.toMatch(/[\uE200-\uE206]/);
      }),
    );
  });

  it('in what the user wrote are the user’s', async () => {
    const mine = EXPORTS.chatgpt({
      message: { content: { content_type: 'text', parts: ['What is citeturn0search0?'] } },
    });
    expect(path((await read(mine)).of('c1'))[0]).toBe('user: What is citeturn0search0?');
  });
});
