import { z } from 'zod';
import { readRunPackage } from '#core/run-package.ts';
import { networkOf } from '../../base/base-url.ts';
import type { HostDeps } from '../../base/deps.ts';
import { readBytes } from '../../base/read-body.ts';
import type { Spawner } from '../process/spawner.ts';
import type { ServerDefinition } from '../registry/entry.ts';

/** An exact version of a package of npm. */
export interface NpmPackage {
  name: string;
  version: string;
}

const EXACT = /^((?:@[\w~-][\w.~-]*\/)?[\w~-][\w.~-]*)@v?(\d+\.\d+\.\d+[\w.+-]*)$/;
const MAX_MS = 10_000;
/** A version that lists thousands of files in its metadata is not rare. */
const MAX_BYTES = 4 * 1024 * 1024;
const MAX_ANSWER = 8 * 1024;

/** Of a registry's answer for one version (npm registry API, `GET /<package>/<version>`, 2026). */
const Version = z.object({
  dist: z.object({
    integrity: z
      .string()
      .regex(/^sha\d+-[\w+/=]{20,}/)
      .max(2000),
  }),
});

/** The package that npx runs, when its version is exact. Without one, nothing can be said about what runs. */
export function npmPackageOf(definition: ServerDefinition): NpmPackage | null {
  if (definition.kind !== 'stdio') return null;
  const found = readRunPackage(definition.command, definition.args);
  if (found?.runner !== 'npx') return null;
  const [, name, version] = EXACT.exec(found.spec) ?? [];
  return name !== undefined && version !== undefined ? { name, version } : null;
}

/**
 * Asks the registry that npm itself would ask, by npm's own settings, for the hash of a published version. Rejects when
 * it doesn't answer, or asks for a sign-in, which only npm has.
 */
export async function publishedIntegrity(
  deps: Pick<HostDeps, 'fetch' | 'clock'>,
  spawner: Spawner,
  { name, version }: NpmPackage,
  env: Record<string, string>,
): Promise<string> {
  const registry = new URL(await registryOf(spawner, name, env));
  const reach = networkOf(registry.hostname);
  if (
    reach === 'forbidden' ||
    (registry.protocol !== 'https:' && (registry.protocol !== 'http:' || reach === 'public'))
  )
    throw new Error(`the registry's address is not safe`);
  const address = `${registry.href.replace(/\/*$/, '')}/${name.replace('/', '%2f')}/${version}`;
  const ending = new AbortController();
  const late = deps.clock.setTimeout(() => ending.abort(new Error('it took too long')), MAX_MS);
  try {
    const request = new Request(address, {
      headers: { accept: 'application/json' },
      redirect: 'manual',
      signal: ending.signal,
    });
    const response = await deps.fetch(request, reach);
    if (response.status !== 200) throw new Error(`it answered with status ${response.status}`);
    const bytes = await readBytes(response, MAX_BYTES);
    // A body that was cut off by the abort ends like a complete one.
    ending.signal.throwIfAborted();
    return Version.parse(JSON.parse(new TextDecoder().decode(bytes))).dist.integrity;
  } finally {
    deps.clock.clearTimeout(late);
    // The rest of the answer is not needed.
    ending.abort();
  }
}

async function registryOf(spawner: Spawner, name: string, env: Record<string, string>): Promise<string> {
  const [scope] = /^@[^/]+(?=\/)/.exec(name) ?? [];
  const keys = ['registry', ...(scope === undefined ? [] : [`${scope}:registry`])];
  const child = await spawner.spawn({
    command: 'npm',
    args: ['config', 'get', ...keys],
    cwd: null,
    env,
    stdin: 'closed',
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => void (said = (said + text).slice(0, MAX_ANSWER)));
  child.stderr.resume();
  const late = setTimeout(() => void child.kill(), MAX_MS);
  const { code } = await child.exited;
  clearTimeout(late);
  if (code !== 0) throw new Error(`npm ended with code ${String(code)}`);
  // One key is answered by its value, several by a line each.
  const lines = new Map(
    said
      .split('\n')
      .map((line): [string, string] => {
        const at = scope === undefined ? -1 : line.indexOf('=');
        return [line.slice(0, Math.max(0, at)) || 'registry', line.slice(at + 1).trim()];
      })
      .filter(([, value]) => URL.canParse(value)),
  );
  const address = (scope === undefined ? undefined : lines.get(`${scope}:registry`)) ?? lines.get('registry');
  if (address === undefined) throw new Error('npm names no registry');
  return address;
}
