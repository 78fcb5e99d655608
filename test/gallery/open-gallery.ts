import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { build, preview } from 'vite';
import { buildInto, galleryConfig, STORY } from './vite.ts';

export interface Choice {
  theme: 'light' | 'dark';
  language: 'en' | 'ko';
}

export interface OpenedGallery {
  origin: string;
  close: () => Promise<void>;
}

/** Builds the gallery into a temporary folder and serves it. `close` removes the folder. */
export async function openGallery(): Promise<OpenedGallery> {
  const folder = mkdtempSync(join(tmpdir(), 'baton-gallery-'));
  await build(await galleryConfig(buildInto(folder)));
  const server = await preview({
    configFile: false,
    appType: 'mpa',
    logLevel: 'warn',
    build: { outDir: folder },
    preview: { host: '127.0.0.1', port: 0 },
  });
  return {
    origin: `http://127.0.0.1:${(server.httpServer.address() as AddressInfo).port}`,
    async close() {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Opens a story and waits until it is done. Rejects with the story's error. */
export async function openStory(page: Page, origin: string, id: string, { theme, language }: Choice): Promise<void> {
  await page.goto(`${origin}${STORY}?${new URLSearchParams({ story: id, theme, language }).toString()}`);
  const shown = await page.waitForFunction(() => document.documentElement.dataset['story']);
  const state = await shown.jsonValue();
  if (state !== 'ready') throw new Error(`${id}: ${state}`);
}

/** Changes the theme and the language, as another window of the same user would. */
export async function choose(page: Page, choice: Choice): Promise<void> {
  await page.evaluate((next) => (window as unknown as { choose: (choice: Choice) => void }).choose(next), choice);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}
