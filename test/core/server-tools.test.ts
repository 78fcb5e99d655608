import { array, assert, constantFrom, nat, property, record, string, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classifyError } from '#core/errors/classify-error.ts';
import { textOf } from '#core/message-text.ts';
import type { Part } from '#core/message.ts';
import { citedMarkdown, numberedSources, sourceList } from '#core/server-tools/cited-markdown.ts';
import { citedTextsIn } from '#core/server-tools/cited-text.ts';
import type { Citation } from '#core/server-tools/own-block.ts';
import { readOwnBlock } from '#core/server-tools/read-block.ts';
import { serverCallsIn } from '#core/server-tools/server-calls.ts';
import { shownParts } from '#core/server-tools/shown-parts.ts';

const block = (kind: string, data: object): Part => ({ type: 'vendor_block', kind, data: JSON.stringify(data) });
const text = (said: string): Part => ({ type: 'text', text: said });

/** One search of each vendor, as it arrives. */
const SEARCHES: Record<string, Part[]> = {
  Anthropic: [
    block('server_tool_use', { type: 'server_tool_use', id: 's1', name: 'web_search', input: { query: 'tea' } }),
    block('web_search_tool_result', {
      type: 'web_search_tool_result',
      tool_use_id: 's1',
      content: [{ type: 'web_search_result', url: 'https://tea.example/', title: 'Tea' }],
    }),
  ],
  'OpenAI, one query': [
    block('web_search_call', {
      type: 'web_search_call',
      id: 'ws_1',
      action: { type: 'search', query: 'tea', sources: [{ type: 'url', url: 'https://tea.example/', title: 'Tea' }] },
    }),
  ],
  'xAI, by name': [
    block('custom_tool_call', { type: 'custom_tool_call', name: 'web_search', input: '{"query":"tea"}' }),
  ],
  Gemini: [
    block('toolCall', { toolCall: { id: 't1', toolType: 'GOOGLE_SEARCH_WEB', args: { queries: ['tea'] } } }),
    block('toolResponse', { toolResponse: { id: 't1', toolType: 'GOOGLE_SEARCH_WEB', response: {} } }),
  ],
};

describe('what vendors’ own tools did, in the terms of all vendors', () => {
  it.each(Object.entries(SEARCHES))('%s: a search is one call that is done', (_name, parts) => {
    const calls = serverCallsIn(parts);
    expect(calls).toHaveLength(1);
    expect(calls[0]?.call).toMatchObject({ tool: 'search', asked: ['tea'], done: true, error: null });
  });

  it('Gemini: code and its result belong together without an id', () => {
    const parts = [
      block('executableCode', { executableCode: { language: 'PYTHON', code: 'print(1)' } }),
      block('codeExecutionResult', { codeExecutionResult: { outcome: 'OUTCOME_FAILED', output: 'no' } }),
    ];
    expect(serverCallsIn(parts)).toEqual([
      {
        asked: 0,
        found: 1,
        call: {
          tool: 'code',
          asked: ['print(1)'],
          language: 'python',
          sources: [],
          pages: [],
          output: 'no',
          error: 'failed',
          done: true,
        },
      },
    ]);
  });

  it('Gemini: places are bytes, of any script, and words decide where they are wrong', () => {
    const said = '서울은 크다 😀. Tea.';
    const at = new TextEncoder().encode('서울은 ').length;
    const grounding = (segment: object) => [
      text(said),
      block('groundingMetadata', {
        groundingMetadata: {
          groundingChunks: [{ web: { uri: 'https://a.example/', title: 'a.example' } }],
          groundingSupports: [{ segment, groundingChunkIndices: [0] }],
        },
      }),
    ];
    const cited = (segment: object) => {
      const [{ citations } = { citations: [] }] = citedTextsIn(grounding(segment));
      const [{ start, end } = { start: null, end: null }] = citations;
      return start === null || end === null ? null : said.slice(start, end);
    };
    const to = new TextEncoder().encode('서울은 크다 😀').length;
    expect(cited({ startIndex: at, endIndex: to, text: '크다 😀' })).toBe('크다 😀');
    expect(cited({ startIndex: 1, endIndex: 2, text: 'Tea' })).toBe('Tea');
    expect(cited({ startIndex: 1, endIndex: 2, text: 'Coffee' })).toBeNull();
  });

  it('Gemini: a text that a signature splits is one text', () => {
    const [one, two] = [{ segment: { text: 'One' } }, { segment: { startIndex: 5, endIndex: 8, text: 'Two' } }];
    const support = { groundingChunkIndices: [0] };
    const [cited] = citedTextsIn([
      text('One. '),
      { ...text('Two.'), continues: true },
      { ...text(''), continues: true },
      block('groundingMetadata', {
        groundingMetadata: {
          groundingChunks: [{ web: { uri: 'https://a.example/', title: 'a.example' } }],
          groundingSupports: [
            { ...one, ...support },
            { ...two, ...support },
          ],
        },
      }),
    ]);
    expect(cited?.citations.map(({ start, end }) => cited.text.slice(start ?? 0, end ?? 0))).toEqual(['One', 'Two']);
  });

  it('pages end where Anthropic says, which is one page before its end', () => {
    const citations = [
      { type: 'page_location', document_title: 'a.pdf', start_page_number: 2, end_page_number: 4, cited_text: 'x' },
      { type: 'page_location', document_title: 'a.pdf', start_page_number: 7, end_page_number: 8, cited_text: 'y' },
    ];
    const [cited] = citedTextsIn([text('said'), block('citations', { type: 'citations', citations })]);
    const sources = numberedSources(cited?.citations ?? []);
    expect(sources).toMatchObject([
      {
        title: 'a.pdf',
        address: null,
        pages: [
          { from: 2, to: 3 },
          { from: 7, to: 7 },
        ],
      },
    ]);
    expect(sourceList(sources, { title: 'Sources', pagesOf: ({ from, to }) => `${from}-${to}` })).toBe(
      '**Sources**\n\n1. a.pdf (2-3, 7-7)',
    );
  });

  it('damaged and unknown blocks say nothing', () => {
    for (const [kind, data] of [
      ['server_tool_use', '{'],
      ['server_tool_use', '[]'],
      ['hologram', '{}'],
    ] as const)
      expect(readOwnBlock({ kind, data })).toBeNull();
    for (const kind of [
      'server_tool_use',
      'web_search_tool_result',
      'web_search_call',
      'groundingMetadata',
      'citations',
    ])
      expect(readOwnBlock({ kind, data: '{}' })).not.toBeNull();
  });

  it('an answer reads as one text, wherever its vendor cut it', () => {
    const parts = [
      text('Tea is '),
      text('a drink'),
      block('citations', { citations: [] }),
      text('.'),
      ...(SEARCHES['Gemini'] ?? []),
    ];
    expect(textOf({ parts })).toBe('Tea is a drink.');
    expect([...shownParts(parts).instead].map(([index, { kind }]) => [index, kind])).toEqual([
      [0, 'cited'],
      [1, 'nothing'],
      [2, 'nothing'],
      [3, 'nothing'],
      [5, 'nothing'],
      [4, 'call'],
    ]);
  });
});

describe('marks of citations', () => {
  const url = 'https://a.example/(b)?c=<d>';
  const source = { title: 'A', address: url };
  const marked = (said: string, ...ends: number[]) =>
    citedMarkdown(
      { text: said, citations: ends.map((end): Citation => ({ source, start: 0, end })) },
      numberedSources([{ source, start: null, end: null }]),
    );

  it('are links that no address breaks', () => {
    expect(marked('Tea.', 4)).toBe('Tea.[¹](<https://a.example/(b)?c=%3Cd%3E>)');
  });

  it.each([
    ['```js\nlet a;\n```\nx', 7, '```js\nlet a;\n```'],
    ['see `code` here', 6, 'see `code`'],
    ['see [b](https://b.example) here', 6, 'see [b](https://b.example)'],
    ['line  \nnext', 6, 'line'],
  ])('never land in code or in a link, nor after white space: %j', (said, end, before) => {
    expect(marked(said, end).startsWith(`${before}[¹](`)).toBe(true);
  });

  it('change no byte of the text', () => {
    const piece = constantFrom('a', ' ', '\n', '`', '```', '[b](c)', '😀', '**', '~~~', '$$', 'https://b.example');
    const said = array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));
    const citation = record({ title: string(), end: nat(60) });
    assert(
      property(tuple(said, array(citation, { maxLength: 5 })), ([whole, given]) => {
        const citations = given.map(({ title, end }): Citation => {
          const cited = { title, address: `https://a.example/${encodeURIComponent(title.toWellFormed())}` };
          return { source: cited, start: 0, end: Math.min(end, whole.length) };
        });
        const shown = citedMarkdown({ text: whole, citations }, numberedSources(citations));
        expect(shown.replaceAll(/\[[⁰¹²³⁴⁵⁶⁷⁸⁹]+\]\(<https:\/\/a\.example\/[^>]*>\)/g, '')).toBe(whole);
      }),
    );
  });
});

describe('refusals of tools that the vendor runs (W8)', () => {
  it.each([
    'messages.1.content.1.web_search_tool_result.content.0.web_search_result.encrypted_content: Invalid encrypted content',
    'messages.3.content.1.text.citations.0.web_search_result_location.encrypted_index: Field required',
    'messages.1: `web_fetch` tool use with id `srvtoolu_01` was found without a corresponding `web_fetch_tool_result` block',
    '`web_search` tool use with id `srvtoolu_01` was found without a corresponding `web_search_tool_result` block, but no `web_search` tool was provided',
    'Container cntr_1 has expired.',
    "Item 'ws_1' of type 'web_search_call' was provided without its required 'reasoning' item: 'rs_1'.",
  ])('%s', (message) => {
    expect(classifyError({ status: 400, message })?.kind).toBe('invalid_signature');
  });
});
