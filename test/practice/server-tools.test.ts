import { describe, expect, it } from 'vitest';
import * as anthropic from './support/anthropic.ts';
import { requestOf, user as chatUser } from './support/chat.ts';
import { FORMS } from './support/forms.ts';
import * as gemini from './support/gemini.ts';
import * as responses from './support/responses.ts';
import { eventsOf, instantVendors, type Json, post } from './support/vendors.ts';

const vendors = instantVendors();
const { user, assistant, textBlock: words } = anthropic;
const types = (blocks: readonly Json[]) => blocks.map(({ type }) => type);
const SEARCH = user('!search tea\nWhat is it?');
/** What each form declares for the vendor's search. */
const OFFERS: Record<string, Json> = {
  responses: { tools: [{ type: 'web_search' }] },
  gemini: { tools: [{ googleSearch: {} }] },
};
const OWN = {
  tools: [
    { type: 'web_search_20260318', name: 'web_search' },
    { type: 'web_fetch_20260318', name: 'web_fetch', citations: { enabled: true } },
    { type: 'code_execution_20260521', name: 'code_execution' },
  ],
};

OFFERS['anthropic'] = OWN;

describe('a tool that the vendor runs itself (A13)', () => {
  it('Anthropic: call and result stand in one turn, and go back as they are', async () => {
    const content = await anthropic.answer(vendors, anthropic.manual([SEARCH], OWN));
    expect(types(content)).toEqual(['server_tool_use', 'web_search_tool_result', 'text', 'text']);
    expect(content[2]?.citations).toMatchObject([{ type: 'web_search_result_location', title: '3 results for "tea"' }]);
    expect(content[0]?.input).toEqual({ query: 'tea' });
    expect(content[1]?.tool_use_id).toBe(content[0]?.id);
    const next = await anthropic.send(vendors, anthropic.manual([SEARCH, assistant(content), user('And coffee?')]));
    expect(next.text).toContain('end_turn');
  });

  it('Anthropic: nothing is searched, read or run unless the request offers it', async () => {
    const ask = user('!search tea\n!fetch https://a.example/\n!run ls\nWhat is it?');
    expect(types(await anthropic.answer(vendors, anthropic.manual([ask])))).toEqual(['text']);
    const content = await anthropic.answer(vendors, anthropic.manual([ask], OWN));
    expect(types(content).filter((type) => type !== 'text')).toEqual([
      'server_tool_use',
      'web_search_tool_result',
      'server_tool_use',
      'web_fetch_tool_result',
      'server_tool_use',
      'bash_code_execution_tool_result',
    ]);
  });

  it('Anthropic: an error is a result, and the pages of a file are cited where the request allows it', async () => {
    const failed = await anthropic.answer(
      vendors,
      anthropic.manual([user('!search tea\n!tool-fault max_uses_exceeded\nGo')], OWN),
    );
    expect(failed[1]?.content).toEqual({ type: 'web_search_tool_result_error', error_code: 'max_uses_exceeded' });
    const file = {
      type: 'document',
      title: 'a.pdf',
      source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' },
    };
    const asking = (document: Json) => anthropic.manual([user([document, words('!pages 2-3\nWhat does it say?')])]);
    const [plain] = await anthropic.answer(vendors, asking(file));
    expect(plain?.citations).toBeUndefined();
    const [cited] = await anthropic.answer(vendors, asking({ ...file, citations: { enabled: true } }));
    expect(cited?.citations).toMatchObject([{ document_title: 'a.pdf', start_page_number: 2, end_page_number: 4 }]);
  });

  it('Anthropic: called beside tools of the client, its result begins the next answer', async () => {
    const tools = { tools: [...OWN.tools, ...anthropic.TOOLS] };
    const ask = user('!search tea\n!together\n!tool look {"at":"x"}\nWhat is it?');
    const first = await anthropic.answer(vendors, anthropic.manual([ask], tools));
    expect(types(first)).toEqual(['server_tool_use', 'text', 'tool_use']);
    const results = user([anthropic.result(String(first.at(-1)?.id))]);
    const second = await anthropic.answer(vendors, anthropic.manual([ask, assistant(first), results], tools));
    expect(second[0]).toMatchObject({ type: 'web_search_tool_result', tool_use_id: first[0]?.id });
    const next = anthropic.manual([ask, assistant(first), results, assistant(second), user('Thanks')], tools);
    expect((await anthropic.send(vendors, next)).status).toBe(200);
  });

  it('Anthropic: a paused turn is sent back as it is and goes on where it stopped', async () => {
    const ask = user('!search tea\n!pause\nWhat is it?');
    const paused = await anthropic.send(vendors, anthropic.request([ask], OWN));
    expect(paused.json.stop_reason).toBe('pause_turn');
    const begun = paused.json.content as Json[];
    expect(begun.at(-1)?.type).toBe('server_tool_use');
    const rest = await anthropic.answer(vendors, anthropic.request([ask, assistant(begun)], OWN));
    expect(types(rest)).toEqual(['web_search_tool_result', 'text', 'text']);
    const complete = [ask, assistant([...begun, ...rest]), user('Thanks')];
    expect((await anthropic.send(vendors, anthropic.request(complete, OWN))).text).toContain('end_turn');
    const broken = await anthropic.send(vendors, anthropic.request([ask, assistant(begun), user('Never mind')], OWN));
    expect(anthropic.errorOf(broken).message).toMatch(
      /^messages\.1: `web_search` tool use with id `srvtoolu_\w+` was found without a corresponding `web_search_tool_result` block$/,
    );
  });

  it('Anthropic: while it is open the user brings results of other tools only', async () => {
    const open = [
      user('go'),
      assistant([{ type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} }, anthropic.call('a')]),
    ];
    const found = { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] };
    const loop = (messages: Json[]) => anthropic.manual(messages, { tools: [...anthropic.TOOLS, ...OWN.tools] });
    const good = loop([...open, user([anthropic.result('a')]), assistant([found, words('x')]), user('?')]);
    expect((await anthropic.send(vendors, good)).text).not.toContain('error"');
    const bad = await anthropic.send(vendors, loop([...open, user([anthropic.result('a'), words('hm')])]));
    expect(anthropic.errorOf(bad).message).toContain('was found without a corresponding');
  });

  it('Responses: the search is an item between the reasoning and the message', async () => {
    const ask = responses.user('!think 1\n!search tea\nWhat is it?');
    const tools = [{ type: 'web_search' }];
    const none = await responses.answer(vendors, responses.request([ask], { reasoning: { effort: 'low' } }));
    expect(types(none)).toEqual(['reasoning', 'message']);
    const items = await responses.answer(vendors, responses.request([ask], { reasoning: { effort: 'low' }, tools }));
    expect(types(items)).toEqual(['reasoning', 'web_search_call', 'message']);
    const [reasoning, search, said] = items;
    const send = (...between: (Json | undefined)[]) =>
      responses.send(vendors, responses.request([ask, ...between, responses.user('And?')]));
    expect((await send(...items)).status).toBe(200);
    // Neither the reasoning without its following item nor the item without the reasoning may be sent back.
    expect(responses.errorOf(await send(reasoning, said)).message).toContain(
      "of type 'reasoning' was provided without",
    );
    expect(responses.errorOf(await send(search, said)).message).toContain("without its required 'reasoning' item");
  });

  it('Gemini: code and its result are parts of the answer', async () => {
    const body = gemini.request([gemini.user('!run 6*7\n!search tea\nWhat is it?')], {
      tools: [{ codeExecution: {} }, { googleSearch: {} }],
    });
    const content = await gemini.answer(vendors, body);
    const parts = content.parts as Json[];
    expect(parts.map((part) => Object.keys(part)[0])).toEqual(['executableCode', 'codeExecutionResult', 'text']);
    expect(
      (await gemini.send(vendors, { contents: [...(body.contents as Json[]), content, gemini.user('And?')] })).status,
    ).toBe(200);
  });

  it('Chat Completions: the sources stand beside the text', async () => {
    const reply = await post(
      vendors,
      'https://chat.practice.invalid/v1/chat/completions',
      requestOf('practice-chat')([chatUser('!search tea\nWhat is it?')], { stream: true }),
    );
    const deltas = eventsOf(reply.text).flatMap(({ choices }) => (choices as Json[]).map(({ delta }) => delta as Json));
    expect(deltas.filter((delta) => delta.annotations !== undefined)).toHaveLength(1);
  });

  it.each(FORMS)('$name: an answer that is cut keeps it whole', async (form) => {
    const ask = {
      ...form.ask('!search tea\n!fault max_tokens after=20\nGo'),
      ...OFFERS[form.name],
    };
    const reply = await post(vendors, form.url, ask, form.headers);
    expect(reply.status).toBe(200);
    expect(form.textOf(reply.json)).toHaveLength(20);
    expect(reply.text).toContain('tea');
  });
});
