import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import { build } from 'vite';
import { browserLaunch } from '../e2e/support/browser.ts';
import { ask, chooseModel, messageBox, startPractice } from '../e2e/support/chat.ts';
import { startBaton } from '../e2e/support/server.ts';
import { openGallery } from './open-gallery.ts';
import { PICTURES, SCREENS_FILE, showScreens, SIZE } from './screens.ts';
import { type Shot, writeGif } from './write-gif.ts';

/** `npm run pictures`: takes the README's pictures, from the gallery and from a conversation with practice models. */

const root = fileURLToPath(new URL('../..', import.meta.url));

async function takeStills(browser: Browser): Promise<void> {
  const gallery = await openGallery();
  const page = await browser.newPage({ viewport: SIZE, deviceScaleFactor: 1.5 });
  const screens: Record<string, string> = {};
  await showScreens(page, gallery.origin, async (name, digest) => {
    screens[name] = digest;
    await page.screenshot({ path: join(PICTURES, name) });
    process.stdout.write(`${name}\n`);
  });
  writeFileSync(SCREENS_FILE, `${JSON.stringify(screens, null, 2)}\n`);
  await page.close();
  await gallery.close();
}

/** The version as a badge of the README, which thus needs no other server. */
function writeBadge(): void {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  writeFileSync(join(PICTURES, 'version.svg'), badge('version', version, '#0f6b6b'));
  writeFileSync(join(PICTURES, 'license.svg'), badge('license', 'MIT', '#4c5b52'));
}

function badge(label: string, value: string, color: string): string {
  const [left, right] = [label, value].map((text) => 14 + text.length * 7) as [number, number];
  const text = (words: string, x: number) =>
    `<text x="${x}" y="14" fill="#fff" font-family="Verdana,Geneva,sans-serif" font-size="11" text-anchor="middle">${words}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${label}: ${value}"><clipPath id="r"><rect width="${left + right}" height="20" rx="3"/></clipPath><g clip-path="url(#r)"><rect width="${left}" height="20" fill="#3a3f3c"/><rect x="${left}" width="${right}" height="20" fill="${color}"/></g>${text(label, left / 2)}${text(value, left + right / 2)}</svg>\n`;
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
  writeFileSync(join(PICTURES, 'handoff.gif'), writeGif(shots));
  process.stdout.write(`handoff.gif: ${shots.length} frames\n`);
  await context.close();
  await baton.dispose();
}

mkdirSync(PICTURES, { recursive: true });
writeBadge();
const browser = await chromium.launch(browserLaunch().launchOptions);
await takeStills(browser);
await recordHandoff(browser);
await browser.close();
process.exit(0);
