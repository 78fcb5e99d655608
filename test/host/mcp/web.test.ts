import type { Client } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSearch, WebSearchTest } from '#contract/web-search.ts';
import { readSearchResult } from '#core/web-results.ts';
import { createOutgoingFetch } from '#host/base/outgoing-fetch.ts';
import { type FakeSearxng, serveSearxng } from '#test/fakes/searxng.ts';
import { type McpBench, createMcpBench, textOf } from './support/bench.ts';

const ID = 'builtin_web_server';
const KEY = 'CANARY-search-key';

/** Answers by address; a function sees the request. */
type Pages = Record<string, Response | ((request: Request) => Response)>;

let bench: McpBench;
let client: Client;
let searxng: FakeSearxng;
let pages: Pages;
let seen: { url: string; reach: string; headers: Record<string, string> }[];

beforeEach(async () => {
  pages = {};
  seen = [];
  searxng = await serveSearxng([
    {
      url: 'https://birds.example/heron',
      title: 'Grey <b>heron</b>',
      content: 'It wades.\u202e',
      publishedDate: '2026-10-01',
    },
    { url: 'javascript:alert(1)', title: 'evil', content: '' },
    { url: 'https://birds.example/heron', title: 'twice', content: '' },
  ]);
  const real = createOutgoingFetch({});
  bench = await createMcpBench({
    deps: {
      fetch: async (request, reach) => {
        seen.push({ url: request.url, reach, headers: Object.fromEntries(request.headers) });
        if (request.url.startsWith(searxng.address)) return real(request, reach);
        const page = pages[request.url];
        if (!page) throw new TypeError('connection refused');
        return typeof page === 'function' ? page(request) : page;
      },
    },
  });
  client = await bench.connect(ID);
});
afterEach(async () => {
  searxng.close();
  await bench.close();
});

const put = async (json: object) => bench.call('PUT', '/api/web-search', json);
const search = async (query = 'heron') => bench.run(client, ID, 'search', { query });
const fetchPage = async (url: string) => bench.run(client, ID, 'fetch', { url });
const html = (body: string, type = 'text/html; charset=utf-8') =>
  new Response(body, { headers: { 'content-type': type } });

describe('search', () => {
  test('without a service it says what the user can do', async () => {
    const result = await search();
    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain('Settings > Web search');
    expect(WebSearch.parse(await (await bench.call('GET', '/api/web-search')).json())).toEqual({
      service: null,
      address: null,
      keys: [],
    });
  });

  test('with SearXNG on this computer: plain results, each address once, nothing that is no web address', async () => {
    const chosen = await (await put({ service: 'searxng', address: `${searxng.address}/search/` })).json();
    expect(chosen).toEqual({ service: 'searxng', address: searxng.address, keys: [] });
    expect(readSearchResult(textOf(await search()))).toEqual([
      { title: 'Grey heron', address: 'https://birds.example/heron', text: 'It wades.', date: '2026-10-01' },
    ]);
    expect(searxng.queries).toEqual(['heron']);
    const tested = await (await bench.call('POST', '/api/web-search/test', { query: 'x' })).json();
    expect(WebSearchTest.parse(tested)).toEqual({ found: 1, problem: null });
    searxng.refuseJson();
    expect(textOf(await search())).toContain('settings.yml');
  });

  test('the public name of the user’s own server may lead to their own network', async () => {
    pages['https://search.example/search?q=heron&format=json'] = Response.json({ results: [] });
    await put({ service: 'searxng', address: 'https://search.example' });
    await search();
    expect(seen).toMatchObject([{ reach: 'loopback' }]);
  });

  test('the address of a server stays while another service, or none, is used', async () => {
    const { address } = searxng;
    await put({ service: 'searxng', address });
    expect(await (await put({ service: 'brave', key: 'BSA-key' })).json()).toMatchObject({ service: 'brave', address });
    expect(await (await put({ service: null })).json()).toMatchObject({ service: null, address });
  });

  test('refuses addresses that are none, or that anyone could read the searches at', async () => {
    for (const address of [
      'birds',
      'ftp://a.example',
      'http://search.example',
      'https://u:p@a.example',
      'https://0.0.0.0',
    ])
      expect((await put({ service: 'searxng', address })).status).toBe(400);
    expect((await put({ service: 'searxng' })).status).toBe(400);
    expect((await put({ service: 'other' })).status).toBe(400);
  });

  test.for([
    {
      service: 'brave',
      url: 'https://api.search.brave.com/res/v1/web/search?q=heron&count=10&text_decorations=false&result_filter=web',
      header: 'x-subscription-token',
      value: KEY,
      answer: { web: { results: [{ url: 'https://a.example/', title: 'A', description: 'said' }] } },
    },
    {
      service: 'tavily',
      url: 'https://api.tavily.com/search',
      header: 'authorization',
      value: `Bearer ${KEY}`,
      answer: { results: [{ url: 'https://a.example/', title: 'A', content: 'said' }] },
    },
    {
      service: 'exa',
      url: 'https://api.exa.ai/search',
      header: 'x-api-key',
      value: KEY,
      answer: { results: [{ url: 'https://a.example/', title: 'A', highlights: ['said'] }] },
    },
    {
      service: 'ollama',
      url: 'https://ollama.com/api/web_search',
      header: 'authorization',
      value: `Bearer ${KEY}`,
      answer: { results: [{ url: 'https://a.example/', title: 'A', content: 'said' }] },
    },
  ])('with a key, at $service: the key goes there only', async ({ service, url, header, value, answer }) => {
    pages[url] = () => Response.json(answer);
    const chosen = WebSearch.parse(await (await put({ service, key: KEY })).json());
    expect(chosen).toEqual({ service, address: null, keys: [service] });
    expect(readSearchResult(textOf(await search()))).toEqual([
      { title: 'A', address: 'https://a.example/', text: 'said' },
    ]);
    expect(seen).toMatchObject([{ url, reach: 'public', headers: { [header]: value } }]);
    expect(JSON.stringify(bench.bench.readHome())).not.toContain(KEY);
    pages[url] = new Response('', { status: 401 });
    expect(textOf(await search())).toContain('refused the key');
    const without = WebSearch.parse(await (await bench.call('DELETE', `/api/web-search/keys/${service}`)).json());
    expect(without.keys).toEqual([]);
    expect(textOf(await search())).toContain('no key');
  });

  test.for([
    [429, '', 'takes no more searches'],
    [500, '', 'status 500'],
    [200, 'not json', 'other than a list'],
    [200, '{"results":3}', 'other than a list'],
  ] as const)('status %s with %j', async ([status, body, words]) => {
    pages['https://api.tavily.com/search'] = new Response(body, { status });
    await put({ service: 'tavily', key: KEY });
    const result = await search();
    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain(words);
    expect(textOf(result)).not.toContain(KEY);
  });
});

describe('fetch', () => {
  test('reads the main part of a page as Markdown, with whole addresses', async () => {
    const long = 'Herons stand in shallow water. '.repeat(10);
    pages['https://birds.example/a'] = html(
      `<!doctype html><html><head><title>Herons &amp; egrets</title><script>steal()</script></head><body>
       <nav><a href="/">Home</a></nav><main><h1>Herons</h1><p>${long}<a href="b#c">More</a></p>
       <table><tr><th>Kind</th></tr><tr><td>grey</td></tr></table><p hidden>hidden words</p></main>
       <footer>imprint</footer></body></html>`,
    );
    const text = textOf(await fetchPage('https://birds.example/a#part'));
    const [head = '', ...rest] = text.split('\n');
    expect(JSON.parse(head)).toMatchObject({ address: 'https://birds.example/a', title: 'Herons & egrets' });
    expect(rest.join('\n')).toContain('# Herons');
    expect(text).toContain('[More](https://birds.example/b#c)');
    expect(text).toContain('| Kind |');
    for (const gone of ['steal', 'Home', 'imprint', 'hidden words']) expect(text).not.toContain(gone);
    expect(seen[0]).toMatchObject({ reach: 'public' });
    expect(seen[0]?.headers).not.toHaveProperty('cookie');
  });

  test('follows redirects, and checks each', async () => {
    const to = (location: string) => new Response(null, { status: 302, headers: { location } });
    pages['https://a.example/1'] = to('/2');
    pages['https://a.example/2'] = html('<p>there</p>');
    expect(textOf(await fetchPage('https://a.example/1'))).toContain('"address":"https://a.example/2"');
    pages['https://a.example/in'] = to('http://127.0.0.1:11434/api/tags');
    const inside = await fetchPage('https://a.example/in');
    expect(inside.isError).toBe(true);
    pages['https://a.example/round'] = () => to('/round');
    expect(textOf(await fetchPage('https://a.example/round'))).toContain('more than 5 times');
    expect(seen.some(({ url }) => url.includes('127.0.0.1'))).toBe(false);
  });

  test.for([
    'http://localhost/',
    'http://127.0.0.1:80/',
    'http://[::1]/',
    'http://10.0.0.1/',
    'http://169.254.169.254/latest/meta-data',
    'http://printer.local/',
    'http://2130706433/',
    'file:///etc/passwd',
    'data:text/html,x',
    'https://user:pass@a.example/',
    'a.example',
  ])('does not ask for %s', async (url) => {
    const result = await fetchPage(url);
    expect(result.isError).toBe(true);
    expect(seen).toEqual([]);
  });

  test('reads text as it is, in the encoding that the server names', async () => {
    pages['https://a.example/t'] = new Response(new Uint8Array([0xbf, 0xd6, 0xb0, 0xa1, 0xb8, 0xae]), {
      headers: { 'content-type': 'text/plain; charset=euc-kr' },
    });
    expect(
      textOf(await fetchPage('https://a.example/t'))
        .split('\n')
        .at(-1),
    ).toBe(new TextDecoder('euc-kr').decode(new Uint8Array([0xbf, 0xd6, 0xb0, 0xa1, 0xb8, 0xae])));
  });

  test.for<[string, string, Uint8Array<ArrayBuffer>]>([
    ['a byte order mark', 'text/html; charset=iso-8859-1', new Uint8Array(Buffer.from('\ufeff<p>차 한 잔'))],
    ['one of UTF-16', 'text/html', new Uint8Array(Buffer.from('\ufeff<p>차 한 잔', 'utf16le'))],
    ['UTF-16, said in bytes', 'text/html', new Uint8Array(Buffer.from('<meta charset="utf-16"><p>차 한 잔'))],
  ])('reads the encoding of a page as browsers do: %s', async ([, type, bytes]) => {
    pages['https://a.example/t'] = new Response(bytes, { headers: { 'content-type': type } });
    expect(textOf(await fetchPage('https://a.example/t'))).toContain('차 한 잔');
  });

  test('passes pictures on, and refuses what is neither text nor a picture', async () => {
    const bytes = new Uint8Array([137, 80, 78, 71]);
    pages['https://a.example/p.png'] = new Response(bytes, { headers: { 'content-type': 'image/png' } });
    expect((await fetchPage('https://a.example/p.png')).content).toMatchObject([
      { type: 'text' },
      { type: 'image', mimeType: 'image/png', data: Buffer.from(bytes).toString('base64') },
    ]);
    pages['https://a.example/z'] = new Response('zip', { headers: { 'content-type': 'application/zip' } });
    expect(textOf(await fetchPage('https://a.example/z'))).toContain('application/zip');
  });

  test.for([
    ['a status', () => new Response('', { status: 404 }), 'status 404'],
    ['a page that is too large', () => html('x'.repeat(5 * 1024 * 1024)), 'too large'],
  ] as const)('says what is wrong: %s', async ([, page, words]) => {
    pages['https://a.example/x'] = page;
    const result = await fetchPage('https://a.example/x');
    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain(words);
  });

  test('survives HTML that is made to break readers', async () => {
    pages['https://a.example/deep'] = html(`${'<div>'.repeat(100_000)}deep inside`);
    expect(textOf(await fetchPage('https://a.example/deep'))).toContain('deep inside');
    expect(textOf(await fetchPage('https://gone.example/'))).toContain('could not be reached');
  });
});
