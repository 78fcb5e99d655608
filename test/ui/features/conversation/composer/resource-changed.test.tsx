// @vitest-environment jsdom
import { act, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { AgentFlows } from '#flows/agent/agent-flows.ts';
import type { McpHost } from '#host-client/mcp-host.ts';
import type { McpServersState } from '#state/mcp-servers.ts';
import type { ServerContent } from '#tools/read-content.ts';
import type { AgentServices } from '#ui/data/services.ts';
import { ResourceChanged } from '#ui/features/conversation/composer/resource-changed.tsx';
import { WithServices, onlyWith } from '#test/fakes/services.tsx';
import { render } from '../../../support/render.tsx';
import { press } from '../../../support/user.ts';

const FROM = { server: 'news', uri: 'news:a' };
const ATTACHMENT = { kind: 'file' as const, mime: 'text/plain', name: 'a.txt', blob: 'h', bytes: 1, from: FROM };
const NEW: ServerContent = { uri: 'news:a', name: 'a.txt', mime: 'text/plain', bytes: new Blob(['new']) };

it('shows that an attached resource has changed, and reads it again only when asked to', async () => {
  const followed = Promise.withResolvers<{ update: () => void; signal: AbortSignal }>();
  const read: unknown[] = [];
  const flows = onlyWith<AgentFlows>({
    async followResource(server, uri, update, signal) {
      expect([server, uri]).toEqual(['news', 'news:a']);
      followed.resolve({ update, signal });
    },
    async readResource(server, resource) {
      read.push([server, resource]);
      return [NEW];
    },
  });
  const store = createStore<McpServersState>(() => ({
    servers: [],
    warnings: [],
    rules: [],
    permissions: { commands: [], folders: [], sandbox: { kind: 'none', reason: null, on: false, network: false } },
    consents: { lasts: 'kept', open: [] },
    error: null,
  }));
  const servers = { store, reload: async () => undefined, removeLater: () => ({ undo: () => undefined }) };
  const taken: unknown[] = [];
  const page = await render(
    <WithServices services={{ agent: onlyWith<AgentServices>({ flows }), mcp: { host: {} as McpHost, servers } }}>
      <ResourceChanged attachment={ATTACHMENT} from={FROM} onRefreshed={(contents) => taken.push(contents)} />
    </WithServices>,
  );
  const { update, signal } = await followed.promise;
  expect(page.container.querySelector('button')).toBeNull();
  await act(async () => update());
  expect(page.container.textContent).toContain('a.txt has changed on news since you attached it.');
  expect(read).toEqual([]);
  await press('Attach the new version');
  await waitFor(() => expect(taken).toEqual([[NEW]]));
  expect(read).toEqual([['news', { uri: 'news:a', name: 'a.txt' }]]);
  page.unmount();
  expect(signal.aborted).toBe(true);
});
