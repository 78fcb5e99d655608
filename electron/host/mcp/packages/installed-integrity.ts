import { join } from 'node:path';
import { isObject } from '#core/json.ts';
import { downloadsOf, readObject } from '../registry/downloaded-version.ts';
import type { ExactPackage } from './exact-package.ts';

/**
 * The hashes of the copies of a package that npx has downloaded and would run again without asking the registry. npm
 * writes them when it installs (`node_modules/.package-lock.json`, npm 7 and later).
 */
export async function installedIntegrity(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
  { name, version }: ExactPackage,
): Promise<string[]> {
  const downloads = await downloadsOf(platform, env, name);
  const found = await Promise.all(
    downloads.map(async ({ folder }) => {
      const lock = await readObject(join(folder, 'node_modules', '.package-lock.json'));
      const packages = lock?.['packages'];
      const own = isObject(packages) ? packages[`node_modules/${name}`] : null;
      return isObject(own) && own['version'] === version && typeof own['integrity'] === 'string'
        ? [own['integrity']]
        : [];
    }),
  );
  return [...new Set(found.flat())];
}
