import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { COMPILE_CACHE } from './compile-cache.ts';

/**
 * Folders whose tests share only pure code: their files run one after another in the same workers, which load that code
 * once. A test that replaces a module, a clock or a global belongs elsewhere.
 */
const SHARED = '{arch,archive,conformance,core,practice,search,vendors}';
const TESTS = ['*.test.ts', '*.test.tsx'];

/** Component tests opt into a DOM with `// @vitest-environment jsdom` at the top of the file. */
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    environment: 'node',
    setupFiles: ['test/fixed-seed.ts', 'test/ui/support/no-raw-places.ts'],
    env: { NODE_COMPILE_CACHE: COMPILE_CACHE },
    // The default reserves one processor for watch mode; with two processors, that is half.
    maxWorkers: '100%',
    // A busy machine may need long for what takes no time here.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    // Like page tests: on a CI machine a failed test is retried once, and is reported at the end if it passes.
    retry: process.env.CI ? 1 : 0,
    restoreMocks: true,
    projects: [
      {
        extends: true,
        test: { name: 'shared', isolate: false, include: TESTS.map((name) => `test/${SHARED}/**/${name}`) },
      },
      {
        extends: true,
        test: {
          name: 'isolated',
          include: TESTS.map((name) => `test/**/${name}`),
          exclude: [`test/${SHARED}/**`, 'test/e2e/**', 'test/fixtures/**', '**/node_modules/**'],
        },
      },
    ],
  },
});
