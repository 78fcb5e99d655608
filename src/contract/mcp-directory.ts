import { z } from 'zod/mini';
import type { Endpoints } from './endpoint.ts';

/** A server for everybody: https, or on this computer. Paths may follow. */
const Address = z.string().check(z.trim(), z.minLength(1), z.maxLength(2048));

export const McpDirectoryState = z.object({
  /** The registry that is asked. */
  address: z.string(),
  /** The official registry's. */
  standard: z.string(),
  /** Examples inside Baton, for which nothing leaves the computer; null where there are none. */
  practice: z.nullable(z.string()),
  /** The user agreed to exactly this address, or nothing leaves for it. */
  agreed: z.boolean(),
});
export type McpDirectoryState = z.infer<typeof McpDirectoryState>;

/** One way to run or reach a server of the directory. */
export const McpDirectoryWay = z.object({
  /** `other`: Baton can't start it. */
  kind: z.enum(['npm', 'pypi', 'oci', 'nuget', 'mcpb', 'remote', 'other']),
  /** What is downloaded or asked: a package with its exact version, or an address. */
  target: z.string(),
  /** A configuration to paste. Null for a bundle, which is downloaded by hand, and for what Baton can't start. */
  text: z.nullable(z.string()),
  /** The registry gives a hash that the download has to have. */
  sha256: z.nullable(z.string()),
  /** Values the server can do without; the configuration leaves them out. */
  more: z.array(z.string()),
});
export type McpDirectoryWay = z.infer<typeof McpDirectoryWay>;

/** All texts are the publisher's, with control characters spelled out. */
export const McpDirectoryHit = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  version: z.string(),
  /** Where its source is, as the publisher says. */
  repository: z.nullable(z.string()),
  /** Why the registry advises against it; null if it doesn't. */
  warning: z.nullable(z.string()),
  ways: z.array(McpDirectoryWay),
});
export type McpDirectoryHit = z.infer<typeof McpDirectoryHit>;

export const McpDirectoryPage = z.object({
  hits: z.array(McpDirectoryHit),
  /** Entries that couldn't be read. */
  unread: z.number(),
  /** For the next page; null after the last one. */
  next: z.nullable(z.string()),
});
export type McpDirectoryPage = z.infer<typeof McpDirectoryPage>;

/** Public MCP servers, as a registry lists them. Nothing is asked before the user agreed to its address. */
export const mcpDirectoryEndpoints = {
  directory: { route: 'GET /api/mcp-directory', answer: McpDirectoryState },
  /** `null`: the official one. The user agrees to a new address before it is asked. */
  setDirectory: {
    route: 'PUT /api/mcp-directory',
    body: z.object({ address: z.nullable(Address) }),
    answer: McpDirectoryState,
  },
  /** Throws `approval_stale` if the address is another one now. */
  agreeToDirectory: {
    route: 'POST /api/mcp-directory/consent',
    body: z.object({ address: Address }),
    answer: McpDirectoryState,
    by: 'gesture',
  },
  leaveDirectory: { route: 'DELETE /api/mcp-directory/consent', answer: McpDirectoryState },
  /** Throws `forbidden` before the user has agreed. */
  searchDirectory: {
    route: 'GET /api/mcp-directory/servers',
    query: z.object({
      search: z._default(z.string().check(z.maxLength(200)), ''),
      cursor: z._default(z.nullable(z.string().check(z.maxLength(500))), null),
    }),
    answer: McpDirectoryPage,
  },
} satisfies Endpoints;
