import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { posix, win32 } from 'node:path';
import type { McpFoundFile } from '#contract/mcp-imports.ts';
import { reasonText } from '#core/reasons.ts';
import { HostError } from '../../base/problem.ts';
import { readPaste } from './read-paste.ts';

/** Files in which other apps on this computer keep their MCP servers. */
export interface OtherApps {
  /** Those that exist. Values in them don't leave the host. */
  list(): Promise<McpFoundFile[]>;
  /** Throws `not_found` for a path that `list` doesn't name. */
  read(path: string): Promise<string>;
}

interface AppFile {
  app: string;
  path: string;
}

/** A settings file has some kilobytes; Claude Code's also holds its history and may grow without end. */
const MAX_BYTES = 1024 * 1024;

/** Where each app keeps its servers, in the folder that the user works in and in theirs (their documentation, 2026-11). */
const IN_FOLDER: readonly (readonly [app: string, path: string])[] = [
  ['Claude Code', '.mcp.json'],
  ['VS Code', '.vscode/mcp.json'],
  ['Cursor', '.cursor/mcp.json'],
  ['Codex', '.codex/config.toml'],
  ['opencode', 'opencode.json'],
];

function appFiles(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
  folder: string | null,
): AppFile[] {
  const windows = platform === 'win32';
  const system = windows ? win32 : posix;
  const join = (...steps: string[]) => system.join(...steps);
  const home = (windows ? env['USERPROFILE'] : env['HOME']) ?? env['HOME'] ?? '';
  const ownConfig = env['XDG_CONFIG_HOME'] ?? join(home, '.config');
  const appData = windows
    ? (env['APPDATA'] ?? join(home, 'AppData', 'Roaming'))
    : platform === 'darwin'
      ? join(home, 'Library', 'Application Support')
      : ownConfig;
  const own: AppFile[] = [
    ['Claude Desktop', join(appData, 'Claude', 'claude_desktop_config.json')],
    ['Claude Code', join(home, '.claude.json')],
    ['Codex', join(home, '.codex', 'config.toml')],
    ['Cursor', join(home, '.cursor', 'mcp.json')],
    ['Gemini CLI', join(home, '.gemini', 'settings.json')],
    [
      'goose',
      windows ? join(appData, 'Block', 'goose', 'config', 'config.yaml') : join(ownConfig, 'goose', 'config.yaml'),
    ],
    ['LM Studio', join(home, '.lmstudio', 'mcp.json')],
    ['opencode', join(ownConfig, 'opencode', 'opencode.json')],
    ['opencode', join(ownConfig, 'opencode', 'opencode.jsonc')],
    ['VS Code', join(appData, 'Code', 'User', 'mcp.json')],
    ['Windsurf', join(home, '.codeium', 'windsurf', 'mcp_config.json')],
    ['Zed', windows ? join(appData, 'Zed', 'settings.json') : join(ownConfig, 'zed', 'settings.json')],
  ].map(([app = '', path = '']) => ({ app, path }));
  const inFolder = folder === null ? [] : IN_FOLDER.map(([app, path]) => ({ app, path: join(folder, path) }));
  return home === '' ? inFolder : [...own, ...inFolder];
}

export function createOtherApps(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
  folder: () => Promise<string | null>,
): OtherApps {
  const files = async () => appFiles(platform, env, await folder());

  async function describe({ app, path }: AppFile): Promise<McpFoundFile | null> {
    const content = await readSmall(path);
    if (content === null) return null;
    if (content === 'too-large') return { app, path, servers: null };
    const { servers, problems } = readPaste(content);
    const unread = problems.some(({ code }) => code === 'json' || code === 'format');
    if (servers.length === 0 && !unread) return null;
    return { app, path, servers: unread ? null : servers.map(({ label }) => label) };
  }

  return {
    list: async () => (await Promise.all((await files()).map(describe))).filter((one) => one !== null),
    async read(path) {
      const known = (await files()).some((one) => one.path === path);
      const content = known ? await readSmall(path) : null;
      if (content === null) throw new HostError('not_found', reasonText('server.fileGone'));
      if (content === 'too-large') throw new HostError('payload_too_large', reasonText('server.fileLarge'));
      return content;
    },
  };
}

/** A pipe would wait forever for a writer. Windows has none. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** Returns null where there is no file, or none that this user may read. */
async function readSmall(path: string): Promise<string | null> {
  const file = await open(path, FLAGS).catch(() => null);
  if (file === null) return null;
  try {
    const facts = await file.stat();
    if (!facts.isFile()) return null;
    return facts.size > MAX_BYTES ? 'too-large' : await file.readFile('utf8');
  } finally {
    await file.close();
  }
}
