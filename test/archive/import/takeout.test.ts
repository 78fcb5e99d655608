import { describe, expect, it } from 'vitest';
import { plainHtml } from '#archive/import/plain-html.ts';
import { path, PNG, read, said } from './reading.ts';

describe('Gemini from Google Takeout', () => {
  const activity = (time: string, more: object) => ({
    header: 'Gemini Apps',
    products: ['Gemini Apps'],
    time,
    ...more,
  });
  const FILE = 'Takeout/My Activity/Gemini Apps/MyActivity.json';

  it('makes conversations of activities by address and by time, oldest first, and says so', async () => {
    const { all, of, receipt } = await read({
      [FILE]: [
        activity('2025-03-02T12:00:00Z', { title: 'Prompted Later' }),
        activity('2025-03-01T10:10:00Z', {
          title: 'Prompted And this?',
          safeHtmlItem: [{ html: '<p>It is <b>bold</b> &amp; 5 &lt; 6.</p><script>alert(1)</script>' }],
          attachedFiles: ['pic.png'],
        }),
        activity('2025-03-01T10:00:00Z', {
          title: 'Prompted What is it?',
          safeHtmlItem: [{ html: '<ul><li>One</li><li>Two</li></ul>' }],
        }),
        activity('2025-03-01T09:00:00Z', {
          titleUrl: 'https://gemini.google.com/app/c/abc123',
          details: [
            { name: 'Request', value: 'Q' },
            { name: 'Response', value: 'A' },
          ],
        }),
        activity('2025-03-03T09:00:00Z', {
          titleUrl: 'https://gemini.google.com/app/abc123',
          details: [{ name: 'Request', value: 'Q2' }],
        }),
        activity('nonsense', { title: 'x' }),
      ],
      'Takeout/My Activity/Gemini Apps/pic.png': PNG,
    });
    expect(path(of('abc123'))).toEqual(['user: Q', 'assistant: A', 'user: Q2']);
    const grouped = all.find(({ history }) => history.session.title === 'What is it?');
    expect(grouped && path(grouped.history)).toEqual([
      'user: What is it?',
      'assistant: - One\n- Two',
      'user: And this? | <image/png 15>',
      'assistant: It is **bold** & 5 < 6.',
    ]);
    expect(all).toHaveLength(3);
    expect(receipt.notes).toEqual(['grouped-by-time']);
    expect(receipt.skipped).toEqual([{ where: `${FILE}, 6`, reason: 'incomplete' }]);
  });
});

describe('text of HTML', () => {
  it.each([
    ['<a href="javascript:alert(1)">x</a>', 'x'],
    ['<img src=x onerror=alert(1)>after', 'after'],
    ['<style>p{}</style><!-- c --><h2>T</h2><p>a<br>b', '## T\n\na\nb'],
    ['1 < 2 <3 &#x26; &#99999999; &nope;', '1 < 2 <3 & &#99999999; &nope;'],
    ['&lt;script&gt;alert(1)&lt;/script&gt;', '<script>alert(1)</script>'],
    ['<scr<script>ipt>x</script>y', 'ipt>xy'],
  ])('%s', (html, text) => {
    expect(plainHtml(html)).toBe(text);
  });

  it('takes a time that grows with its length only', () => {
    expect(plainHtml('<'.repeat(200_000))).toHaveLength(200_000);
    expect(plainHtml('<b '.repeat(20_000))).toHaveLength(60_000 - 1);
  });
});

describe('Cherry Studio 1', () => {
  const block = (id: string, type: string, more: object) => ({ id, type, messageId: 'x', status: 'success', ...more });
  const backup = {
    time: 1,
    version: 4,
    localStorage: {
      'persist:cherry-studio': JSON.stringify({
        assistants: JSON.stringify({
          assistants: [
            {
              id: 'as',
              topics: [{ id: 't1', name: '주제', prompt: 'Be kind.', createdAt: '2025-01-01T00:00:00Z', pinned: true }],
            },
          ],
        }),
      }),
    },
    indexedDB: {
      files: [{ id: 'f1', ext: '.png', origin_name: 'cat.png' }],
      topics: [
        {
          id: 't1',
          messages: [
            { id: 'q', role: 'user', blocks: ['b1', 'b2'], createdAt: '2025-01-01T00:00:01Z' },
            { id: 'a', role: 'assistant', askId: 'q', blocks: ['b3'], model: { id: 'gpt-4o', provider: 'openai' } },
            {
              id: 'b',
              role: 'assistant',
              askId: 'q',
              foldSelected: true,
              blocks: ['b4', 'b5', 'b6', 'b7'],
              model: { id: 'claude-3', provider: 'anthropic' },
              usage: { prompt_tokens: 1, completion_tokens: 2 },
            },
            { id: 'q2', role: 'user', blocks: ['b8', 'gone'] },
            { id: 'e', role: 'assistant', askId: 'q2', blocks: ['b9'] },
          ],
        },
        { id: 't2', messages: [] },
      ],
      message_blocks: [
        block('b1', 'main_text', { content: 'Q' }),
        block('b2', 'image', { file: { id: 'f1', origin_name: 'cat.png' } }),
        block('b3', 'main_text', { content: 'Not chosen' }),
        block('b4', 'thinking', { content: 'T', thinking_millsec: 12 }),
        block('b5', 'tool', { toolId: 'w', toolName: 'web', arguments: { q: 1 }, content: { found: 1 } }),
        block('b6', 'main_text', { content: 'Chosen' }),
        block('b7', 'citation', { response: {} }),
        block('b8', 'code', { language: 'js', content: '1' }),
        block('b9', 'error', { error: { message: 'Quota' } }),
      ],
    },
  };

  it('joins topics with their blocks, names and files, and goes on from the chosen answer', async () => {
    const { of, receipt } = await read({ 'data.json': backup, 'Data/Files/f1.png': PNG });
    const history = of('t1');
    expect(path(history)).toEqual([
      'user: Q | <image/png 15>',
      'assistant: (T) | web{"q":1}#w',
      'tool: #w = {"found":1}',
      'assistant: Chosen | {cherry:citation}',
      'user: ```js\n1\n```',
      'assistant: ',
    ]);
    expect(history.messages.map(said)).toContain('assistant: Not chosen');
    expect(history.session).toMatchObject({ title: '주제', system: 'Be kind.', pinned: 1 });
    expect(history.messages.at(-1)?.error?.message).toBe('Quota');
    expect(receipt.skipped).toEqual([{ where: 'data.json', reason: 'empty', detail: '' }]);
  });

  it('keeps the conversations where the names are damaged', async () => {
    const { of } = await read({ 'data.json': { ...backup, localStorage: { 'persist:cherry-studio': '{oops' } } });
    expect(of('t1').session.title).toBe('');
    expect(of('t1').messages).toHaveLength(7);
  });
});
