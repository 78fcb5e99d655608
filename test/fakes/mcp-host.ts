import { createMcpHost } from '#host-client/create-mcp-host.ts';
import type { McpHost } from '#host-client/mcp-host.ts';
import { TEST_TOKEN } from './host-deps.ts';

/** The page's way to a real host that listens at `origin`. */
export function openMcpHost(origin: string): McpHost {
  return createMcpHost({
    origin,
    token: TEST_TOKEN,
    fetch: (url, init) => fetch(url, init),
    newRunId: () => crypto.randomUUID(),
    onPageHide: () => undefined,
  });
}
