// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { Connection } from '#contract/connection.ts';
import type { McpServer } from '#contract/mcp.ts';
import { modelListKey } from '#state/model-lists.ts';
import type { McpServersState } from '#state/mcp-servers.ts';
import type { McpHost } from '#host-client/mcp-host.ts';
import { useToolName } from '#ui/shared/servers/use-tool-name.ts';
import { useOriginFacts } from '#ui/shared/vendors/use-origin-facts.ts';
import { useModelName } from '#ui/data/use-model-name.ts';
import { useServerName } from '#ui/shared/servers/use-server-name.ts';
import { textsIn } from '#test/ui/support/i18n.ts';
import { TextsProvider } from '#ui/kit/i18n/texts-provider.tsx';
import { ChatWorld, CONNECTION } from '#test/fakes/chat-world.ts';
import { createPageData, mountHook } from '#test/fakes/page-data.tsx';
import { WithServices } from '#test/fakes/services.tsx';

async function begin() {
  const world = await ChatWorld.open();
  return createPageData(world, world.window());
}

describe('the name of a model', () => {
  it('is there before the host has answered, and when the connection is gone', async () => {
    const data = await begin();
    data.connections.store.setState({ connections: undefined });
    const hook = await mountHook(data, useModelName);
    const claude = { connection: CONNECTION.id, model: 'practice-claude' };
    expect(hook.value()(claude)).toBe('Practice Claude');
    data.connections.store.setState({ connections: [] });
    expect(hook.value()(claude)).toBe('Practice Claude');
    expect(hook.value()({ connection: 'gone', model: 'claude-opus-4-8-20260101' })).toBe('Claude Opus 4.8');
    expect(hook.value()({ connection: 'gone', model: 'of-somebody' })).toBe('of-somebody');
    await hook.unmount();
  });

  it('is what the vendor lists it as, in the picker and above its answers', async () => {
    const data = await begin();
    const models = [{ id: 'house-7', label: 'House Model 7' }];
    await data.settings.set(modelListKey(CONNECTION.id), { at: 1, models });
    const name = await mountHook(data, useModelName);
    const describeOrigin = await mountHook(data, useOriginFacts);
    expect(name.value()({ connection: CONNECTION.id, model: 'house-7' })).toBe('House Model 7');
    const origin = { vendor: CONNECTION.vendor, model: 'house-7', endpoint: CONNECTION.baseUrl };
    expect(describeOrigin.value()(origin).label).toBe('House Model 7');
    await name.unmount();
    await describeOrigin.unmount();
  });

  it('is that of the connection whose key was used, of several at one address', async () => {
    const data = await begin();
    const [first, second] = ['home', 'work'].map((name) => ({ ...CONNECTION, id: name, label: name, account: name }));
    data.connections.store.setState({ connections: [first, second] as Connection[] });
    const describeOrigin = await mountHook(data, useOriginFacts);
    const { vendor, baseUrl: endpoint } = CONNECTION;
    const sourceOf = (account: string) => describeOrigin.value()({ vendor, model: 'm', endpoint, account }).source;
    expect(['home', 'work', 'a key that was replaced'].map(sourceOf)).toEqual(['home', 'work', 'home']);
    await describeOrigin.unmount();
  });

  it('comes from the server that it came from once no connection leads there, and not from its protocol’s vendor', async () => {
    const data = await begin();
    const describeOrigin = await mountHook(data, useOriginFacts);
    const sourceAt = (endpoint?: string) =>
      describeOrigin.value()({ vendor: 'openai', model: 'm', ...(endpoint !== undefined && { endpoint }) }).source;
    expect(sourceAt('http://10.0.0.7:8000/v1')).toBe('10.0.0.7:8000');
    expect(sourceAt('https://api.openai.com/v1')).toBe('OpenAI');
    expect(sourceAt('https://openai.practice.invalid/v1')).toBe('OpenAI');
    expect(sourceAt()).toBe('OpenAI');
    await describeOrigin.unmount();
  });
});

describe('the name of a server', () => {
  it('is the one that the user gave it, else its id; Baton’s own have names in the language of the page', async () => {
    const data = await begin();
    const store = createStore<McpServersState>(() => ({
      servers: undefined,
      warnings: [],
      rules: [],
      permissions: { commands: [], folders: [], sandbox: { kind: 'none', reason: null, on: false, network: false } },
      consents: { lasts: 'kept', open: [] },
      error: null,
    }));
    const servers = { store, reload: async () => undefined, removeLater: () => ({ undo: () => undefined }) };
    const wrap = (content: React.ReactNode) => (
      <TextsProvider texts={textsIn('en')}>
        <WithServices services={{ mcp: { host: {} as McpHost, servers } }}>{content}</WithServices>
      </TextsProvider>
    );
    const server = await mountHook(data, useServerName, wrap);
    const tool = await mountHook(data, useToolName, wrap);
    expect(server.value()('my_files')).toBe('my_files');
    expect(server.value()('builtin_shell_server')).toBe('Commands');
    store.setState({ servers: [{ id: 'my_files', label: 'My Files' } as McpServer] });
    await expect.poll(() => server.value()('my_files')).toBe('My Files');
    await expect.poll(() => tool.value()('my_files__read')).toEqual({ server: 'My Files', tool: 'read' });
    await server.unmount();
    await tool.unmount();
  });
});
