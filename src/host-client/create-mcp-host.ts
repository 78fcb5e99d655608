import { FolderOutlines, FoundContextFiles } from '#contract/context-files.ts';
import { CallTicket, McpRuleList } from '#contract/mcp-calls.ts';
import {
  AttachedFolders,
  McpApproval,
  McpImportPreview,
  McpImportResult,
  McpLog,
  McpServer,
  McpServerList,
  McpSignIn,
} from '#contract/mcp.ts';
import { createConsentHost } from './consent-host.ts';
import { createHostCalls } from './host-calls.ts';
import type { HostCallsDeps } from './host-calls.ts';
import type { McpHost } from './mcp-host.ts';
import { abortableFetch } from './abortable-fetch.ts';

export function createMcpHost(deps: HostCallsDeps): McpHost {
  const { ask, tell, streams } = createHostCalls(deps);
  const server = (id: string, rest = '') => `/api/mcp/servers/${encodeURIComponent(id)}${rest}`;
  const session = (id: string, rest = '') => `/api/mcp/sessions/${encodeURIComponent(id)}${rest}`;
  const act = (id: string, verb: string) => ask({ method: 'POST', path: server(id, verb), body: {} }, McpServer);
  const base = `${deps.origin}/api/mcp/`;

  return {
    consents: createConsentHost(deps),
    servers: () => ask({ method: 'GET', path: '/api/mcp/servers' }, McpServerList),
    add: (body) => ask({ method: 'POST', path: '/api/mcp/servers', body }, McpServer),
    change: (id, body) => ask({ method: 'PATCH', path: server(id), body }, McpServer),
    remove: (id) => tell('DELETE', server(id)),
    preview: (text) => ask({ method: 'POST', path: '/api/mcp/import/preview', body: { text } }, McpImportPreview),
    importText: (text, answers) =>
      ask({ method: 'POST', path: '/api/mcp/import', body: { text, answers } }, McpImportResult),

    approval: (id) => ask({ method: 'GET', path: server(id, '/approval') }, McpApproval),
    approve: (id, body) => ask({ method: 'POST', path: server(id, '/approval'), body, by: 'gesture' }, McpServer),
    trust: (id, hash) => ask({ method: 'POST', path: server(id, '/trust'), body: { hash }, by: 'gesture' }, McpServer),
    distrust: (id) => ask({ method: 'DELETE', path: server(id, '/trust') }, McpServer),
    start: (id) => act(id, '/start'),
    restart: (id) => act(id, '/restart'),
    stop: (id) => act(id, '/stop'),
    log: (id) => ask({ method: 'GET', path: server(id, '/log') }, McpLog),
    signIn: (id) => ask({ method: 'POST', path: server(id, '/sign-in'), body: {} }, McpSignIn),
    cancelSignIn: (id) => tell('DELETE', server(id, '/sign-in')),
    signOut: (id) => act(id, '/sign-out'),

    allow: (body) => ask({ method: 'POST', path: '/api/mcp/approvals', body, by: 'gesture' }, CallTicket),
    endTurn: (turn) => tell('DELETE', `/api/mcp/turns/${encodeURIComponent(turn)}`),
    rules: async () => (await ask({ method: 'GET', path: '/api/mcp/rules' }, McpRuleList)).rules,
    removeRule: (id) => tell('DELETE', `/api/mcp/rules/${encodeURIComponent(id)}`),
    removeRules: () => tell('DELETE', '/api/mcp/rules'),
    forgetSession: (id) => tell('DELETE', session(id)),
    folders: (id) => ask({ method: 'GET', path: session(id, '/folders') }, AttachedFolders),
    attachFolder: (id, path, wide = false) =>
      ask({ method: 'POST', path: session(id, '/folders'), body: { path, wide }, by: 'gesture' }, AttachedFolders),
    detachFolder: (id, path) =>
      ask({ method: 'POST', path: session(id, '/folders/detach'), body: { path } }, AttachedFolders),
    contextFiles: (id, body) => ask({ method: 'POST', path: session(id, '/context-files'), body }, FoundContextFiles),
    outline: (id) => ask({ method: 'GET', path: session(id, '/outline') }, FolderOutlines),

    endpoint: (id) => new URL(`${base}${encodeURIComponent(id)}`),
    fetch: async (url, init) => {
      const address = url.toString();
      if (!address.startsWith(base)) throw new TypeError('not an address of an MCP server');
      return abortableFetch(streams, address.slice(deps.origin.length), {
        method: init?.method ?? 'GET',
        headers: new Headers(init?.headers),
        body: init?.body,
        signal: init?.signal,
      });
    },
  };
}
