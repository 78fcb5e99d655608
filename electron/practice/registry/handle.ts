/** The official registry's listing (openapi of v0.1, 2026-11), with examples that can really be started. */

const OFFICIAL = 'io.modelcontextprotocol.registry/official';

const entry = (server: { name: string; [field: string]: unknown }, status = 'active', statusMessage?: string) => ({
  server: { $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json', ...server },
  _meta: {
    [OFFICIAL]: {
      status,
      ...(statusMessage === undefined ? {} : { statusMessage }),
      publishedAt: '2026-09-01T00:00:00Z',
      updatedAt: '2026-09-01T00:00:00Z',
      isLatest: true,
    },
  },
});

const SERVERS = [
  entry({
    name: 'io.example/everything',
    title: 'Everything',
    description: 'Tools, resources and prompts of every kind, to try a client.',
    version: '2026.8.31',
    repository: { url: 'https://github.com/modelcontextprotocol/servers', source: 'github' },
    packages: [
      {
        registryType: 'npm',
        identifier: '@modelcontextprotocol/server-everything',
        version: '2026.8.31',
        runtimeHint: 'npx',
        transport: { type: 'stdio' },
      },
    ],
  }),
  entry({
    name: 'io.example/files',
    title: 'Files',
    description: 'Reads and writes files in the folders that you name.',
    version: '2026.8.31',
    packages: [
      {
        registryType: 'npm',
        identifier: '@modelcontextprotocol/server-filesystem',
        version: '2026.8.31',
        transport: { type: 'stdio' },
        packageArguments: [
          {
            type: 'positional',
            valueHint: 'folder',
            description: 'Folder to work in',
            isRequired: true,
            format: 'filepath',
          },
        ],
      },
    ],
  }),
  entry({
    name: 'io.example/memory',
    title: 'Memory',
    description: 'Remembers facts in a file.',
    version: '2026.8.31',
    packages: [
      {
        registryType: 'npm',
        identifier: '@modelcontextprotocol/server-memory',
        version: '2026.8.31',
        transport: { type: 'stdio' },
        environmentVariables: [{ name: 'MEMORY_FILE_PATH', description: 'File to remember in' }],
      },
    ],
  }),
  entry({
    name: 'io.example/weather',
    title: 'Weather',
    description: 'Forecasts for any place, by a service that wants a key.',
    version: '1.4.0',
    packages: [
      {
        registryType: 'pypi',
        identifier: 'example-weather-mcp',
        version: '1.4.0',
        transport: { type: 'stdio' },
        environmentVariables: [
          { name: 'WEATHER_KEY', description: 'Key of the weather service', isRequired: true, isSecret: true },
          { name: 'UNITS', description: 'Units', default: 'metric', choices: ['metric', 'imperial'] },
        ],
      },
      {
        registryType: 'mcpb',
        identifier: 'https://example.com/weather-1.4.0.mcpb',
        version: '1.4.0',
        fileSha256: '5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8',
        transport: { type: 'stdio' },
      },
    ],
    remotes: [
      {
        type: 'streamable-http',
        url: 'https://{region}.weather.example.com/mcp',
        variables: { region: { description: 'Region', choices: ['eu', 'us'], default: 'eu' } },
        headers: [
          { name: 'Authorization', value: 'Bearer {key}', variables: { key: { isSecret: true, isRequired: true } } },
        ],
      },
    ],
  }),
  entry({
    name: 'io.example/notes-container',
    title: 'Notes in a container',
    description: 'Keeps notes, run by Docker.',
    version: '0.9.0',
    packages: [{ registryType: 'oci', identifier: 'ghcr.io/example/notes:0.9.0', transport: { type: 'stdio' } }],
  }),
  entry(
    {
      name: 'io.example/old-search',
      title: 'Old search',
      description: 'Searched the web once.',
      version: '0.1.0',
      packages: [
        { registryType: 'npm', identifier: 'example-old-search', version: 'latest', transport: { type: 'stdio' } },
      ],
    },
    'deprecated',
    'Its publisher has given it up.',
  ),
];

const json = (value: unknown, status = 200): Response =>
  Response.json(value, { status, headers: { 'cache-control': 'no-store' } });

/** `GET /v0.1/servers` with `search`, `version`, `limit` and `cursor`. */
export async function handleRegistry(request: Request, path: string): Promise<Response> {
  if (request.method !== 'GET' || path !== '/v0.1/servers') return json({ title: 'Not Found', status: 404 }, 404);
  const { searchParams } = new URL(request.url);
  const limit = Number(searchParams.get('limit') ?? 30);
  if (!Number.isInteger(limit) || limit < 1 || limit > 100)
    return json({ title: 'Unprocessable Entity', status: 422, detail: 'validation failed' }, 422);
  const search = (searchParams.get('search') ?? '').toLowerCase();
  const found = SERVERS.filter(({ server }) => server.name.toLowerCase().includes(search));
  const cursor = searchParams.get('cursor');
  const start = cursor === null ? 0 : found.findIndex(({ server }) => server.name === cursor) + 1;
  const page = found.slice(start, start + limit);
  const last = start + limit < found.length ? page.at(-1)?.server.name : undefined;
  return json({
    servers: page,
    metadata: { count: page.length, ...(last === undefined ? {} : { nextCursor: last }) },
  });
}
