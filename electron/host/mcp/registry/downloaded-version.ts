import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseJson, isObject } from '#core/json.ts';

type Env = Readonly<Record<string, string | undefined>>;

const NPM_NAME = /^(?:@[\w~-][\w.~-]*\/)?[\w~-][\w.~-]*$/;
const VERSION = /^\d+\.\d+\.\d+[\w.+-]*$/;
const MAX_FOLDERS = 200;

/**
 * The version of a package that npx downloaded last, read from its cache: nothing is asked for over the network. Null for
 * other runners, whose caches don't name one by its package.
 */
export async function findDownloadedVersion(
  platform: NodeJS.Platform,
  env: Env,
  from: 'npm' | 'pypi',
  name: string,
): Promise<string | null> {
  if (from !== 'npm') return null;
  const [newest] = (await downloadsOf(platform, env, name)).toSorted((one, other) => other.at - one.at);
  return newest?.version ?? null;
}

interface Download {
  folder: string;
  version: string;
  at: number;
}

/** The copies of a package that npx has downloaded. */
export async function downloadsOf(platform: NodeJS.Platform, env: Env, name: string): Promise<Download[]> {
  if (!NPM_NAME.test(name)) return [];
  const cache = join(npmCache(platform, env), '_npx');
  const folders = (await readdir(cache).catch((): string[] => [])).slice(0, MAX_FOLDERS);
  const found = await Promise.all(folders.map((folder) => versionIn(join(cache, folder), name)));
  return found.filter((one) => one !== null);
}

function npmCache(platform: NodeJS.Platform, env: Env): string {
  const set = env['npm_config_cache'] ?? env['NPM_CONFIG_CACHE'];
  if (set !== undefined) return set;
  return platform === 'win32'
    ? join(env['LOCALAPPDATA'] ?? join(env['USERPROFILE'] ?? '', 'AppData', 'Local'), 'npm-cache')
    : join(env['HOME'] ?? '', '.npm');
}

/** npx makes a folder for each set of packages that it was asked for, and lists them as dependencies. */
async function versionIn(folder: string, name: string): Promise<Download | null> {
  const asked = await readObject(join(folder, 'package.json'));
  const dependencies = asked?.['dependencies'];
  if (!isObject(dependencies) || !Object.hasOwn(dependencies, name)) return null;
  const file = join(folder, 'node_modules', name, 'package.json');
  const version = (await readObject(file))?.['version'];
  if (typeof version !== 'string' || !VERSION.test(version)) return null;
  return { folder, version, at: (await stat(file)).mtimeMs };
}

export async function readObject(file: string): Promise<Record<string, unknown> | null> {
  const value = parseJson(await readFile(file, 'utf8').catch(() => ''));
  return isObject(value) ? value : null;
}
