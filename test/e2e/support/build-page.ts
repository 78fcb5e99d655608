import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { hasBrowser } from './browser.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Once per run: finds a browser and builds the page as it ships, unless `npm test` has just done that. */
export default async function setUp(): Promise<void> {
  if (!hasBrowser()) {
    const cli = fileURLToPath(import.meta.resolve('@playwright/test/cli'));
    spawnSync(process.execPath, [cli, 'install', 'chromium'], { cwd: root, stdio: 'inherit', timeout: 300_000 });
  }
  if (!hasBrowser())
    throw new Error(
      'The end-to-end tests need Chrome or Chromium, and none was found. ' +
        'Install one (Debian: apt-get install chromium; macOS: brew install --cask chromium) or set BATON_BROWSER to its path.',
    );
  if (process.env['BATON_PAGE_BUILT'] === undefined)
    await build({ configFile: `${root}vite.config.ts`, logLevel: 'warn' });
}
