import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { COMPILE_CACHE } from './compile-cache.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const TESTS = '*.test.{ts,tsx}';

/**
 * Folders whose files run one after another in the same workers, which load the code once. Files that draw on a DOM
 * share workers as well, and a file that replaces a module gets one of its own. Servers of practice vendors replace
 * `Response`, which the host's tests compare.
 */
const SHARED = {
  engine: '{arch,archive,conformance,core,practice,search,vendors}',
  data: '{flows,journal,snapshots,state,storage,tools,transfer,workers}',
  host: '{history,host,host-client,packaging,shell}',
  drawing: '{bench,docs,documents,markdown,texts,ui}',
};
const OWN_WORKER = /vi\.mock\(/;
const DOM = /@vitest-environment jsdom/;

function sharedFiles(folders: string, hasDom: boolean): string[] {
  return globSync(`test/${folders}/**/${TESTS}`, { cwd: root }).filter((name) => {
    const code = readFileSync(join(root, name), 'utf8');
    return !OWN_WORKER.test(code) && DOM.test(code) === hasDom;
  });
}

const shared = Object.entries(SHARED).map(([name, folders]) => ({ name, include: sharedFiles(folders, false) }));
const page = { name: 'page', include: sharedFiles('{archive,markdown,state,ui}', true) };

/** Component tests opt into a DOM with `// @vitest-environment jsdom` at the top of the file. */
export default defineConfig({
  root,
  test: {
    environment: 'node',
    setupFiles: ['test/fixed-seed.ts', 'test/empty-databases.ts', 'test/ui/support/no-raw-places.ts'],
    env: { NODE_COMPILE_CACHE: COMPILE_CACHE },
    // One more than processors: many tests wait for processes, connections and timers.
    maxWorkers: availableParallelism() + 1,
    // A busy machine may need long for what takes no time here, and a thorough run draws more values.
    testTimeout: 60_000 * Math.max(1, Number(process.env.THOROUGH ?? 1)),
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    // Like page tests: on a CI machine a failed test is retried once, and is reported at the end if it passes.
    retry: process.env.CI ? 1 : 0,
    restoreMocks: true,
    // The report at the end of a run has only the message of a failure, which must say what was compared.
    chaiConfig: { truncateThreshold: 2000 },
    projects: [
      ...shared.map((files) => ({ extends: true as const, test: { ...files, isolate: false } })),
      {
        extends: true,
        test: {
          ...page,
          isolate: false,
          setupFiles: ['test/ui/support/fresh-document.ts'],
          // Not setInterval: jsdom draws its frames with it, and a frame requested of a fake clock stops those of every
          // later test.
          fakeTimers: {
            toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'clearImmediate', 'Date', 'performance'],
          },
        },
      },
      {
        extends: true,
        test: {
          name: 'isolated',
          include: [`test/**/${TESTS}`],
          exclude: [
            ...[...shared, page].flatMap(({ include }) => include),
            'test/e2e/**',
            'test/fixtures/**',
            '**/node_modules/**',
          ],
        },
      },
    ],
  },
});
