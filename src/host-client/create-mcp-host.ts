import { pathOf } from '#contract/endpoint.ts';
import { MCP_PATH, mcpCallEndpoints } from '#contract/mcp-calls.ts';
import { mcpServerEndpoints } from '#contract/mcp.ts';
import { deferCalls, loadOnce } from '#core/load-once.ts';
import { abortableFetch } from './abortable-fetch.ts';
import { createApiClient } from './api-client.ts';
import { type HostCallsDeps, openStreams } from './host-calls.ts';
import type { McpHost } from './mcp-host.ts';

export function createMcpHost(deps: HostCallsDeps): McpHost {
  const streams = openStreams(deps);
  const base = `${deps.origin}${pathOf(MCP_PATH, [''])}`;
  return {
    ...createApiClient(deps, mcpServerEndpoints),
    ...createApiClient(deps, mcpCallEndpoints),
    imports: deferCalls(
      loadOnce(async () => createApiClient(deps, (await import('#contract/mcp-imports.ts')).mcpImportEndpoints)).get,
    ),
    directory: deferCalls(
      loadOnce(async () => createApiClient(deps, (await import('#contract/mcp-directory.ts')).mcpDirectoryEndpoints))
        .get,
    ),
    files: deferCalls(async () =>
      createApiClient(deps, (await import('#contract/folder-files.ts')).folderFileEndpoints),
    ),
    consents: deferCalls(async () => createApiClient(deps, (await import('#contract/consents.ts')).consentEndpoints)),
    permissions: deferCalls(async () =>
      createApiClient(deps, (await import('#contract/permissions.ts')).permissionEndpoints),
    ),
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
