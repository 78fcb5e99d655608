import { describe, expect, it } from 'vitest';
import { readContents, readPrompt } from '#tools/read-content.ts';

const PIXEL = 'iVBORw0KGgo=';

describe('content of a server', () => {
  it.each([
    ['file:///a/notes%20one.md', 'Notes', 'notes one.md'],
    ['https://x.example/report.pdf?v=2', 'Report', 'report.pdf'],
    ['note://42', 'The answer', 'The answer'],
    ['note://%E0%A4%A.md', 'Odd', '%E0%A4%A.md'],
    ['note://', '', 'note://'],
  ])('at %s gets a name that can be told', (uri, name, expected) => {
    expect(readContents({ contents: [{ uri, text: 'x' }] }, name)[0]?.name).toBe(expected);
  });

  it('is text or bytes as the server says, and refused where the bytes are none', async () => {
    const contents = [
      { uri: 'a://1', text: 'lone \uD800 half' },
      { uri: 'a://2', mimeType: 'image/png', blob: PIXEL },
    ];
    const [text, image] = readContents({ contents }, 'name');
    expect([text?.name, text?.mime, await text?.bytes.text()]).toEqual(['a://1', 'text/plain', 'lone \uFFFD half']);
    expect([image?.mime, image?.bytes.size]).toEqual(['image/png', 8]);
    expect(() => readContents({ contents: [{ uri: 'a://3', blob: 'no!' }] }, '')).toThrow('base64');
  });
});

describe('a prompt of a server', () => {
  it('becomes the text of one message, with what came along beside it', () => {
    const filled = readPrompt({
      messages: [
        { role: 'user', content: { type: 'text', text: 'Review this:' } },
        { role: 'user', content: { type: 'resource', resource: { uri: 'file:///a.ts', text: 'let a' } } },
        { role: 'assistant', content: { type: 'text', text: 'Which part?\nAll?' } },
        { role: 'user', content: { type: 'image', mimeType: 'image/png', data: PIXEL } },
        { role: 'user', content: { type: 'resource_link', uri: 'https://x.example/b', name: 'b' } },
      ],
    });
    expect(filled.text).toBe('Review this:\n\n> Which part?\n> All?\n\nhttps://x.example/b');
    expect(filled.contents.map(({ name, mime }) => [name, mime])).toEqual([
      ['a.ts', 'text/plain'],
      ['image', 'image/png'],
    ]);
  });
});
