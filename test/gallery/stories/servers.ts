import type { McpApproval, McpServer, McpToolState } from '#contract/mcp.ts';
import { type HostAnswers, problem, server } from '../fake-host.ts';
import { THEN, Thread } from '../fixture.ts';
import type { Story, StoryGroup } from '../story.ts';
import type { User } from '../user.ts';

const talk = () => new Thread('servers', 'Relays').user('Hello').answer('Hello.').fixture();

const tool = (name: string, more: Partial<McpToolState> = {}): McpToolState => ({
  name,
  title: null,
  description: `${name} of the notes. It does so carefully, asks nothing, and returns what has become of them, one line for each of them.`,
  hash: 'cd'.repeat(32),
  approved: true,
  enabled: true,
  readOnly: false,
  destructive: false,
  openWorld: false,
  mirrored: [],
  characters: 240,
  ...more,
});

const NOTES = server('notes', {
  label: 'Notebook',
  instructions: 'Notes of the user, one file for each.',
  tools: [
    tool('read', { readOnly: true }),
    tool('write', { characters: 900 }),
    tool('remove', { destructive: true, approved: false }),
    tool('publish', { openWorld: true, enabled: false }),
  ],
});
const NEW = server('new', {
  label: 'Notebook',
  approved: false,
  tools: null,
  health: { state: 'approval', since: 0, reason: null, nextTry: null, crashes: 0 },
  definition: { kind: 'stdio', command: 'npx', args: ['-y', 'notes-server'], cwd: null, envNames: [], steering: {} },
});

const APPROVAL: McpApproval = {
  hash: 'ab'.repeat(32),
  approved: false,
  lines: [
    { role: 'command', text: 'npx', hidden: false },
    { role: 'argument', text: '-y', hidden: false },
    { role: 'argument', text: String.raw`notes-server\u202e`, hidden: true },
    { role: 'steering', text: 'NODE_OPTIONS=--require /home/you/hook.js', hidden: false },
    { role: 'env', text: 'NOTES_TOKEN', hidden: false },
  ],
  tools: [],
};

const hostOf = (one: McpServer, approval: McpApproval = { ...APPROVAL, hash: one.hash }): HostAnswers => ({
  'GET /api/mcp/servers': { servers: [one], warnings: ['The file names a server twice.'] },
  [`GET /api/mcp/servers/${one.id}/approval`]: approval,
  [`GET /api/mcp/servers/${one.id}/log`]: {
    lines: [
      { at: THEN, from: 'host', text: 'starts npx -y notes-server' },
      { at: THEN + 1200, from: 'stderr', text: 'Notes server listening on stdio' },
      { at: THEN + 1300, from: 'server', text: 'Read 42 notes' },
    ],
  },
});

const page = (id: string, title: string, host: HostAnswers, act: (user: User) => Promise<void>): Story => ({
  id: `servers-${id}`,
  title,
  route: '/settings/tools',
  stored: talk,
  host,
  // A line of a log, and a toast that stays as it was shown.
  userTexts: ['host', 'Undo'],
  act,
});

const paste = async (user: User) => {
  await user.press('Add a server');
  await user.press('Paste');
  await user.type('Configuration, command, or address', '{ "mcpServers": {} }');
  await user.press('Check');
};

const directory = (agreed: boolean) => ({
  address: 'https://registry.modelcontextprotocol.io',
  standard: 'https://registry.modelcontextprotocol.io',
  practice: 'https://registry.practice.invalid',
  agreed,
});

const search = async (user: User) => {
  await user.press('Add a server');
  await user.press('Registry');
};

export const servers: StoryGroup = {
  title: 'Servers of tools',
  stories: [
    page('details', 'A server with its tools', hostOf(NOTES), (user) => user.press('Details of Notebook')),
    page('edit', 'Editing a server', hostOf(NOTES), async (user) => {
      await user.press('Details of Notebook');
      await user.press('Edit Notebook');
    }),
    page('log', 'The log of a server', hostOf(NOTES), async (user) => {
      await user.press('Details of Notebook');
      await user.press('Log of Notebook');
    }),
    page('remove', 'Removing a server', hostOf(NOTES), async (user) => {
      await user.press('Details of Notebook');
      await user.press('Remove Notebook');
    }),
    page('approve', 'Approving a server', hostOf(NEW), (user) => user.press('Review')),
    page(
      'approve-package',
      'Another package under the approved version',
      hostOf(NEW, {
        ...APPROVAL,
        hash: NEW.hash,
        package: {
          name: 'notes-server@2.1.0',
          before: `sha512-${'aB3+'.repeat(21)}aQ==`,
          now: `sha512-${'x9/Q'.repeat(21)}wA==`,
        },
      }),
      (user) => user.press('Review'),
    ),
    page(
      'changes',
      'Approving changed tools',
      hostOf(NOTES, {
        ...APPROVAL,
        hash: NOTES.hash,
        approved: true,
        tools: [
          { name: 'remove', change: 'added', hash: 'ef'.repeat(32), before: null, now: 'Removes a note.' },
          {
            name: 'write',
            change: 'changed',
            hash: 'ef'.repeat(32),
            before: 'Writes a note.',
            now: 'Writes and sends a note.',
          },
        ],
      }),
      (user) => user.press('Review'),
    ),
    page(
      'pasted',
      'Pasted servers',
      {
        'POST /api/mcp/import/preview': {
          servers: [{ label: 'Notebook', kind: 'stdio', lines: APPROVAL.lines }],
          asks: [
            {
              token: '${input:token}',
              kind: 'input',
              description: 'The token of your notes',
              secret: true,
              optional: false,
              multiple: false,
              initial: '',
              choices: [],
              servers: ['Notebook'],
            },
            {
              token: '${folder}',
              kind: 'folder',
              description: '',
              secret: false,
              optional: true,
              multiple: false,
              initial: '/home/you',
              choices: [],
              servers: ['Notebook'],
            },
          ],
          problems: [{ code: 'field', server: 'Old', detail: 'transport' }],
        },
      },
      paste,
    ),
    page(
      'found',
      'Servers of other apps on this computer',
      {
        'GET /api/mcp/import/found': {
          files: [
            { app: 'Codex', path: '/home/you/.codex/config.toml', servers: ['fetch', 'tickets'] },
            { app: 'Cursor', path: '/home/you/.cursor/mcp.json', servers: null },
          ],
        },
      },
      async (user) => {
        await user.press('Add a server');
        await user.press('Paste');
        await user.press('Look on this computer');
      },
    ),
    page(
      'unpinned',
      'A package without a fixed version',
      { 'GET /api/mcp/import/version': { version: '2.4.1' } },
      async (user) => {
        await user.press('Add a server');
        await user.type('Command', 'npx');
        await user.type('Arguments, one per line', '-y\nnotes-server');
      },
    ),
    page(
      'directory-consent',
      'The registry before it is asked',
      { 'GET /api/mcp-directory': directory(false) },
      search,
    ),
    page(
      'directory',
      'Servers in the registry',
      {
        'GET /api/mcp-directory': directory(true),
        'GET /api/mcp-directory/servers': {
          hits: [
            {
              name: 'io.example/notes',
              title: 'Ledger',
              description: 'Keeps notes, one file for each.',
              version: '1.2.3',
              repository: 'https://example.com/notes',
              warning: null,
              ways: [
                { kind: 'npm', target: '@example/notes@1.2.3', text: '{}', sha256: null, more: ['NOTES_FOLDER'] },
                {
                  kind: 'mcpb',
                  target: 'https://example.com/notes-1.2.3.mcpb',
                  text: null,
                  sha256: '5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8',
                  more: [],
                },
              ],
            },
            {
              name: 'io.example/old',
              title: 'Old notes',
              description: '',
              version: '0.1.0',
              repository: null,
              warning: 'Its publisher has given it up.',
              ways: [{ kind: 'other', target: 'old-notes', text: null, sha256: null, more: [] }],
            },
          ],
          unread: 1,
          next: 'more',
        },
      },
      search,
    ),
    page(
      'directory-failed',
      'A registry that does not answer',
      {
        'GET /api/mcp-directory': directory(true),
        'GET /api/mcp-directory/servers': () =>
          problem(
            'upstream_unreachable',
            'Couldn’t get the list from registry.modelcontextprotocol.io. Check your internet connection, then try again.',
          ),
      },
      search,
    ),
    page(
      'refused',
      'Pasted text that the host refuses',
      { 'POST /api/mcp/import/preview': () => problem('internal', 'It broke.') },
      paste,
    ),
    page(
      'consents',
      'Consents to confirm',
      {
        'GET /api/consents': {
          lasts: 'run',
          open: [
            {
              id: 'c1',
              kind: 'server',
              words: ['npx -y notes-server'],
              session: null,
              at: THEN,
              given: null,
              state: 'earlier',
            },
            {
              id: 'c2',
              kind: 'folder',
              words: ['/home/you/relay'],
              session: 'servers',
              at: THEN,
              given: null,
              state: 'earlier',
            },
            { id: 'c3', kind: 'env', words: ['HTTPS_PROXY'], session: null, at: THEN, given: null, state: 'invalid' },
          ],
        },
        'GET /api/mcp/rules': {
          rules: [
            {
              id: 'rule-1',
              server: 'builtin_shell_server',
              tool: 'run',
              session: 'servers',
              at: THEN,
              given: { mount: 'browser', window: 1, session: 'servers' },
              state: 'invalid',
              valid: false,
            },
          ],
        },
      },
      (user) => user.sees('Approvals from an earlier version'),
    ),
    page(
      'sign-in',
      'Signing in to a server',
      {
        ...hostOf({
          ...NOTES,
          definition: { kind: 'http', url: 'https://notes.example/mcp', headerNames: [], client: null },
          health: { state: 'sign-in', since: 0, reason: 'The sign-in has expired.', nextTry: null, crashes: 0 },
        }),
        'POST /api/mcp/servers/notes/sign-in': { url: 'https://notes.example/sign-in', opened: true },
      },
      (user) => user.press('Sign in'),
    ),
    page('add-remote', 'Adding an address', {}, async (user) => {
      await user.press('Add a server');
      await user.press('Address');
      await user.press('Add');
    }),
  ],
};
