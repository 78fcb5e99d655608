import { defineConfig } from '@playwright/test';
import { browserLaunch } from './support/browser.ts';

const browser = browserLaunch();
const { launchOptions } = browser;

export default defineConfig({
  testDir: '.',
  // One worker does all of the gallery, which takes longest and therefore begins first.
  projects: [
    {
      name: 'gallery',
      testMatch: 'gallery.spec.ts',
      // Each story is a new document, in which optimizing code takes longer than it saves.
      use: {
        launchOptions: {
          ...launchOptions,
          args: [...(launchOptions.args ?? []), '--js-flags=--no-maglev --no-turbofan'],
        },
      },
    },
    { name: 'page', testMatch: '*.spec.ts', testIgnore: 'gallery.spec.ts' },
  ],
  globalSetup: './support/build-page.ts',
  outputDir: '../../test-results/e2e',
  fullyParallel: true,
  // A test also waits for streams and files, so three keep two processors busy.
  workers: 3,
  forbidOnly: process.env['CI'] === 'true',
  // A browser on a busy machine may lose one race. A test fails if it fails twice; one that failed once is reported at
  // the end.
  retries: process.env['CI'] === 'true' ? 1 : 0,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ? [['list'], ['json']] : [['list']],
  use: {
    ...browser,
    locale: 'en-US',
    viewport: { width: 1280, height: 800 },
    // Tracing copies the page at every step; with a message of a megabyte that alone takes longer than the test.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'off',
    screenshot: 'only-on-failure',
  },
});
