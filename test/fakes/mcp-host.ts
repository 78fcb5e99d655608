import type { HostWindow } from '#host-client/host-window.ts';
import { createMcpHost } from '#host-client/create-mcp-host.ts';
import type { McpHost } from '#host-client/mcp-host.ts';
import { TEST_TOKEN } from './host-deps.ts';
import type { TestWindow } from './host-window.ts';

/** A window whose user has always just interacted with it. */
export function asHostWindow({ approving }: Pick<TestWindow, 'approving'>): HostWindow {
  const nothing = () => undefined;
  return { approving, headers: approving, present: approving, greet: nothing, onReopen: nothing, renegotiate: nothing };
}

/** Connects the page to a real host that listens at `origin`. */
export function openMcpHost({ origin, window }: { origin: string; window: TestWindow }): McpHost {
  return createMcpHost({
    origin,
    token: TEST_TOKEN,
    window: asHostWindow(window),
    fetch: (url, init) => fetch(url, init),
    newRunId: () => crypto.randomUUID(),
    onPageHide: () => undefined,
  });
}
