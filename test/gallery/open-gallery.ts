import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { build, preview } from 'vite';
import type { Story } from './story.ts';
import { copyTexts } from './pseudo-languages.ts';
import { buildInto, galleryConfig, STORY } from './vite.ts';

export interface Choice<Language extends string = 'en' | 'ja' | 'ko'> {
  theme: 'light' | 'dark';
  language: Language;
}

export const LOOKS: readonly Choice[] = [
  { theme: 'light', language: 'en' },
  { theme: 'dark', language: 'en' },
  { theme: 'light', language: 'ko' },
  { theme: 'dark', language: 'ko' },
  { theme: 'light', language: 'ja' },
  { theme: 'dark', language: 'ja' },
];

export interface OpenedGallery {
  origin: string;
  close: () => Promise<void>;
}

/** Builds the gallery into a temporary folder and serves it, also in the pseudo-languages. `close` removes the folder. */
export async function openGallery({ pseudo = false } = {}): Promise<OpenedGallery> {
  const folder = mkdtempSync(join(tmpdir(), 'baton-gallery-'));
  const copy = pseudo ? copyTexts() : null;
  const texts = copy ? { resolve: { alias: [{ find: /^#texts\//, replacement: `${copy.texts}/` }] } } : {};
  try {
    await build(await galleryConfig({ ...buildInto(folder), ...texts }));
  } finally {
    copy?.remove();
  }
  const server = await preview({
    configFile: false,
    appType: 'mpa',
    logLevel: 'warn',
    build: { outDir: folder },
    // Nothing here changes while it is open, and each story loads all of it again.
    preview: { host: '127.0.0.1', port: 0, headers: { 'cache-control': 'max-age=3600' } },
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
async function openStory(page: Page, origin: string, id: string, { theme, language }: Choice<string>): Promise<void> {
  await page.goto(`${origin}${STORY}?${new URLSearchParams({ story: id, theme, language }).toString()}`);
  const shown = await page.waitForFunction(() => document.documentElement.dataset['story']);
  const state = await shown.jsonValue();
  if (state !== 'ready') throw new Error(`${id}: ${state}`);
}

/** Shows a story in these looks, one after the other. */
export async function showLooks<Language extends string>(
  page: Page,
  origin: string,
  { id, keepsLanguage }: Pick<Story, 'id' | 'keepsLanguage'>,
  looks: readonly Choice<Language>[],
  onShown: (look: Choice<Language>) => Promise<void>,
): Promise<void> {
  let opened: Language | null = null;
  for (const look of looks) {
    if (opened === null || (keepsLanguage && opened !== look.language)) await openStory(page, origin, id, look);
    else await choose(page, look);
    opened = look.language;
    await onShown(look);
  }
}

/** Changes the theme and the language, as another window of the same user would, and waits for their effect. */
async function choose(page: Page, choice: Choice<string>): Promise<void> {
  await page.evaluate(
    (next) => (window as unknown as { choose: (choice: Choice<string>) => Promise<void> }).choose(next),
    choice,
  );
}
