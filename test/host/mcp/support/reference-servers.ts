import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

export type ReferenceServer = 'everything' | 'filesystem' | 'memory' | 'sequential-thinking';

/** The program of a third-party reference server, from its npm package. */
export function referenceServer(name: ReferenceServer): string {
  const pkg = `@modelcontextprotocol/server-${name}`;
  let manifest: string;
  try {
    manifest = require.resolve(`${pkg}/package.json`);
  } catch {
    throw new Error(`These tests need the package ${pkg}: npm install`);
  }
  const { bin } = require(manifest) as { bin: Record<string, string> };
  return join(dirname(manifest), Object.values(bin)[0] ?? '');
}
