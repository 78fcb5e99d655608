import { pagesToDraw } from '#core/page-pictures.ts';
import { pageLimits } from '#core/pictures/page-limits.ts';
import { describe, expect, it } from 'vitest';
import type { HistoryMessage, Part } from '#core/message.ts';
import { normalizeRequest } from '#core/normalize/normalize-request.ts';
import type { Overlay } from '#core/request.ts';
import { PIXEL } from './arbitrary-history.ts';
import { accepted, answer, call, EVERYWHERE, named, partsOf, result, text, user } from './history-builders.ts';
import { target } from './targets.ts';

/** Tools, arguments, images, files and the answer’s length: vendor-rules A15-A17, A34, O5, Q2, Z4. */

describe('images and files', () => {
  const image = (data = PIXEL, mime = 'image/png'): Part => ({ type: 'image', mime, data });

  it('image-in-error-result: behind the results, as an image', async () => {
    const failed: HistoryMessage = {
      role: 'tool',
      parts: [
        { type: 'tool_result', callId: 'a', text: 'boom', isError: true, images: [{ mime: 'image/png', data: PIXEL }] },
      ],
    };
    const history = [user('q'), answer('groq', call('a')), failed];
    for (const name of ['anthropic-adaptive', 'openai-responses', 'openai-chat', 'gemini-3', 'mistral'])
      expect(JSON.stringify((await accepted(history, named(name))).body)).toContain(PIXEL);
  });

  it('21-images-one-2400px: only the large one gives way', async () => {
    const large = pngHeader(2400, 100);
    const many: HistoryMessage = { role: 'user', parts: [...Array.from({ length: 20 }, () => image()), image(large)] };
    const { request } = await accepted([many], named('anthropic-adaptive'));
    expect(partsOf(request.messages, 'image')).toHaveLength(20);
    const few: HistoryMessage = { role: 'user', parts: [image(large)] };
    expect(partsOf((await accepted([few], named('anthropic-adaptive'))).request.messages, 'image')).toHaveLength(1);
    const huge: HistoryMessage = { role: 'user', parts: [image(pngHeader(9000, 10))] };
    expect(partsOf((await accepted([huge], named('anthropic-adaptive'))).request.messages, 'image')).toEqual([]);
  });

  it('sends the pages of a scan to a model that sees pictures and takes no PDFs', async () => {
    const text = '[Page 1]\nWhat was read on the first page\n\n[Page 2]\n2';
    expect(pagesToDraw({ mime: 'application/pdf' })).toBe('all');
    expect(pagesToDraw({ mime: 'application/pdf', text })).toEqual([2]);
    expect(pagesToDraw({ mime: 'application/pdf', text: text.slice(0, 40) })).toBeNull();
    expect(pagesToDraw({ mime: 'text/plain' })).toBeNull();
    expect(pageLimits(named('openai-responses'))).toBeNull();
    expect(pageLimits(named('xai'))).toMatchObject({ pages: 20, side: 1600 });

    const drawn = [{ page: 2, mime: 'image/png', data: PIXEL }];
    const file: Part = { type: 'file', mime: 'application/pdf', name: 'a.pdf', data: 'JVBERg==', text };
    const scan: Part = { ...file, pages: { total: 9, drawn, left: [3, 4] } };
    const { request, report } = await accepted([{ role: 'user', parts: [scan] }], named('xai'));
    expect(request.messages.at(-1)?.parts).toEqual([
      { type: 'text', text: `[File a.pdf]\n${text}` },
      { type: 'text', text: '[Page 2 of a.pdf]' },
      { type: 'image', mime: 'image/png', data: PIXEL },
      { type: 'text', text: '[Pages 3 to 4 of a.pdf are left out]' },
    ]);
    expect(report.notes.map(({ rule }) => rule)).toContain('file-to-pictures');
  });

  it('names an image a model cannot see, and sends a text file as text', async () => {
    const file: Part = {
      type: 'file',
      mime: 'text/plain',
      name: 'a.txt',
      data: Buffer.from('héllo 안녕').toString('base64'),
    };
    const history: HistoryMessage[] = [{ role: 'user', parts: [text('look'), image(), file] }];
    for (const name of EVERYWHERE) {
      const { body } = await accepted(history, named(name));
      expect(JSON.stringify(body)).toContain('héllo 안녕');
    }
    expect(JSON.stringify((await accepted(history, named('groq'))).body)).toContain('cannot see images');
  });

  it('gives what was read in a file to the models that cannot take it', async () => {
    const pdf: Part = {
      type: 'file',
      mime: 'application/pdf',
      name: 'a.pdf',
      data: 'JVBERi0xLjQK',
      text: '[Page 1]\nforty-two',
    };
    const korean: Part = { type: 'file', mime: 'text/plain', name: 'a.txt', data: 'sKGzqrTZ', text: '가나다' };
    const word: Part = { type: 'file', mime: 'application/msword', name: 'a.docx', data: 'UEsDBA==', text: 'a plan' };
    const history = [user('look', pdf, korean, word)];
    for (const name of EVERYWHERE) {
      const { body, request } = await accepted(history, named(name));
      const sent = JSON.stringify(body);
      const taken = partsOf(request.messages, 'file').length > 0;
      expect([name, sent.includes('forty-two')]).toEqual([name, !taken]);
      expect([name, sent.includes('JVBERi0xLjQK')]).toEqual([name, taken]);
      expect(sent).toContain('[File a.txt]\\n가나다');
      expect(sent).toContain('[File a.docx]\\na plan');
    }
    const { request } = await accepted(history, named('anthropic-adaptive'));
    expect(partsOf(request.messages, 'file')).toHaveLength(1);
  });

  it('gives the text of a file where the request would be too large with it', async () => {
    const large = (name: string): Part => ({
      type: 'file',
      mime: 'application/pdf',
      name,
      data: 'JVBERi0x'.repeat(3_000_000),
      text: `[Page 1]\ntext of ${name}`,
    });
    const { request } = await accepted([user('q', large('old.pdf'), large('new.pdf'))], named('anthropic-adaptive'));
    expect(partsOf(request.messages, 'file')).toMatchObject([{ name: 'new.pdf' }]);
    expect(partsOf(request.messages, 'text')).toMatchObject([
      { text: 'q' },
      { text: expect.stringContaining('text of old.pdf') as string },
    ]);
  });

  it.each<[string, (standard: string) => string]>([
    ['the alphabet of addresses', (data) => data.replaceAll('+', '-').replaceAll('/', '_')],
    ['no padding', (data) => data.replace(/=+$/, '')],
    ['both', (data) => data.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')],
    ['the head of a data URL', (data) => `data:image/png;charset=x;base64,${data}`],
    ['line breaks', (data) => data.replace(/.{20}/g, '$&\r\n')],
  ])('mends base64 with %s wherever bytes go', async (_, bend) => {
    const pdf = Buffer.from('%PDF-1.4 \u00fb\u00ff\u00fe?').toString('base64');
    const encoded = Buffer.from('h\u00e9llo \uc548\ub155 ??>').toString('base64');
    const shown: HistoryMessage = {
      role: 'tool',
      parts: [{ type: 'tool_result', callId: 'a', text: 'x', images: [{ mime: 'image/png', data: bend(PIXEL) }] }],
    };
    const history: HistoryMessage[] = [
      {
        role: 'user',
        parts: [
          image(bend(PIXEL)),
          { type: 'file', mime: 'application/pdf', name: 'a.pdf', data: bend(pdf) },
          { type: 'file', mime: 'text/plain', name: 'a.txt', data: bend(encoded) },
        ],
      },
      answer('groq', call('a')),
      shown,
    ];
    for (const name of ['anthropic-adaptive', 'openai-responses', 'openai-chat', 'gemini-3']) {
      const body = JSON.stringify((await accepted(history, named(name))).body);
      expect(body.split(PIXEL)).toHaveLength(3);
      expect(body).toContain(pdf);
      expect(body).toContain('h\u00e9llo \uc548\ub155 ??>');
    }
  });

  it('sends a text file without text as what it is', async () => {
    const history: HistoryMessage[] = [
      { role: 'user', parts: [{ type: 'file', mime: 'text/csv', name: 'empty.csv', data: '' }] },
    ];
    const body = JSON.stringify((await accepted(history, named('anthropic-adaptive'))).body);
    expect(body).toContain('[File empty.csv]');
    expect(body).not.toContain('damaged');
  });

  it.each(['%%%', '', 'AAAAA', 'AA=A', 'data:image/png,AAAA', `${PIXEL}!`, '\ud83d'])(
    'leaves out what is no base64, such as %j, and says so',
    async (data) => {
      const file: Part = { type: 'file', mime: 'application/pdf', name: 'a.pdf', data };
      const shown: HistoryMessage = {
        role: 'tool',
        parts: [{ type: 'tool_result', callId: 'a', text: 'x', images: [{ mime: 'image/png', data }] }],
      };
      const history = [user('q', image(data), file), answer('groq', call('a')), shown];
      for (const name of ['anthropic-adaptive', 'openai-responses', 'openai-chat', 'gemini-3']) {
        const { body, report } = await accepted(history, named(name));
        expect(JSON.stringify(body).match(/its data is damaged/g)).toHaveLength(3);
        const rules = report.notes.map(({ rule }) => rule).filter((rule) => rule.endsWith('-to-placeholder'));
        expect(rules.toSorted()).toEqual(['file-to-placeholder', 'image-to-placeholder', 'image-to-placeholder']);
      }
    },
  );

  it.each([
    ['a JPEG that is called a PNG', 'image/png', '/9j/4AAQSkZJRgABAQEASABI', 'image/jpeg'],
    ['a WebP that is called a JPEG', 'image/jpeg', 'UklGRhoAAABXRUJQVlA4TA0A', 'image/webp'],
    ['a PNG that is called nothing known', 'application/octet-stream', PIXEL, 'image/png'],
  ])('sends %s with the type of its bytes, and says so', async (_what, claimed, data, mime) => {
    const shown: Part = { type: 'tool_result', callId: 'a', text: 'x', images: [{ mime: claimed, data }] };
    const history: HistoryMessage[] = [
      user('q', image(data, claimed)),
      answer('groq', call('a')),
      { role: 'tool', parts: [shown] },
    ];
    for (const name of ['anthropic-adaptive', 'openai-responses', 'gemini-3']) {
      const { body, report } = await accepted(history, named(name));
      const sent = JSON.stringify(body);
      expect(sent.split(mime)).toHaveLength(3);
      expect(sent).not.toContain(claimed);
      expect(report.notes.filter(({ rule }) => rule === 'clean-image-data')).toHaveLength(2);
    }
  });

  it('leaves out what is only called an image or a PDF, and sends what was read in it', async () => {
    const data = Buffer.from('only text').toString('base64');
    const file: Part = { type: 'file', mime: 'application/pdf', name: 'a.pdf', data };
    const history = [user('q', image(data), file, { ...file, name: 'b.pdf', text: 'only text' })];
    for (const name of ['anthropic-adaptive', 'openai-responses', 'gemini-3']) {
      const body = JSON.stringify((await accepted(history, named(name))).body);
      expect(body).not.toContain(data);
      expect(body.match(/its data is damaged/g)).toHaveLength(2);
      expect(body).toContain(String.raw`[File b.pdf]\nonly text`);
    }
  });

  it('sends no PDF without pages, which every vendor refuses', async () => {
    const data = Buffer.from('%PDF-1.4\n').toString('base64');
    const file: Part = { type: 'file', mime: 'application/pdf', name: 'a.pdf', data, text: '' };
    for (const name of ['anthropic-adaptive', 'openai-responses', 'gemini-3']) {
      const body = JSON.stringify((await accepted([user('q', file)], named(name))).body);
      expect(body).not.toContain(data);
      expect(body).toContain('[File a.pdf]');
    }
  });

  function pngHeader(width: number, height: number): string {
    const bytes = Buffer.from(PIXEL, 'base64');
    bytes.writeUInt32BE(width, 16);
    bytes.writeUInt32BE(height, 20);
    return bytes.toString('base64');
  }
});

describe('tools', () => {
  it('schema-root-anyof-to-claude, schema-additionalProperties-to-gemini', async () => {
    const tools = [
      {
        name: 'notion',
        inputSchema: { type: 'object', oneOf: [{ properties: { a: {} } }, { properties: { b: {} } }] },
      },
      { name: 'open', inputSchema: { $schema: 'x', type: 'object', additionalProperties: false, properties: {} } },
    ];
    for (const name of EVERYWHERE) {
      const { request } = await accepted([user('hello')], named(name, { tools }));
      expect(Object.keys(request.tools[0]?.inputSchema.properties ?? {})).toEqual(['a', 'b']);
    }
  });

  it('one bad tool does not kill the chat', async () => {
    const tools = [
      { name: 'bad', inputSchema: [] },
      { name: 'good', inputSchema: { type: 'object' } },
      { name: 'good', inputSchema: { type: 'object' } },
    ];
    const { request, report } = await accepted([user('hello')], named('anthropic-adaptive', { tools }));
    expect(request.tools.map(({ name }) => name)).toEqual(['good']);
    expect(report.notes.filter(({ rule }) => rule === 'quarantine-tool')).toHaveLength(2);
  });

  it('offers Groq what its history names, so that a call to it is not an error (Q2)', async () => {
    const history = [user('q'), answer('anthropic-adaptive', call('a', 'gone')), result('a'), user('n')];
    const { request } = await accepted(history, named('groq', { tools: [] }));
    expect(request.tools.map(({ name }) => name)).toEqual(['gone']);
    expect(request.toolChoice).toBe('none');
  });
});

describe('more calls in one answer than a message may hold (O12)', () => {
  const ids = Array.from({ length: 300 }, (_, index) => `call_${index}`);
  const history = [
    user('q'),
    answer('groq', text('first'), ...ids.map((id) => call(id)), text('last')),
    ...ids.toReversed().map((id) => result(id)),
    user('n'),
  ];

  it.each(EVERYWHERE)('%s', async (name) => {
    const { body, request, report } = await accepted(history, named(name));
    const answers = request.messages.filter(({ role }) => role === 'assistant');
    // Only OpenAI's own form of a chat has the limit.
    const isChat = Array.isArray(body.messages) && !/^(anthropic|ollama-own)/.test(name);
    const counts = answers.map(({ parts }) => parts.filter(({ type }) => type === 'tool_call').length);
    expect(counts.filter((count) => count > 0)).toEqual(isChat ? [128, 128, 44] : [300]);
    expect(report.notes.some(({ rule }) => rule === 'split-calls')).toBe(isChat);
    // Order is preserved: every call has its own result, in order.
    expect(partsOf(request.messages, 'tool_call').map(({ args }) => args)).toEqual(ids.map((path) => ({ path })));
    expect(partsOf(request.messages, 'tool_result').map((part) => part.text)).toEqual(
      ids.map((id) => `result of ${id}`),
    );
    const said = partsOf(request.messages, 'text').map((part) => part.text);
    expect(said.filter((text) => text === 'first' || text === 'last')).toEqual(['first', 'last']);
  });

  it('keeps own reasoning in front of the first of them', async () => {
    const thought: Part = { type: 'thinking', text: 'hm' };
    const own = [user('q'), answer('deepseek', thought, ...ids.map((id) => call(id))), ...ids.map((id) => result(id))];
    const { body } = await accepted(own, named('deepseek'));
    const messages = body.messages as { role: string; reasoning_content?: string }[];
    const reasoning = messages.filter(({ role }) => role === 'assistant').map((message) => message.reasoning_content);
    expect(reasoning).toEqual(['hm', '', '']);
  });
});

describe('overlays', () => {
  const overlay = (kind: string, message: string, part?: number, data?: unknown): Overlay => ({
    id: `${kind}${message}`,
    sessionId: 's',
    target: { message, ...(part !== undefined && { part }) },
    kind,
    reason: 'test',
    at: 0,
    data,
  });
  const history: HistoryMessage[] = [
    { ...user('q'), id: 'u' },
    { ...answer('groq', call('a'), call('b')), id: 'c' },
    { ...result('a', 'long output'), id: 'r' },
    { ...user('n'), id: 'n' },
  ];

  it('hide, shorten and close without touching what is stored', async () => {
    const stored = JSON.stringify(history);
    const { request } = await accepted(history, named('groq'), [
      overlay('shortened', 'r', 0, { text: 'short' }),
      overlay('closed-call', 'c', 1, { text: 'closed by the app', isError: true }),
    ]);
    expect(partsOf(request.messages, 'tool_result')).toMatchObject([
      { text: 'short' },
      { text: 'closed by the app', isError: true },
    ]);
    const hidden = await accepted(history, named('groq'), [overlay('hidden', 'c'), overlay('hidden', 'r')]);
    expect(hidden.request.messages).toHaveLength(1);
    expect(JSON.stringify(history)).toBe(stored);
  });
});

describe('arguments nobody can write as JSON', () => {
  it.each([1_000, 200_000])('nested %i deep do not stop a request', async (depth) => {
    let args: unknown = {};
    for (let level = 0; level < depth; level++) args = { inner: args };
    const history = [user('q'), answer('groq', call('c', 'read', { args })), result('c'), user('n')];
    for (const name of ['anthropic-adaptive', 'gemini-3', 'groq', 'openai-responses']) {
      const { request } = await accepted(history, named(name));
      expect(partsOf(request.messages, 'tool_call')).toHaveLength(1);
    }
  });

  it('in a circle neither', () => {
    const args: Record<string, unknown> = {};
    args.self = args;
    const history = [user('q'), answer('groq', call('c', 'read', { args })), result('c'), user('n')];
    for (const name of EVERYWHERE)
      expect(partsOf(normalizeRequest(history, [], named(name)).request.messages, 'tool_call')).toMatchObject([
        { args: {} },
      ]);
  });
});

describe('the output limit', () => {
  it.each([
    [{}, 32_000, []],
    [{ maxOutputTokens: 100 }, 100, []],
    [{ maxOutputTokens: 1_000_000 }, 64_000, ['limit-output']],
    [{ maxOutputTokens: 0 }, 1, ['limit-output']],
  ])('%j gives %i', (rest, expected, rules) => {
    const { request, report } = normalizeRequest([user('q')], [], target('anthropic', 'claude-opus-4-5', rest));
    expect(request.maxOutputTokens).toBe(expected);
    expect(report.notes.map(({ rule }) => rule)).toEqual(rules);
  });

  it('leaves half of the window to the question even when a model could fill it', () => {
    const llama = target('groq', 'llama-3.1-8b-instant', { maxOutputTokens: 131_072 });
    const { request, report } = normalizeRequest([user('q')], [], llama);
    expect(request.maxOutputTokens).toBe(65_536);
    expect(report.problem).toBeUndefined();
  });
});
