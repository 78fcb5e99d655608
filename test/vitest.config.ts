import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { COMPILE_CACHE } from './compile-cache.ts';

/**
 * Folders whose tests share nothing but pure code: their files run one after another in the same workers, which load
 * that code once. A test that replaces a module, a clock or a global belongs elsewhere.
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
    // The default leaves one processor to the page that watches: on two of them that is half.
    maxWorkers: '100%',
    testTimeout: 60_000,
    // As with page tests: on a gate's machine a test that failed is tried once more, and is named at the end if it passes.
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
