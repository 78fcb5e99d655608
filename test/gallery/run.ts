import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { createServer } from 'vite';
import { browserLaunch } from '../e2e/support/browser.ts';
import { GROUPS } from './groups.ts';
import { type Choice, choose, openGallery, openStory } from './open-gallery.ts';
import { galleryConfig, LIST } from './vite.ts';

/**
 * `npm run gallery`: every state of the page, with hot reload. `npm run gallery -- --screenshots DIR` writes a picture
 * of each, in both themes and languages. `--story ID` and `--width PIXELS` limit the pictures.
 */
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4129' },
    screenshots: { type: 'string' },
    story: { type: 'string', multiple: true },
    width: { type: 'string', multiple: true, default: ['1280'] },
  },
});

const LOOKS: readonly Choice[] = [
  { theme: 'light', language: 'en' },
  { theme: 'dark', language: 'en' },
  { theme: 'light', language: 'ko' },
  { theme: 'dark', language: 'ko' },
];

async function serve(): Promise<void> {
  const server = await createServer(await galleryConfig({ server: { port: Number(values.port), strictPort: true } }));
  await server.listen();
  process.stdout.write(`The gallery: http://127.0.0.1:${values.port}${LIST}\nCtrl-C ends it.\n`);
}

async function takePictures(folder: string): Promise<void> {
  const gallery = await openGallery();
  const browser = await chromium.launch(browserLaunch().launchOptions);
  const page = await browser.newPage();
  mkdirSync(folder, { recursive: true });
  const ids = GROUPS.flatMap(({ stories }) => stories.map(({ id }) => id));
  for (const id of values.story ?? ids) {
    for (const width of values.width) {
      await page.setViewportSize({ width: Number(width), height: 800 });
      await openStory(page, gallery.origin, id, { theme: 'light', language: 'en' });
      for (const look of LOOKS) {
        await choose(page, look);
        await page.screenshot({ path: join(folder, `${id}-${look.theme}-${look.language}-${width}.png`) });
      }
    }
    process.stdout.write(`${id}\n`);
  }
  await browser.close();
  await gallery.close();
}

await (values.screenshots === undefined ? serve() : takePictures(resolve(values.screenshots)));
