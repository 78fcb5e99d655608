import { createContext, use } from 'react';
import type { McpHost } from '#host-client/mcp-host.ts';
import type { McpServers } from '#state/mcp-servers.ts';

export interface Mcp {
  host: McpHost;
  servers: McpServers;
}

/** Constructed in main.tsx. */
export const McpContext = createContext<Mcp | null>(null);

export function useMcp(): Mcp {
  const mcp = use(McpContext);
  if (!mcp) throw new Error('McpContext is missing');
  return mcp;
}
