import { createHash, randomBytes } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface OAuthWorld {
  readonly origin: string;
  readonly url: string;
  /** Method, path and Authorization of every request. */
  readonly seen: {
    method: string;
    path: string;
    authorization: string | undefined;
    headers: IncomingMessage['headers'];
  }[];
  readonly registered: Record<string, unknown>[];
  readonly tokenRequests: URLSearchParams[];
  /** Overrides of the metadata. */
  metadata: Record<string, unknown>;
  /** Paths that are answered with a redirect, and its target. */
  redirects: Record<string, string>;
  resource: Record<string, unknown>;
  /** The code with which a refresh token that is no longer valid is refused. */
  refusal: string;
  /** The user declines at the sign-in page. */
  deny: boolean;
  /** Manually registered clients, with their secrets. */
  readonly clients: Map<string, string>;
  /** Status of requests for the standing stream; 405 says that there is none. */
  standing: number;
  /** Every token that was ever issued. */
  readonly issued: readonly string[];
  /** Invalidates all access tokens. */
  expire(): void;
  /** Invalidates all refresh tokens as well. */
  revoke(): void;
  close(): Promise<void>;
}

const body = async (request: IncomingMessage) => {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
};

/**
 * An MCP server that requires a sign-in, and the authorization server that it names, as strict as the specification.
 */
export async function createOAuthWorld(): Promise<OAuthWorld> {
  const codes = new Map<
    string,
    { challenge: string; redirect: string; client: string; resource: string | null; scope: string }
  >();
  /** Each with its scope. */
  let access = new Map<string, string>();
  const clients = new Map<string, string>();
  let refresh = new Map<string, string>();
  const seen: OAuthWorld['seen'] = [];
  const registered: Record<string, unknown>[] = [];
  const tokenRequests: URLSearchParams[] = [];
  const issued: string[] = [];

  const reply = (response: ServerResponse, status: number, value: unknown, headers: Record<string, string> = {}) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(value));
  };

  function issue(response: ServerResponse, scope: string): void {
    const [token, again] = [`access-${randomBytes(12).toString('hex')}`, `refresh-${randomBytes(12).toString('hex')}`];
    issued.push(token, again);
    access.set(token, scope);
    refresh.set(again, scope);
    reply(response, 200, { access_token: token, token_type: 'Bearer', expires_in: 3600, refresh_token: again });
  }

  async function token(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await body(request));
    tokenRequests.push(form);
    if (form.get('grant_type') === 'refresh_token') {
      const again = form.get('refresh_token') ?? '';
      const scope = refresh.get(again);
      refresh.delete(again);
      if (scope !== undefined) issue(response, scope);
      else reply(response, 400, { error: world.refusal });
      return;
    }
    const code = codes.get(form.get('code') ?? '');
    const secret = clients.get(code?.client ?? '');
    const basic = `Basic ${Buffer.from(`${code?.client ?? ''}:${secret ?? ''}`).toString('base64')}`;
    const proven = secret === undefined || request.headers.authorization === basic;
    codes.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const fits =
      code &&
      code.challenge === challenge &&
      code.redirect === form.get('redirect_uri') &&
      (secret === undefined ? code.client === form.get('client_id') : proven) &&
      form.get('resource') === code.resource;
    if (fits) issue(response, code.scope);
    else reply(response, 400, { error: 'invalid_grant' });
  }

  async function mcp(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const bearer = request.headers.authorization?.replace('Bearer ', '') ?? '';
    if (!access.has(bearer)) {
      reply(
        response,
        401,
        {},
        {
          'www-authenticate': `Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp", scope="tools"`,
        },
      );
      return;
    }
    if (request.method !== 'POST') {
      reply(response, world.standing, {});
      return;
    }
    const { id, method, params } = JSON.parse(await body(request)) as {
      id?: number;
      method: string;
      params?: { name?: string };
    };
    if (params?.name === 'admin' && !access.get(bearer)?.split(' ').includes('admin')) {
      const challenge = 'Bearer error="insufficient_scope", scope="admin"';
      reply(response, 403, {}, { 'www-authenticate': challenge });
      return;
    }
    if (id === undefined) {
      response.writeHead(202);
      response.end();
    } else if (method === 'initialize')
      reply(response, 200, {
        jsonrpc: '2.0',
        id,
        result: {
          protocolVersion: '2025-11-25',
          capabilities: { tools: {} },
          serverInfo: { name: 'locked', version: '1' },
        },
      });
    else if (method === 'tools/list')
      reply(response, 200, {
        jsonrpc: '2.0',
        id,
        result: {
          tools: ['whoami', 'admin'].map((name) => ({ name, description: 'tells', inputSchema: { type: 'object' } })),
        },
      });
    else reply(response, 200, { jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: `token ${bearer}` }] } });
  }

  function authorize(url: URL, response: ServerResponse): void {
    const get = (name: string) => url.searchParams.get(name) ?? '';
    const client = registered.find((one) => one['client_id'] === get('client_id'));
    const uris = client?.['redirect_uris'];
    const known = clients.has(get('client_id')) || (Array.isArray(uris) && uris.includes(get('redirect_uri')));
    if (get('code_challenge_method') !== 'S256' || !known) {
      reply(response, 400, { error: 'invalid_request' });
      return;
    }
    const code = randomBytes(12).toString('hex');
    codes.set(code, {
      challenge: get('code_challenge'),
      redirect: get('redirect_uri'),
      client: get('client_id'),
      resource: url.searchParams.get('resource'),
      scope: get('scope'),
    });
    const back = new URL(get('redirect_uri'));
    if (world.deny) back.searchParams.set('error', 'access_denied');
    else back.searchParams.set('code', code);
    back.searchParams.set('state', get('state'));
    back.searchParams.set('iss', origin);
    response.writeHead(302, { location: back.href });
    response.end();
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', origin);
    const { authorization } = request.headers;
    seen.push({ method: request.method ?? '', path: url.pathname, authorization, headers: request.headers });
    const moved = world.redirects[url.pathname];
    if (moved !== undefined) reply(response, 302, {}, { location: moved });
    else if (url.pathname === '/mcp') await mcp(request, response);
    else if (url.pathname === '/.well-known/oauth-protected-resource/mcp') reply(response, 200, world.resource);
    else if (url.pathname === '/.well-known/oauth-authorization-server') reply(response, 200, world.metadata);
    else if (url.pathname === '/register') {
      const client = { ...(JSON.parse(await body(request)) as object), client_id: `client-${registered.length}` };
      registered.push(client);
      reply(response, 201, client);
    } else if (url.pathname === '/authorize') authorize(url, response);
    else if (url.pathname === '/token') await token(request, response);
    else reply(response, 404, {});
  }

  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const world: OAuthWorld = {
    origin,
    url: `${origin}/mcp`,
    seen,
    registered,
    tokenRequests,
    resource: { resource: `${origin}/mcp`, authorization_servers: [origin] },
    redirects: {},
    refusal: 'invalid_grant',
    deny: false,
    issued,
    clients,
    standing: 405,
    metadata: {
      issuer: origin,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
      registration_endpoint: `${origin}/register`,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      authorization_response_iss_parameter_supported: true,
    },
    expire: () => {
      access = new Map();
    },
    revoke: () => {
      access = new Map();
      refresh = new Map();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return world;
}
