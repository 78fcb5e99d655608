import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Component tests opt into a DOM with `// @vitest-environment jsdom` at the top of the file. */
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    exclude: ['test/e2e/**', 'test/fixtures/**', '**/node_modules/**'],
    environment: 'node',
    setupFiles: ['test/fixed-seed.ts', 'test/ui/support/no-raw-places.ts'],
    testTimeout: 60_000,
    // As with page tests: on a gate's machine a test that failed is tried once more, and is named at the end if it passes.
    retry: process.env.CI ? 1 : 0,
    restoreMocks: true,
  },
});
