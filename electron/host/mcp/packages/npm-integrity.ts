import { z } from 'zod';
import type { HostDeps } from '../../base/deps.ts';
import type { Spawner } from '../process/spawner.ts';
import { askRegistry } from './ask-registry.ts';
import type { ExactPackage } from './exact-package.ts';

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

/**
 * Asks the registry that npm itself would ask, by npm's own settings, for the hash of a published version. Rejects when
 * it doesn't answer, or asks for a sign-in, which only npm has.
 */
export async function publishedIntegrity(
  deps: Pick<HostDeps, 'fetch' | 'clock'>,
  spawner: Spawner,
  { name, version }: ExactPackage,
  env: Record<string, string>,
): Promise<string> {
  const registry = (await registryOf(spawner, name, env)).replace(/\/*$/, '');
  const answer = await askRegistry(deps, new URL(`${registry}/${name.replace('/', '%2f')}/${version}`), {
    accept: 'application/json',
    maxBytes: MAX_BYTES,
  });
  return Version.parse(answer).dist.integrity;
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
