import { z } from 'zod';
import type { HostDeps } from '../../base/deps.ts';
import { askRegistry } from './ask-registry.ts';
import type { ExactPackage } from './exact-package.ts';

const PYPI = 'https://pypi.org/simple';
/** What names uv's index (uv's reference of commands and variables, 2026). Its files of settings aren't read. */
const INDEX = { options: ['--default-index', '--index-url', '-i'], variables: ['UV_DEFAULT_INDEX', 'UV_INDEX_URL'] };
const FURTHER = {
  options: ['--index', '--extra-index-url', '--find-links', '-f'],
  variables: ['UV_INDEX', 'UV_EXTRA_INDEX_URL', 'UV_FIND_LINKS'],
};
/** An index lists every file of every version. */
const MAX_BYTES = 16 * 1024 * 1024;
const MAX_FILES = 200;

/** Of an index's answer for one project (PEP 691). */
const Project = z.object({
  files: z.array(z.object({ filename: z.string(), hashes: z.object({ sha256: z.string().optional() }) })),
});

/** The same for all spellings (PEP 503). */
const normalized = (name: string) => name.replaceAll(/[-_.]+/g, '-').toLowerCase();

/**
 * The SHA-256 hashes of all files that are published of a version, for every system, sorted. Rejects when the index
 * doesn't answer or has none, or when uv looks into further indexes first.
 */
export async function publishedHashes(
  deps: Pick<HostDeps, 'fetch' | 'clock'>,
  { name, version, options }: ExactPackage,
  env: Readonly<Record<string, string>>,
): Promise<string[]> {
  if (setting(FURTHER, options, env) !== null) throw new Error('it comes from more than one index');
  const index = (setting(INDEX, options, env) ?? PYPI).replace(/\/*$/, '');
  const project = normalized(name);
  if (!URL.canParse(index)) throw new Error(`“${index}” is not an address`);
  const answer = await askRegistry(deps, new URL(`${index}/${project}/`), {
    accept: 'application/vnd.pypi.simple.v1+json',
    maxBytes: MAX_BYTES,
  });
  const files = Project.parse(answer).files.filter(({ filename }) => isOf(filename, project, version.toLowerCase()));
  const hashes = files.map(({ hashes: { sha256 } }) => sha256 ?? '');
  if (hashes.length === 0 || hashes.length > MAX_FILES || hashes.includes(''))
    throw new Error('it publishes no hashes of this version');
  return hashes.map((hash) => `sha256-${hash}`).toSorted();
}

/** Whether a file is one of this version: `name-version.tar.gz`, or `name-version-….whl`. */
function isOf(filename: string, project: string, version: string): boolean {
  const parts = filename
    .toLowerCase()
    .replace(/\.(?:tar\.\w+|zip|whl|egg)$/, '')
    .split('-');
  return parts.some((part, at) => part === version && normalized(parts.slice(0, at).join('-')) === project);
}

/** The value of the first of these that is given. */
function setting(
  { options, variables }: typeof INDEX,
  given: readonly string[],
  env: Readonly<Record<string, string>>,
): string | null {
  for (const [at, arg] of given.entries())
    for (const option of options) {
      if (arg === option) return given[at + 1] ?? '';
      if (arg.startsWith(`${option}=`)) return arg.slice(option.length + 1);
    }
  return variables.map((name) => env[name] ?? '').find((value) => value !== '') ?? null;
}
