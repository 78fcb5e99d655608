import { describe, expect, it } from 'vitest';
import { htmlToMarkdown } from '#markdown/from-html.ts';
import { EXPORTS } from './exports.ts';
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
    expect(receipt.skipped).toEqual([{ where: `${FILE}, 6`, reason: 'time-unknown', detail: 'x' }]);
  });
});

describe('an answer in HTML', () => {
  it('keeps its code, tables, links and lists as Markdown', async () => {
    const { all } = await read(EXPORTS.gemini());
    expect(all.map(({ history }) => history.messages.map(said))).toEqual([
      [
        'user: Show a table',
        `assistant: ${[
          'See [the page](https://x.example/a).',
          '```python\na = 1\nb = 2\n```',
          '| A | B |\n| - | - |\n| 1 | 2 |',
          '1. One\n2. Two',
        ].join('\n\n')}`,
      ],
    ]);
  });

  it.each([
    ['<a href="javascript:alert(1)">x</a>', 'x'],
    ['<img src=x onerror=alert(1)>after', 'after'],
    ['<img src="https://x.example/a.png" alt="A cat">', '[A cat](https://x.example/a.png)'],
    ['<style>p{}</style><!-- c --><h2>T</h2><p>a<br>b', '## T\n\na  \nb'],
    ['1 < 2 <3 &#x26; &nope;', '1 < 2 <3 & \\&nope;'],
    ['&lt;script&gt;alert(1)&lt;/script&gt;', '\\<script>alert(1)\\</script>'],
    ['<scr<script>ipt>x</script>y', 'ipt>xy'],
    ['<p><del>no</del> <em>yes</em></p>', '~~no~~ *yes*'],
  ])('leaves nothing that runs: %s', (html, text) => {
    expect(htmlToMarkdown(html)).toBe(text);
  });

  it('takes what is nested without end as its words', () => {
    expect(htmlToMarkdown(`${'<div>'.repeat(5_000)}deep`)).toBe('deep');
    expect(htmlToMarkdown('<'.repeat(200_000))).toContain('<<<');
  });
});

describe('Google Takeout as a page', () => {
  const cell = (asked: string, time: string, answer: string, header = 'Gemini Apps') =>
    `<div class="outer-cell mdl-cell mdl-cell--12-col mdl-shadow--2dp"><div class="mdl-grid"><div class="header-cell mdl-cell mdl-cell--12-col"><p class="mdl-typography--title">${header}<br></p></div><div class="content-cell mdl-cell mdl-cell--6-col mdl-typography--body-1">${asked}<br>${time}<br>${answer}</div><div class="content-cell mdl-cell mdl-cell--6-col mdl-typography--body-1 mdl-typography--text-right"></div><div class="content-cell mdl-cell mdl-cell--12-col mdl-typography--caption"><b>Products:</b><br>&emsp;Gemini Apps<br></div></div></div>`;
  const page = (...cells: string[]) =>
    `<html><head><title>My Activity History</title><style>.outer-cell{}</style></head><body>${cells.join('')}</body></html>`;

  it('is read like the JSON: questions, times, answers and files', async () => {
    const { all, receipt } = await read({
      'Takeout/My Activity/Gemini Apps/MyActivity.html': page(
        cell('Prompted&nbsp;And a list?<br>In two lines', 'Mar 1, 2026, 7:05:00\u202fPM KST', '<ul><li>a</li></ul>'),
        cell(
          'Prompted&nbsp;What is &lt;this&gt;?<br>Attached 1 file.<br>-&nbsp;<a href="cat.png">cat.png</a>',
          'Mar 1, 2026, 10:00:00\u202fAM UTC',
          '<p>A <b>cat</b>.</p><pre><code>a &lt; b</code></pre>',
        ),
        cell('Used an assistant feature', 'Mar 1, 2026, 9:59:00\u202fAM UTC', ''),
        cell('Prompted&nbsp;Lost', '1 mars 2026, 10:00:00 UTC', '<p>Non</p>'),
      ),
      'Takeout/My Activity/Gemini Apps/cat.png': PNG,
      'Takeout/archive_browser.html': '<!DOCTYPE html><html><body>Your archive</body></html>',
    });
    expect(all.map(({ history }) => path(history))).toEqual([
      [
        'user: What is <this>? | <image/png 15>',
        'assistant: A **cat**.\n\n```\na < b\n```',
        'user: And a list?\nIn two lines',
        'assistant: - a',
      ],
    ]);
    expect(all[0]?.history.messages.map(({ createdAt }) => new Date(createdAt).toISOString().slice(11, 16))).toEqual([
      '10:00',
      '10:00',
      '10:05',
      '10:05',
    ]);
    expect(receipt.skipped.map(({ reason, detail }) => [reason, detail])).toEqual([
      ['no-question', 'Used an assistant feature'],
      ['time-unknown', 'Prompted\u00a0Lost'],
    ]);
  });

  it.each([
    ['2026. 3. 1. 오후 7:05:00 KST', '2026-03-01T10:05:00.000Z'],
    ['2026. 3. 1. 오전 12:05:00 UTC', '2026-03-01T00:05:00.000Z'],
    ['1 Sept 2026, 19:05:00 BST', '2026-09-01T18:05:00.000Z'],
    ['Dec 31, 2026, 11:59:59\u202fPM GMT-03:30', '2027-01-01T03:29:59.000Z'],
  ])('understands %s', async (time, iso) => {
    const { all } = await read({ 'MyActivity.html': page(cell('Prompted x', time, '<p>y</p>')) });
    expect(new Date(all[0]?.history.messages[0]?.createdAt ?? 0).toISOString()).toBe(iso);
  });

  it('of another program is named, and a page that is no activity only where it was chosen alone', async () => {
    const youtube = await read({ 'a.html': page(cell('Watched x', 'Mar 1, 2026, 7:05:00 PM UTC', '', 'YouTube')) });
    expect(youtube.receipt.skipped).toEqual([{ where: 'a.html', reason: 'unknown-shape' }]);
    const alone = await read({ page: '<p>nothing</p>' });
    expect(alone.receipt.skipped).toEqual([{ where: 'page', reason: 'unknown-shape' }]);
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
    expect(of('t1').session.title).toBe('Q');
    expect(of('t1').messages).toHaveLength(7);
  });
});
