import { describe, expect, it } from 'vitest';
import type { RenderOptions } from '#archive/render/base/render-options.ts';
import type { StoredPart } from '#storage/rows.ts';
import { answer, conversation, user, PNG, PNG_HASH, rendered, results, text, type Said } from './conversation.ts';

const DATA = `data:image/png;base64,${Buffer.from(PNG).toString('base64')}`;
const picture = { type: 'image', mime: 'image/png', blob: PNG_HASH, bytes: PNG.length } as const;
const call = { type: 'tool_call', id: 'c', name: 'read_file', args: { path: 'a.ts' } } as const;

interface Case {
  name: string;
  said: Said[];
  options?: Partial<RenderOptions>;
  /** The content of each file, apart from the lines around it. */
  markdown: string;
  text: string;
  json: object;
}

const part = (one: StoredPart, more: Partial<Said> = {}): Said[] => [answer([one], more)];

const own = (kind: string, fields: object): StoredPart => ({
  type: 'vendor_block',
  kind,
  data: JSON.stringify({ type: kind, ...fields }),
});

const CASES: Case[] = [
  {
    name: 'text that holds Markdown',
    said: part(text('# A\n\n- *b*\n\n```js\nc\n```')),
    markdown: '\n\n# A\n\n- *b*\n\n```js\nc\n```\n',
    text: '\n\n# A\n\n- *b*\n\n```js\nc\n```\n',
    json: { parts: [{ type: 'text', text: '# A\n\n- *b*\n\n```js\nc\n```' }] },
  },
  {
    name: 'text that a signature cut',
    said: [answer([text('one wo'), { type: 'text', text: 'rd', continues: true, signature: 'secret' }])],
    markdown: 'one word\n',
    text: 'one word\n',
    json: { parts: [{ type: 'text', text: 'one word' }] },
  },
  {
    name: 'thinking',
    said: part({ type: 'thinking', text: 'a\n```\nb', signature: 'secret', durationMs: 61_000 }),
    markdown: '> **Thought for 61 s**\n>\n> a\n> ```\n> b\n',
    text: '[Thought for 61 s]\n    a\n    ```\n    b\n',
    json: { parts: [{ type: 'thinking', text: 'a\n```\nb', ms: 61_000 }] },
  },
  {
    name: 'thinking that the vendor keeps',
    said: part({ type: 'thinking', text: '', encrypted: 'secret' }),
    markdown: '> **Thought.** This vendor doesn’t show the model’s thinking.\n',
    text: '[Thought]\n    This vendor doesn’t show the model’s thinking.\n',
    json: { parts: [{ type: 'thinking', text: '' }] },
  },
  {
    name: 'redacted thinking',
    said: part({ type: 'redacted_thinking', data: 'secret' }),
    markdown: '> **Thinking, encrypted by the vendor**\n',
    text: '[Thinking, encrypted by the vendor]\n',
    json: { parts: [{ type: 'redacted_thinking' }] },
  },
  {
    name: 'a call and its result',
    said: [
      answer([call], { stop: 'tool' }),
      results({
        type: 'tool_result',
        callId: 'c',
        text: 'a\n````\nb',
        outcome: { status: 'ok', ms: 1_240, shortened: { output: 'o', removedLines: 3, removedBytes: 9 } },
      }),
    ],
    markdown:
      '**Tool: read\\_file** (done, 1.2 s)\n\n```json\n{\n  "path": "a.ts"\n}\n```\n\n*Shortened: 3 lines left out.*\n\n`````\na\n````\nb\n`````\n',
    text: '[Tool: read_file (done, 1.2 s)]\n    {\n      "path": "a.ts"\n    }\n\n[Result]\n[Shortened: 3 lines left out.]\n    a\n    ````\n    b\n',
    json: { parts: [{ type: 'tool_call', id: 'c', name: 'read_file', arguments: { path: 'a.ts' } }] },
  },
  {
    name: 'a call whose arguments broke off and that has no result',
    said: part({ ...call, args: {}, rawArgs: '{"path":' }),
    markdown: '**Tool: read\\_file** (No result)\n\n```\n{"path":\n```\n',
    text: '[Tool: read_file (No result)]\n    {"path":\n',
    json: { parts: [{ type: 'tool_call', id: 'c', name: 'read_file', unread: '{"path":' }] },
  },
  {
    name: 'two calls with one id, each with its own result',
    said: [
      answer([call, { ...call, args: { path: 'b.ts' } }], { stop: 'tool' }),
      results(
        { type: 'tool_result', callId: 'c', text: 'first' },
        { type: 'tool_result', callId: 'c', text: 'second' },
      ),
    ],
    markdown:
      '**Tool: read\\_file** (done)\n\n```json\n{\n  "path": "a.ts"\n}\n```\n\n```\nfirst\n```\n\n**Tool: read\\_file** (done)\n\n```json\n{\n  "path": "b.ts"\n}\n```\n\n```\nsecond\n```\n',
    text: '[Tool: read_file (done)]\n    {\n      "path": "a.ts"\n    }\n\n[Result]\n    first\n\n[Tool: read_file (done)]\n    {\n      "path": "b.ts"\n    }\n\n[Result]\n    second\n',
    json: {
      parts: [
        { type: 'tool_call', id: 'c', name: 'read_file', arguments: { path: 'a.ts' } },
        { type: 'tool_call', id: 'c', name: 'read_file', arguments: { path: 'b.ts' } },
      ],
    },
  },
  {
    name: 'a result without its call, with a picture',
    said: [results({ type: 'tool_result', name: 'look', text: '', isError: true, images: [{ ...picture }] })],
    markdown: '**Result: look** (failed)\n\n![Image from the tool][baton-picture-1]\n',
    text: '[Result: look (failed)]\n[Attachment: Image from the tool (image/png, 70 B)]\n',
    json: {
      role: 'tool',
      parts: [
        {
          type: 'tool_result',
          name: 'look',
          status: 'error',
          text: '',
          images: [{ mime: 'image/png', bytes: 70, sha256: PNG_HASH }],
        },
      ],
    },
  },
  {
    name: 'a picture',
    said: [user('', { parts: [picture] })],
    markdown: `![Image 1][baton-picture-1]\n\n[baton-picture-1]: <${DATA}>\n`,
    text: '[Attachment: Image 1 (image/png, 70 B)]\n',
    json: { parts: [{ type: 'image', mime: 'image/png', bytes: 70, sha256: PNG_HASH }] },
  },
  {
    name: 'a picture with a name',
    said: [user('', { parts: [{ ...picture, name: '바다 [1].png' }] })],
    markdown: `![바다 &#91;1&#93;.png][baton-picture-1]\n\n[baton-picture-1]: <${DATA}>\n`,
    text: '[Attachment: 바다 [1].png (image/png, 70 B)]\n',
    json: { parts: [{ type: 'image', name: '바다 [1].png', mime: 'image/png', bytes: 70, sha256: PNG_HASH }] },
  },
  {
    name: 'a file of a server',
    said: [
      user('', {
        parts: [
          {
            type: 'file',
            name: '보고서 [1].pdf',
            mime: 'application/pdf',
            blob: PNG_HASH,
            bytes: 70,
            from: { server: 'docs', uri: 'docs://1' },
          },
        ],
      }),
    ],
    markdown: '*Attachment: 보고서 &#91;1&#93;.pdf (application/pdf, 70 B, from docs)*\n',
    text: '[Attachment: 보고서 [1].pdf (application/pdf, 70 B, from docs)]\n',
    json: {
      parts: [
        {
          type: 'file',
          name: '보고서 [1].pdf',
          mime: 'application/pdf',
          bytes: 70,
          sha256: PNG_HASH,
          from: { server: 'docs', address: 'docs://1' },
        },
      ],
    },
  },
  {
    name: 'a refusal',
    said: part({ type: 'refusal', text: 'I will not.' }, { stop: 'refusal' }),
    markdown: 'I will not.\n\n*The model declined to answer.*\n',
    text: 'I will not.\n\n[The model declined to answer.]\n',
    json: { parts: [{ type: 'refusal', text: 'I will not.' }], stop: 'refusal' },
  },
  {
    name: 'an error',
    said: [
      answer([], {
        stop: 'error',
        error: { kind: 'overloaded', retryable: true, message: 'Too *busy*', status: 529, requestId: 'r_1' },
      }),
    ],
    markdown: '**The answer failed** (overloaded, status 529, request r\\_1)\n\n```\nToo *busy*\n```\n',
    text: '[The answer failed: overloaded, status 529, request r_1]\n    Too *busy*\n',
    json: {
      parts: [],
      stop: 'error',
      error: { kind: 'overloaded', message: 'Too *busy*', status: 529, request: 'r_1' },
    },
  },
  {
    name: 'an interrupted answer',
    said: part(text('Half a'), { status: 'interrupted' }),
    markdown: 'Half a\n\n*This answer was interrupted.*\n',
    text: 'Half a\n\n[This answer was interrupted.]\n',
    json: { complete: false },
  },
  {
    name: 'an answer without words',
    said: [answer([])],
    markdown: '*The model returned an empty answer.*\n',
    text: '[The model returned an empty answer.]\n',
    json: { parts: [] },
  },
  {
    name: 'what Baton said in the place of the user',
    said: [user('begin'), user('go on', { author: 'automation' })],
    markdown: '## 2. Baton, for you · ',
    text: '\n2. Baton, for you · ',
    json: { author: 'automation' },
  },
  {
    name: 'what a message asked for besides its words',
    said: [
      user('', { parts: [text('find it'), { type: 'text', text: 'long words', mode: 'search' }], thinking: 'high' }),
    ],
    markdown: 'find it\n\n*Options: search thoroughly*\n\n*Thinking for this message: high*\n',
    text: 'find it\n\n[Options: search thoroughly]\n\n[Thinking for this message: high]\n',
    json: {
      parts: [
        { type: 'text', text: 'find it' },
        { type: 'text', text: 'long words', mode: 'search' },
      ],
    },
  },
  {
    name: 'a block of the vendor',
    said: part({ type: 'vendor_block', kind: 'compaction', data: '{"a":1}' }),
    markdown: '*Vendor-specific block: compaction*\n',
    text: '[Vendor-specific block: compaction]\n',
    json: { parts: [{ type: 'vendor_block', kind: 'compaction', data: '{"a":1}' }] },
  },
  {
    name: 'a tool of the vendor, and what an answer cites',
    said: [
      user('find it'),
      answer([
        own('server_tool_use', { id: 's', name: 'web_search', input: { query: 'tea' } }),
        own('web_search_tool_result', { tool_use_id: 's', content: [{ encrypted_content: 'opaque' }] }),
        text('Tea is '),
        text('a drink'),
        own('citations', { citations: [{ url: 'https://tea.example/', title: 'Tea', encrypted_index: 'index' }] }),
        text('.'),
      ]),
    ],
    markdown:
      '*Searched the web: tea*\n\nTea is a drink[¹](<https://tea.example/>).\n\n**Sources**\n\n1. [Tea](<https://tea.example/>)\n',
    text: '[Searched the web: tea]\n\nTea is a drink[¹](<https://tea.example/>).',
    json: {
      parts: [
        { type: 'vendor_block', kind: 'server_tool_use' },
        { type: 'vendor_block', kind: 'web_search_tool_result' },
        { type: 'text', text: 'Tea is ' },
        {
          type: 'text',
          text: 'a drink',
          citations: [{ title: 'Tea', address: 'https://tea.example/', start: 0, end: 7 }],
        },
        { type: 'vendor_block', kind: 'citations' },
        { type: 'text', text: '.' },
      ],
    },
  },
];

describe.each(CASES)('$name', ({ said, options = {}, markdown, text: plain, json }) => {
  const history = conversation(said);

  it('in Markdown', async () => expect(await rendered('markdown', history, options)).toContain(markdown));

  it('as text', async () => expect(await rendered('text', history, options)).toContain(plain));

  it('as JSON', async () => {
    const { messages }: { messages: object[] } = JSON.parse(await rendered('json', history, options));
    expect(messages[said.length === 2 && said[1]?.role === 'tool' ? 0 : messages.length - 1]).toMatchObject(json);
  });

  it('without anything that only a vendor reads', async () => {
    for (const format of ['markdown', 'text', 'json', 'html'] as const)
      expect(await rendered(format, history, options)).not.toContain('secret');
  });
});

describe('what is not wanted', () => {
  const history = conversation([
    user('question'),
    answer([{ type: 'thinking', text: 'PONDER' }, { type: 'redacted_thinking', data: 'x' }, call], { stop: 'tool' }),
    results({ type: 'tool_result', callId: 'c', text: 'OUTPUT' }),
    answer([{ type: 'thinking', text: 'PONDER' }, text('reply')]),
  ]);

  it.each(['markdown', 'text', 'html', 'json'] as const)('is left out, and said to be: %s', async (format) => {
    const both = await rendered(format, history);
    for (const word of ['PONDER', 'read_file', 'OUTPUT']) expect(both.replaceAll('\\', '')).toContain(word);
    const plain = await rendered(format, history, { thinking: false, tools: false });
    for (const word of ['PONDER', 'read_file', 'OUTPUT', 'a.ts'])
      expect(plain.replaceAll('\\', '')).not.toContain(word);
    expect(plain).toContain('reply');
    const noted =
      format === 'json' ? '"thinking": true,\n    "tools": true,\n    "messages": 0' : 'thinking, tool calls';
    expect(plain).toContain(noted);
  });

  it('leaves the answer its heading where only the steps before it are gone', async () => {
    expect(await rendered('text', history, { thinking: false, tools: false })).toMatch(/\n2\. claude · .*\n\nreply/);
  });

  it('joins the messages that are left', async () => {
    const { messages } = JSON.parse(await rendered('json', history, { tools: false }));
    expect(messages.map(({ id, parent }: Record<string, string>) => [id, parent])).toEqual([
      ['m1', null],
      ['m2', 'm1'],
      ['m4', 'm2'],
    ]);
  });
});
