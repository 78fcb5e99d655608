// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { McpDirectoryHit, McpDirectoryState } from '#contract/mcp-directory.ts';
import type { McpHost } from '#host-client/mcp-host.ts';
import type { McpServersState } from '#state/mcp-servers.ts';
import { DirectorySearch } from '#ui/features/tools/directory-search.tsx';
import { WithServices } from '#test/fakes/services.tsx';
import { render } from '../../support/render.tsx';
import { press } from '../../support/user.ts';

const OFFICIAL = 'https://registry.modelcontextprotocol.io';
const STATE: McpDirectoryState = { address: OFFICIAL, standard: OFFICIAL, practice: null, agreed: false };

const hit = (name: string, more: Partial<McpDirectoryHit> = {}): McpDirectoryHit => ({
  name: `io.x/${name}`,
  title: name,
  description: '',
  version: '1.0.0',
  repository: null,
  warning: null,
  ways: [{ kind: 'npm', target: `${name}@1.0.0`, text: `{"${name}":1}`, sha256: null, more: [] }],
  ...more,
});

/** The registry answers once it is `free`. */
async function open(
  state: McpDirectoryState,
  pages: { hits: McpDirectoryHit[]; next: string | null }[],
  free?: Promise<void>,
) {
  const asked: unknown[] = [];
  const filled: unknown[] = [];
  const directory: Partial<McpHost['directory']> = {
    directory: async () => state,
    agreeToDirectory: async (given) => {
      asked.push(given);
      return { ...state, agreed: true };
    },
    searchDirectory: async (query) => {
      asked.push(query);
      await free;
      return { unread: 0, hits: [], next: null, ...pages.shift() };
    },
  };
  const store = createStore<McpServersState>(() => ({
    servers: [],
    warnings: [],
    rules: [],
    permissions: { commands: [], folders: [], sandbox: { kind: 'none', reason: null, on: false, network: false } },
    consents: { lasts: 'kept', open: [] },
    error: null,
  }));
  const servers = { store, reload: async () => undefined, removeLater: () => ({ undo: () => undefined }) };
  const host = { directory } as Partial<McpHost> as McpHost;
  const page = await render(
    <WithServices services={{ mcp: { host, servers } }}>
      <DirectorySearch onFill={(text) => filled.push(text)} onBundle={(sha256) => filled.push({ sha256 })} />
    </WithServices>,
  );
  const text = () => page.container.textContent;
  return { asked, filled, text };
}

describe('the registry of servers', () => {
  it('says who learns what, and asks nothing before the user agreed', async () => {
    const { asked, text } = await open(STATE, [{ hits: [hit('notes')], next: null }]);
    await waitFor(() => expect(text()).toContain('registry.modelcontextprotocol.io learns what you search for'));
    expect(text()).toContain('The servers aren’t');
    expect(asked).toEqual([]);
    await press('Agree and search');
    expect(asked).toEqual([{ address: OFFICIAL }, { search: '', cursor: null }]);
    expect(text()).toContain('notes@1.0.0');
  });

  it('fills the form with what was chosen, page by page, and hands over the hash of a bundle', async () => {
    const sha256 = 'a'.repeat(64);
    const bundle = hit('packed', {
      ways: [{ kind: 'mcpb', target: 'https://x/y.mcpb', text: null, sha256, more: [] }],
    });
    const { asked, filled, text } = await open({ ...STATE, agreed: true }, [
      { hits: [hit('one')], next: 'c' },
      { hits: [hit('two', { warning: 'Given up.' }), bundle], next: null },
    ]);
    await waitFor(() => expect(text()).toContain('one@1.0.0'));
    await press('Show more');
    expect(asked.at(-1)).toEqual({ search: '', cursor: 'c' });
    expect(text()).toContain('The registry warns about it: Given up.');
    expect(text()).toContain(sha256);
    await press('Fill in two@1.0.0');
    await press('Choose the file');
    expect(filled).toEqual(['{"two":1}', { sha256 }]);
  });

  it('searches for words that are entered while the first servers are still being listed', async () => {
    const slow = Promise.withResolvers<void>();
    const pages = [hit('one'), hit('two')].map((one) => ({ hits: [one], next: null }));
    const { asked, text } = await open({ ...STATE, agreed: true }, pages, slow.promise);
    await userEvent.type(await screen.findByRole('searchbox'), 'two{Enter}');
    slow.resolve();
    await waitFor(() => expect(text()).toContain('two@1.0.0'));
    expect(asked).toEqual([
      { search: '', cursor: null },
      { search: 'two', cursor: null },
    ]);
  });
});
