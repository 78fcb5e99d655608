import type { folderFileEndpoints } from '#contract/folder-files.ts';
import type { mcpCallEndpoints } from '#contract/mcp-calls.ts';
import type { mcpDirectoryEndpoints } from '#contract/mcp-directory.ts';
import type { mcpImportEndpoints } from '#contract/mcp-imports.ts';
import type { mcpServerEndpoints } from '#contract/mcp.ts';
import type { permissionEndpoints } from '#contract/permissions.ts';
import type { ApiClient } from './api-client.ts';
import type { ConsentHost } from './host-api.ts';

export type PermissionHost = ApiClient<typeof permissionEndpoints>;

/** The host's API for MCP servers. */
export interface McpHost extends ApiClient<typeof mcpServerEndpoints>, ApiClient<typeof mcpCallEndpoints> {
  files: ApiClient<typeof folderFileEndpoints>;
  imports: ApiClient<typeof mcpImportEndpoints>;
  directory: ApiClient<typeof mcpDirectoryEndpoints>;
  /** Loads with its first use. */
  consents: ConsentHost;
  /** What runs without a question. Loads with its first use. */
  permissions: PermissionHost;
  /** Address of a server's MCP endpoint, for the SDK. Only `fetch` may be used on it. */
  endpoint(id: string): URL;
  fetch(url: string | URL, init?: RequestInit): Promise<Response>;
}
