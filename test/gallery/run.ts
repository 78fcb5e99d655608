import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { createServer } from 'vite';
import { browserLaunch } from '../e2e/support/browser.ts';
import { collectComponents, drawnComponents, missingComponents } from './components.ts';
import { GROUPS } from './groups.ts';
import { LOOKS, openGallery, showLooks } from './open-gallery.ts';
import { galleryConfig, LIST } from './vite.ts';

/**
 * `npm run gallery`: every state of the page, with hot reload. `npm run gallery -- --screenshots DIR` writes a picture
 * of each, in both themes and every language. `--story ID` and `--width PIXELS` limit the pictures. With all
 * stories it also lists the components that none of them draws.
 */
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4129' },
    screenshots: { type: 'string' },
    story: { type: 'string', multiple: true },
    width: { type: 'string', multiple: true, default: ['1280'] },
  },
});

async function serve(): Promise<void> {
  const server = await createServer(await galleryConfig({ server: { port: Number(values.port), strictPort: true } }));
  await server.listen();
  process.stdout.write(`The gallery: http://127.0.0.1:${values.port}${LIST}\nCtrl-C ends it.\n`);
}

async function takePictures(folder: string): Promise<void> {
  const gallery = await openGallery();
  const browser = await chromium.launch(browserLaunch().launchOptions);
  const page = await browser.newPage();
  await collectComponents(page.context());
  const drawn = new Set<string>();
  mkdirSync(folder, { recursive: true });
  const all = GROUPS.flatMap(({ stories }) => stories);
  for (const story of all.filter(({ id }) => values.story?.includes(id) ?? true)) {
    const { id } = story;
    for (const width of values.width) {
      await page.setViewportSize({ width: Number(width), height: 800 });
      await showLooks(page, gallery.origin, story, LOOKS, async ({ theme, language }) => {
        await page.screenshot({ path: join(folder, `${id}-${theme}-${language}-${width}.png`) });
      });
    }
    for (const name of await drawnComponents(page)) drawn.add(name);
    process.stdout.write(`${id}\n`);
  }
  if (!values.story) process.stdout.write(`Components without a story:\n${missingComponents(drawn).join('\n')}\n`);
  await browser.close();
  await gallery.close();
}

await (values.screenshots === undefined ? serve() : takePictures(resolve(values.screenshots)));
