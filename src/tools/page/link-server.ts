import { InMemoryTransport } from '@modelcontextprotocol/server';
import type { McpServer } from '@modelcontextprotocol/server';
import type { Transport } from '@modelcontextprotocol/client';

/** Transports to a real MCP server in this page. Every connection gets its own server. */
export function linkServer(build: () => McpServer, onError: (error: unknown) => void): () => Transport {
  return () => {
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    build().connect(theirs).catch(onError);
    return ours;
  };
}
