import type { mcpImportEndpoints } from '#contract/mcp-imports.ts';
import type { Handlers } from '../base/to-routes.ts';
import type { HostServices } from './host-services.ts';

export function mcpImportHandlers({ mcp }: HostServices): Handlers<typeof mcpImportEndpoints> {
  return {
    downloadedVersion: async ({ query }) => ({ version: await mcp.downloadedVersion(query.from, query.name) }),
    found: async () => ({ files: await mcp.found() }),
    unpackBundle: ({ query, body }) => mcp.bundles.add(body, query.sha256),
    dropBundles: () => mcp.bundles.removeUnused(),
    importText: ({ body }) => mcp.importText(body),
    preview: ({ body }) => mcp.preview(body),
  };
}
