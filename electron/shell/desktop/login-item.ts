import { mkdir, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { App } from 'electron';
import { readText } from '../../host/base/private-file.ts';

export interface LoginItem {
  /** `null` where Baton isn't started at login: it runs from its sources, or is portable. */
  state(): Promise<boolean | null>;
  change(on: boolean): Promise<void>;
}

interface LoginItemDeps {
  app: Pick<App, 'getLoginItemSettings' | 'isPackaged' | 'setLoginItemSettings'>;
  portable: boolean;
  platform: NodeJS.Platform;
  env: Readonly<Record<string, string | undefined>>;
  /** The program that runs. */
  execPath: string;
}

/** An argument of `Exec` in quotes: Desktop Entry Specification 1.5, "The Exec key", read on 2026-11-26. */
const quoted = (path: string): string =>
  `"${path
    .replaceAll(/["`$\\]/g, String.raw`\$&`)
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%')}"`;

/** Electron knows login items of macOS and Windows. On Linux it is a file of the desktop's own autostart folder. */
export function createLoginItem({ app, portable, platform, env, execPath }: LoginItemDeps): LoginItem {
  if (!app.isPackaged || portable) return { state: async () => null, change: async () => undefined };
  if (platform !== 'linux')
    return {
      state: async () => app.getLoginItemSettings().openAtLogin,
      change: async (openAtLogin) => app.setLoginItemSettings({ openAtLogin }),
    };
  const folder = env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config');
  const file = join(folder, 'autostart', 'baton.desktop');
  // An AppImage runs from a folder that is gone after the next start.
  const program = env['APPIMAGE'] ?? execPath;
  return {
    state: async () => (await readText(file)) !== null,
    async change(on) {
      if (!on) return rm(file, { force: true });
      await mkdir(dirname(file), { recursive: true });
      const lines = ['[Desktop Entry]', 'Type=Application', 'Name=Baton', `Exec=${quoted(program)}`, 'Terminal=false'];
      return writeFile(file, `${lines.join('\n')}\n`);
    },
  };
}
