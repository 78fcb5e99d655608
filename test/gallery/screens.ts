import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { GROUPS } from './groups.ts';
import { type Choice, showLooks } from './open-gallery.ts';
import type { Story } from './story.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
export const PICTURES = join(root, 'docs/pictures');
export const SIZE = { width: 1120, height: 700 };

/** The pictures of the README and of the guide, and the stories that they show. */
const STILLS: readonly { name: string; story: string; theme: Choice['theme'] }[] = [
  { name: 'handoff-light.png', story: 'guide-handoff', theme: 'light' },
  { name: 'handoff-dark.png', story: 'guide-handoff', theme: 'dark' },
  { name: 'agent.png', story: 'guide-agent', theme: 'light' },
  { name: 'compare.png', story: 'compared-chosen', theme: 'light' },
];

/** Which screen each picture showed when it was taken: file name to digest. */
export const SCREENS_FILE = join(PICTURES, 'screens.json');
export const readScreens = (): Record<string, string> =>
  JSON.parse(readFileSync(SCREENS_FILE, 'utf8')) as Record<string, string>;

const THEME = ['tokens', 'base', 'primitives'].map((name) =>
  readFileSync(join(root, 'src/ui/kit/theme', `${name}.css`), 'utf8'),
);

/**
 * What a screen consists of: elements with their classes, whose names contain a hash of their style sheet, drawings and
 * words. No pixels, so it is the same with every version of fonts and browsers.
 */
async function digestOf(page: Page): Promise<string> {
  const drawn = await page.evaluate(() =>
    [...document.querySelectorAll('#root *')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .map((element) => {
        const words = [...element.childNodes].map((node) => (node instanceof Text ? node.data : '')).join('');
        const facts = ['class', 'd', 'aria-label', 'placeholder'].map((name) => element.getAttribute(name) ?? '');
        return [element.tagName, ...facts, words].join(' ');
      }),
  );
  return createHash('sha256')
    .update(JSON.stringify([THEME, drawn]))
    .digest('hex')
    .slice(0, 16);
}

/** A part that loads late may come after a story rests. */
async function settledDigest(page: Page): Promise<string> {
  let [before, now] = ['', await digestOf(page)];
  for (let tries = 0; before !== now && tries < 10; tries += 1) {
    await page.waitForTimeout(700);
    [before, now] = [now, await digestOf(page)];
  }
  return now;
}

/** Shows each screen of a picture, at the size of the pictures. */
export async function showScreens(
  page: Page,
  origin: string,
  onShown: (name: string, digest: string) => Promise<void>,
): Promise<void> {
  await page.setViewportSize(SIZE);
  const stories: readonly Story[] = GROUPS.flatMap((group) => group.stories);
  for (const { name, story: id, theme } of STILLS) {
    const story = stories.find((one) => one.id === id);
    if (!story) throw new Error(`There is no story called ${id}`);
    await showLooks(page, origin, story, [{ theme, language: 'en' }], async () => {
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      await onShown(name, await settledDigest(page));
    });
  }
}
