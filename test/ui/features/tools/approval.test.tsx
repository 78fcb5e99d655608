// @vitest-environment jsdom
import { waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { McpApproval, McpServer } from '#contract/mcp.ts';
import { HostProblemError } from '#host-client/host-error.ts';
import type { McpHost } from '#host-client/mcp-host.ts';
import type { McpServersState } from '#state/mcp-servers.ts';
import { ApprovalDialog } from '#ui/shared/servers/approval-dialog.tsx';
import { WithServices } from '#test/fakes/services.tsx';
import { render } from '../../support/render.tsx';
import { press as pressButton } from '../../support/user.ts';

const SERVER: McpServer = {
  id: 'files',
  label: 'Files',
  builtin: false,
  enabled: true,
  definition: { kind: 'stdio', command: 'npx', args: [], cwd: null, envNames: [], steering: {} },
  hash: 'h1',
  approved: false,
  trusted: false,
  health: { state: 'approval', since: 0, reason: null, nextTry: null, crashes: 0 },
  name: null,
  version: null,
  instructions: null,
  tools: null,
  revision: 0,
  signedIn: false,
};

const FIRST: McpApproval = {
  hash: 'h1',
  approved: false,
  lines: [
    { role: 'command', text: 'npx', hidden: false },
    { role: 'argument', text: `--eval=${'x'.repeat(300)}`, hidden: false },
    { role: 'argument', text: '--eval=evil\\u{202e}', hidden: true },
    { role: 'env', text: 'TOKEN', hidden: false },
  ],
  tools: [],
};

async function open(
  answers: McpApproval[],
  approve: McpHost['approve'] = async () => SERVER,
  more: { server?: McpServer; host?: Partial<McpHost> } = {},
) {
  const server = more.server ?? SERVER;
  const asked: unknown[] = [];
  const started: string[] = [];
  let closed = false;
  const host: Partial<McpHost> = {
    approval: async () => answers.shift() ?? FIRST,
    approve: async (id, agreed) => {
      asked.push(agreed);
      return approve(id, agreed);
    },
    start: async (id) => {
      started.push(id);
      return SERVER;
    },
    ...more.host,
  };
  const store = createStore<McpServersState>(() => ({
    servers: [server],
    warnings: [],
    rules: [],
    permissions: { commands: [], folders: [], sandbox: { kind: 'none', reason: null, on: false, network: false } },
    consents: { lasts: 'kept', open: [] },
    error: null,
  }));
  const servers = { store, reload: async () => undefined, removeLater: () => ({ undo: () => undefined }) };
  await render(
    <WithServices services={{ mcp: { host: host as McpHost, servers } }}>
      <ApprovalDialog server={server} open onOpenChange={() => (closed = true)} />
    </WithServices>,
  );
  const dialog = () => document.querySelector('[role="dialog"]');
  await waitFor(() => expect(dialog()).not.toBeNull());
  const press = (name: string) => pressButton(name, dialog());
  return { dialog, press, asked, started, closed: () => closed };
}

describe('the approval of a server', () => {
  it('shows every word on a line of its own, whole, and marks what was hidden in it', async () => {
    const { dialog } = await open([FIRST]);
    const shown = [...(dialog()?.querySelectorAll('dd') ?? [])].map((line) => line.textContent);
    expect(shown).toEqual(FIRST.lines.map((line) => line.text));
    expect(dialog()?.textContent).toContain('Has invisible characters');
    expect(dialog()?.textContent).toContain('are stored with your keys');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Not now'));
  });

  it('agrees to exactly what was shown, and then starts it', async () => {
    const { press, asked, started, closed } = await open([FIRST]);
    await press('Approve and start');
    expect(asked).toEqual([{ hash: 'h1' }]);
    expect(started).toEqual(['files']);
    expect(closed()).toBe(true);
  });

  it('shows it again when it has changed meanwhile', async () => {
    const stale = new HostProblemError({ type: 'about:blank', title: 'stale', status: 409, code: 'approval_stale' });
    const second: McpApproval = { ...FIRST, hash: 'h2', lines: [{ role: 'command', text: 'rm', hidden: false }] };
    const { dialog, press, started, closed } = await open([FIRST, second], () => Promise.reject(stale));
    await press('Approve and start');
    expect(dialog()?.querySelector('dd')?.textContent).toBe('rm');
    expect(dialog()?.textContent).toContain('It has changed since it was shown');
    expect(started).toEqual([]);
    expect(closed()).toBe(false);
  });

  it('says that the package is another one under the same version, with both hashes', async () => {
    const { dialog } = await open([
      { ...FIRST, package: { name: 'files@1.2.3', before: 'sha512-a', now: 'sha512-b' } },
    ]);
    for (const text of ['“files@1.2.3” has changed', 'Beforesha512-a', 'Nowsha512-b'])
      expect(dialog()?.textContent).toContain(text);
  });

  it('shows the words of changed tools before and after, and pins those', async () => {
    const changed: McpApproval = {
      ...FIRST,
      approved: true,
      tools: [
        { name: 'read', change: 'changed', hash: 't1', before: 'read: Reads.', now: 'read: Reads, then sends it.' },
        { name: 'send', change: 'added', hash: 't2', before: null, now: 'send: Sends.' },
      ],
    };
    const { dialog, press, asked, started } = await open([changed]);
    for (const text of ['Changed: read', 'read: Reads.', 'read: Reads, then sends it.', 'New: send', 'send: Sends.'])
      expect(dialog()?.textContent).toContain(text);
    await press('Approve these tools');
    expect(asked).toEqual([{ hash: 'h1', tools: { read: 't1', send: 't2' } }]);
    expect(started).toEqual([]);
  });

  it('offers to fix the version that was downloaded last, and approves what it then shows', async () => {
    const server: McpServer = {
      ...SERVER,
      definition: {
        kind: 'stdio',
        command: 'npx',
        args: ['-y', '@x/files', '/a'],
        cwd: null,
        envNames: ['TOKEN'],
        steering: { NODE_OPTIONS: '--quiet' },
      },
    };
    const changes: unknown[] = [];
    const imports: Partial<McpHost['imports']> = { downloadedVersion: async () => ({ version: '1.2.3' }) };
    const { dialog, press, asked } = await open([FIRST, { ...FIRST, hash: 'h2' }], undefined, {
      server,
      host: {
        imports: imports as McpHost['imports'],
        change: async (_id, change) => {
          changes.push(change);
          return server;
        },
      },
    });
    expect(dialog()?.textContent).toContain('@x/files has no fixed version');
    await press('Pin to 1.2.3');
    // The value of TOKEN stays where it is.
    const env = { TOKEN: null, NODE_OPTIONS: '--quiet' };
    const args = ['-y', '@x/files@1.2.3', '/a'];
    expect(changes).toEqual([{ definition: { kind: 'stdio', command: 'npx', args, cwd: null, env } }]);
    expect(asked).toEqual([]);
    await press('Approve and start');
    expect(asked).toEqual([{ hash: 'h2' }]);
  });
});
