import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { McpDirectoryPage, McpDirectoryState } from '#contract/mcp-directory.ts';
import { McpImportPreview } from '#contract/mcp-imports.ts';
import { readEntry } from '#host/mcp/directory/read-entry.ts';
import { readPaste } from '#host/mcp/registry/read-paste.ts';
import { createPracticeVendors } from '#practice/create-practice-vendors.ts';
import { systemClock } from '#host/base/system-clock.ts';
import { type McpBench, createMcpBench } from './support/bench.ts';

const OFFICIAL = 'https://registry.modelcontextprotocol.io';
const PRACTICE = 'https://registry.practice.invalid';

let bench: McpBench;
let asked: Request[];
let answer: () => Response;

beforeEach(async () => {
  asked = [];
  answer = () => Response.json({ servers: [], metadata: { count: 0 } });
  bench = await createMcpBench({
    deps: {
      fetch: async (request) => {
        asked.push(request);
        return answer();
      },
    },
    host: { practice: createPracticeVendors({ clock: systemClock, charsPerSecond: () => 0, secret: 'x' }) },
  });
});
afterEach(() => bench.close());

const state = async () => McpDirectoryState.parse(await (await bench.call('GET', '/api/mcp-directory')).json());
const search = (query = '') => bench.call('GET', `/api/mcp-directory/servers${query}`);
const page = async (query?: string) => McpDirectoryPage.parse(await (await search(query)).json());
const agree = (address: string) => bench.call('POST', '/api/mcp-directory/consent', { address });
const choose = (address: string | null) => bench.call('PUT', '/api/mcp-directory', { address });

const server = (more: object) => ({
  server: { name: 'io.x/y', description: 'd', version: '1.2.3', ...more },
  _meta: {},
});
const npm = (more: object = {}) =>
  server({
    packages: [{ registryType: 'npm', identifier: '@x/y', version: '1.2.3', transport: { type: 'stdio' }, ...more }],
  });

describe('the registry of servers', () => {
  test('is not asked before the user agreed to its address, nor after they took that back', async () => {
    expect(await state()).toEqual({ address: OFFICIAL, standard: OFFICIAL, practice: PRACTICE, agreed: false });
    expect((await search()).status).toBe(403);
    expect((await agree('https://other.example')).status).toBe(409);
    expect(asked).toEqual([]);
    expect((await agree(OFFICIAL)).status).toBe(200);
    expect(await page('?search=a%20b&cursor=c')).toEqual({ hits: [], unread: 0, next: null });
    const [request] = asked;
    expect(request?.url).toBe(`${OFFICIAL}/v0.1/servers?version=latest&limit=30&search=a+b&cursor=c`);
    expect(request?.redirect).toBe('manual');
    expect([...(request?.headers.keys() ?? [])]).toEqual(['accept']);
    await bench.call('DELETE', '/api/mcp-directory/consent');
    expect((await search()).status).toBe(403);
    expect(asked).toHaveLength(1);
  });

  test('of another address needs a consent of its own', async () => {
    await agree(OFFICIAL);
    expect((await choose('http://example.com')).status).toBe(400);
    await choose('https://mcp.example.com/list/v0.1/servers');
    expect(await state()).toMatchObject({ address: 'https://mcp.example.com/list', agreed: false });
    expect((await search()).status).toBe(403);
    await agree('https://mcp.example.com/list');
    await page();
    expect(asked[0]?.url).toMatch(/^https:\/\/mcp\.example\.com\/list\/v0\.1\/servers\?/);
    await choose(null);
    expect(await state()).toMatchObject({ address: OFFICIAL, agreed: true });
  });

  test('may answer with anything', async () => {
    await agree(OFFICIAL);
    answer = () => Response.json({ servers: [npm(), { server: {} }, 7, null], metadata: { nextCursor: 'n' } });
    expect(await page()).toMatchObject({ hits: [{ name: 'io.x/y' }], unread: 3, next: 'n' });
    for (const wrong of [
      () => new Response('<html>', { status: 200 }),
      () => Response.json({ hello: 1 }),
      () => new Response(null, { status: 302, headers: { location: 'http://127.0.0.1/' } }),
      () => new Response('x'.repeat(5 * 1024 * 1024)),
    ]) {
      answer = wrong;
      const refused = await search();
      expect(refused.headers.get('x-baton-problem')).toBe('upstream_unreachable');
    }
    expect(asked).toHaveLength(5);
  });

  test('has examples, for which nothing leaves the computer; each that can be filled in is understood', async () => {
    await choose(PRACTICE);
    const { hits } = await page();
    expect(asked).toEqual([]);
    const texts = hits.flatMap(({ ways }) => ways.flatMap(({ text }) => (text === null ? [] : [text])));
    expect(texts.length).toBeGreaterThan(4);
    for (const text of texts) {
      const preview = await bench.call('POST', '/api/mcp/import/preview', { source: { text } });
      const { servers, problems } = McpImportPreview.parse(await preview.json());
      expect({ count: servers.length, problems }).toEqual({ count: 1, problems: [] });
    }
    expect((await page('?search=weather')).hits.map(({ title }) => title)).toEqual(['Weather']);
  });
});

describe('an entry', () => {
  const definitionOf = (entry: unknown) => {
    const text = readEntry(entry)?.ways[0]?.text;
    return text === null || text === undefined ? null : readPaste(text).servers[0]?.definition;
  };

  test.for<[string, object, object]>([
    ['npm', {}, { command: 'npx', args: ['-y', '@x/y@1.2.3'] }],
    [
      'npm with arguments',
      {
        runtimeArguments: [{ type: 'named', name: '--quiet', isRequired: true }],
        packageArguments: [
          { type: 'positional', valueHint: 'folder', isRequired: true },
          { type: 'named', name: '--level', default: 'low' },
          { type: 'named', name: '--unused' },
          { type: 'positional', value: 'https://{host}/x', variables: { host: {} } },
        ],
      },
      {
        command: 'npx',
        args: [
          '-y',
          '--quiet',
          '@x/y@1.2.3',
          '${input:folder}',
          '--level',
          '${input:level}',
          'https://${input:host}/x',
        ],
      },
    ],
    ['pypi', { registryType: 'pypi', identifier: 'y' }, { command: 'uvx', args: ['y==1.2.3'] }],
    ['nuget', { registryType: 'nuget', identifier: 'Y' }, { command: 'dnx', args: ['Y@1.2.3', '--yes'] }],
    [
      'oci by digest',
      {
        registryType: 'oci',
        identifier: `ghcr.io/y@sha256:${'a'.repeat(64)}`,
        environmentVariables: [{ name: 'K', isRequired: true }],
      },
      { command: 'docker', args: ['run', '-i', '--rm', '-e', 'K', `ghcr.io/y@sha256:${'a'.repeat(64)}`] },
    ],
  ])('of %s becomes a command with its exact version', ([, more, wanted]) => {
    expect(definitionOf(npm(more))).toMatchObject(wanted);
  });

  test.for<[string, object]>([
    ['a tag', { version: 'latest' }],
    ['a range', { version: '^1.2.3' }],
    ['no version', { version: undefined }],
    ['an image by its latest tag', { registryType: 'oci', identifier: 'ghcr.io/y:latest' }],
    ['a version that is an option', { version: '1.0 --eval=x' }],
    ['a server that has to run first', { transport: { type: 'streamable-http', url: 'http://127.0.0.1:1' } }],
    ['an unknown kind', { registryType: 'cargo' }],
  ])('with %s is not filled in', ([, more]) => {
    expect(readEntry(npm(more))?.ways).toMatchObject([{ text: null }]);
  });

  test('asks for secrets as secrets, and shows what its publisher hides', () => {
    const hit = readEntry(
      server({
        title: 'Nice\u202etool',
        repository: { url: 'javascript:alert(1)' },
        remotes: [
          {
            type: 'streamable-http',
            url: 'https://y.example/mcp',
            headers: [{ name: 'Authorization', value: 'Bearer {key}', variables: { key: { isSecret: true } } }],
          },
        ],
        packages: [
          {
            registryType: 'mcpb',
            identifier: 'https://y.example/y.mcpb',
            version: '1.2.3',
            fileSha256: 'A'.repeat(64),
          },
        ],
      }),
    );
    expect(hit?.title).not.toContain('\u202e');
    expect(hit?.repository).toBeNull();
    expect(hit?.ways[0]).toMatchObject({ kind: 'mcpb', sha256: 'a'.repeat(64), text: null });
    const { servers, inputs } = readPaste(hit?.ways[1]?.text ?? '');
    expect(servers[0]?.definition).toMatchObject({ headers: { Authorization: 'Bearer ${input:key}' } });
    expect(inputs).toMatchObject([{ id: 'key', password: true }]);
  });
});
