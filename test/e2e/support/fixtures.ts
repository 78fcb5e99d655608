import { test as base, type BrowserContext, chromium, expect } from '@playwright/test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { browserLaunch } from './browser.ts';
import { type BatonServer, type ServerOptions, startBaton } from './server.ts';

interface Fixtures {
  /** Override with `test.use({ serverOptions: { charsPerSecond: 80 } })`. */
  serverOptions: ServerOptions;
  /** A running Baton with a fresh home. */
  baton: BatonServer;
  /**
   * Launches a browser on a profile of its own that outlives it (the default contexts never touch the disk).
   * Call again with the same name to come back to it.
   */
  launchProfile: (name: string) => Promise<BrowserContext>;
}

export const test = base.extend<Fixtures>({
  serverOptions: [{}, { option: true }],
  baton: async ({ serverOptions }, use) => {
    const baton = await startBaton(serverOptions);
    await use(baton);
    await baton.dispose();
  },
  launchProfile: async ({ locale, viewport }, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'baton-profile-'));
    const open = new Set<BrowserContext>();
    await use(async (name) => {
      const context = await chromium.launchPersistentContext(join(folder, name), {
        ...browserLaunch().launchOptions,
        ...(locale ? { locale } : {}),
        viewport,
      });
      open.add(context);
      context.once('close', () => open.delete(context));
      return context;
    });
    for (const context of open) await context.close();
    rmSync(folder, { recursive: true, force: true });
  },
});

export { expect };
