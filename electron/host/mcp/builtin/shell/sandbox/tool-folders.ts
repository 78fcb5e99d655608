import { isAbsolute, join } from 'node:path';
import { isInside } from '../../workspace/safe-path.ts';

/** Where toolchains are installed in a user's own folder. None of these holds a password or a token. */
const USUAL = [
  '.nvm/versions',
  '.volta/bin',
  '.volta/tools',
  '.fnm',
  '.bun/bin',
  '.deno/bin',
  '.cargo/bin',
  '.cargo/registry',
  '.rustup/toolchains',
  '.rustup/settings.toml',
  '.pyenv',
  '.rbenv',
  '.asdf',
  '.sdkman/candidates',
  '.local/bin',
  '.local/lib',
  '.local/share/pnpm',
  '.local/share/mise',
  '.local/share/uv',
  'go/bin',
  'go/pkg',
  'miniconda3',
  'anaconda3',
];

/** The folders of programs inside of the user's own folder, which is hidden otherwise. */
export function toolFolders(home: string | null, path: string): string[] {
  if (home === null) return [];
  const named = path.split(':').filter((one) => isAbsolute(one) && one !== home && isInside(home, one));
  return [...new Set([...USUAL.map((one) => join(home, one)), ...named])];
}
