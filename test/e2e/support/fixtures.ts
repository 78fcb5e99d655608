import { test as base, type BrowserContext, chromium, expect, type TestInfo } from '@playwright/test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { browserLaunch } from './browser.ts';
import { watchRawPlaces } from './raw-places.ts';
import { type BatonServer, type ServerOptions, startBaton } from './server.ts';

interface Fixtures {
  /** Override with `test.use({ serverOptions: { charsPerSecond: 80 } })`. */
  serverOptions: ServerOptions;
  /** A running Baton with a fresh home. */
  baton: BatonServer;
  /**
   * Launches a browser with a persistent profile of its own (the default contexts never touch the disk). Call again
   * with the same name to reopen it.
   */
  launchProfile: (name: string) => Promise<BrowserContext>;
  /**
   * Text with double braces typed by the test itself, since prompts may contain it. Any other is a placeholder without
   * a value.
   */
  typedPlaces: string[];
}

/** For a CI machine whose files can't be viewed: logs the address and the first words of every page. */
async function logPages(context: BrowserContext, testInfo: TestInfo): Promise<void> {
  for (const page of context.pages()) {
    const text = await page.evaluate(() => document.body.innerText).catch((error: unknown) => String(error));
    const body = `${new URL(page.url()).hash} ${text.replaceAll(/\s+/g, ' ')}`.slice(0, 290);
    await testInfo.attach('what the page showed', { body, contentType: 'text/plain' });
  }
}

export const test = base.extend<Fixtures>({
  serverOptions: [{}, { option: true }],
  baton: async ({ serverOptions }, use) => {
    const baton = await startBaton(serverOptions);
    await use(baton);
    await baton.dispose();
  },
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
  typedPlaces: async ({}, use) => use([]),
  context: async ({ context, typedPlaces }, use, testInfo) => {
    const raw = watchRawPlaces(context, typedPlaces);
    await use(context);
    if (testInfo.status !== testInfo.expectedStatus) await logPages(context, testInfo);
    expect(await raw(), 'texts that lack a value').toEqual([]);
  },
  launchProfile: async ({ locale, viewport, typedPlaces }, use) => {
    const raws: (() => Promise<string[]>)[] = [];
    const folder = mkdtempSync(join(tmpdir(), 'baton-profile-'));
    const open = new Set<BrowserContext>();
    await use(async (name) => {
      const context = await chromium.launchPersistentContext(join(folder, name), {
        ...browserLaunch().launchOptions,
        ...(locale ? { locale } : {}),
        viewport,
      });
      open.add(context);
      raws.push(watchRawPlaces(context, typedPlaces));
      context.once('close', () => open.delete(context));
      return context;
    });
    const found = await Promise.all(raws.map((raw) => raw()));
    for (const context of open) await context.close();
    expect(found.flat(), 'texts that lack a value').toEqual([]);
    // A browser's last process may still write a file.
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  },
});

export { expect };
