import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import { build } from 'vite';
import { browserLaunch } from '../e2e/support/browser.ts';
import { ask, chooseModel, messageBox, startPractice } from '../e2e/support/chat.ts';
import { startBaton } from '../e2e/support/server.ts';
import { GROUPS } from './groups.ts';
import { type Choice, openGallery, showLooks } from './open-gallery.ts';
import { type Shot, writeGif } from './write-gif.ts';

/** `npm run pictures`: takes the README's pictures, from the gallery and from a conversation with practice models. */

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, 'docs/pictures');
const SIZE = { width: 1120, height: 700 };

const STILLS: readonly { story: string; theme: Choice['theme']; name: string }[] = [
  { story: 'guide-handoff', theme: 'light', name: 'handoff-light.png' },
  { story: 'guide-handoff', theme: 'dark', name: 'handoff-dark.png' },
  { story: 'guide-agent', theme: 'light', name: 'agent.png' },
];

async function takeStills(browser: Browser): Promise<void> {
  const gallery = await openGallery();
  const page = await browser.newPage({ viewport: SIZE, deviceScaleFactor: 1.5 });
  const stories = GROUPS.flatMap((group) => group.stories);
  for (const { story: id, theme, name } of STILLS) {
    const story = stories.find((one) => one.id === id);
    if (!story) throw new Error(`There is no story called ${id}`);
    await showLooks(page, gallery.origin, story, [{ theme, language: 'en' }], async () => {
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      await page.screenshot({ path: join(folder, name) });
    });
    process.stdout.write(`${name}\n`);
  }
  await page.close();
  await gallery.close();
}

/** Takes a screenshot whenever the last one is done, until `act` is. Keeps those that differ. */
async function record(page: Page, act: () => Promise<void>): Promise<Shot[]> {
  const shots: Shot[] = [];
  const acting = new AbortController();
  const watching = (async () => {
    while (!acting.signal.aborted) {
      const at = performance.now();
      const png = await page.screenshot({ caret: 'initial' });
      if (!shots.at(-1)?.png.equals(png)) shots.push({ png, at });
      await page.waitForTimeout(60);
    }
  })();
  await act().finally(() => acting.abort());
  await watching;
  return shots;
}

async function say(page: Page, text: string): Promise<void> {
  await messageBox(page).pressSequentially(text, { delay: 25 });
  await ask(page, text);
  await page.waitForTimeout(900);
}

/** A conversation that begins at one vendor and goes on at the next, thinking included. */
async function recordHandoff(browser: Browser): Promise<void> {
  await build({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn' });
  const baton = await startBaton({ charsPerSecond: 420 });
  const context = await browser.newContext({ viewport: { width: 960, height: 600 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await startPractice(page, baton);
  const shots = await record(page, async () => {
    await say(page, 'What can you do?');
    await chooseModel(page, 'Practice GPT');
    await page.waitForTimeout(1500);
    await say(page, 'Show me a table of what you kept.');
    await chooseModel(page, 'Practice Gemini');
    await page.waitForTimeout(1200);
    await say(page, 'What did I say so far?');
  });
  writeFileSync(join(folder, 'handoff.gif'), writeGif(shots));
  process.stdout.write(`handoff.gif: ${shots.length} frames\n`);
  await context.close();
  await baton.dispose();
}

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch(browserLaunch().launchOptions);
await takeStills(browser);
await recordHandoff(browser);
await browser.close();
process.exit(0);
