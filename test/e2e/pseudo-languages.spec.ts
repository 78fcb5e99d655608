import { expect, type Page, test } from '@playwright/test';
import { GROUPS } from '../gallery/groups.ts';
import { type Choice, openGallery, type OpenedGallery, showLooks } from '../gallery/open-gallery.ts';
import type { PseudoLanguage } from '../gallery/pseudo-languages.ts';
import { violations } from './support/accessibility.ts';

// One worker builds the gallery with two more languages and shows the main screens in them.
test.describe.configure({ mode: 'default' });

const SCREENS = [
  'empty',
  'handed',
  'markdown',
  'answer-menu',
  'error-with-text',
  'run-waiting',
  'project-dialog',
  'add-server',
  'settings-vendors-azure',
  'sync-set-up',
  'search',
  'first-run',
];
const STORIES = GROUPS.flatMap(({ stories }) => stories).filter(({ id }) => SCREENS.includes(id));
const RIGHT_TO_LEFT: Choice<PseudoLanguage> = { theme: 'light', language: 'ar' };
const LONGER: Choice<PseudoLanguage> = { theme: 'light', language: 'de' };

let gallery: OpenedGallery | undefined;

test.beforeAll(async () => {
  gallery = await openGallery({ pseudo: true });
});
test.afterAll(() => gallery?.close());

const origin = (): string => {
  if (!gallery) throw new Error('no gallery');
  return gallery.origin;
};

/** axe compares a label with the text inside by words, and takes a pseudo-word beside a Latin one for a part of it. */
const MIXED = /^label-content-name-mismatch/;

/** What is drawn outside of the window, and labels of controls that are cut off without an ellipsis. */
const outOfPlace = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    const found = scrollWidth > clientWidth ? [`the page is ${scrollWidth} wide`] : [];
    for (const one of document.querySelectorAll<HTMLElement>(
      'button, a, label, h1, h2, h3, [role=menuitem], [role=tab]',
    )) {
      const box = one.getBoundingClientRect();
      const style = getComputedStyle(one);
      const hidden =
        box.width <= 1 || box.height <= 1 || style.visibility === 'hidden' || one.closest('[inert]') !== null;
      // What scrolls sideways may begin outside.
      const scrolls = one.closest('[data-scroll], pre, table, nav, [role=tablist]') !== null;
      if (hidden || scrolls) continue;
      const text = (one.textContent || one.getAttribute('aria-label') || '').slice(0, 40);
      if (box.right < 0 || box.left > innerWidth) continue;
      if (box.left < -1 || box.right > innerWidth + 1) found.push(`outside: ${text}`);
      const cut =
        one.scrollWidth > one.clientWidth + 1 && style.overflowX === 'hidden' && style.textOverflow !== 'ellipsis';
      if (cut) found.push(`cut off: ${text}`);
    }
    return found;
  });

for (const [title, looks, width] of [
  ['from right to left', [RIGHT_TO_LEFT], 1280],
  ['from right to left and with longer texts, narrow', [RIGHT_TO_LEFT, LONGER], 360],
] as const)
  test(`the main screens keep their places ${title}`, async ({ page }) => {
    test.setTimeout(STORIES.length * 30_000);
    expect(STORIES).toHaveLength(SCREENS.length);
    await page.setViewportSize({ width, height: 800 });
    for (const story of STORIES)
      await test.step(story.id, () =>
        showLooks(page, origin(), story, looks, async (look) => {
          await expect(page.locator('html')).toHaveAttribute('dir', look.language === 'ar' ? 'rtl' : 'ltr');
          if (process.env['SHOTS'])
            await page.screenshot({ path: `${process.env['SHOTS']}/${story.id}-${look.language}-${width}.png` });
          expect.soft(await outOfPlace(page), story.id).toEqual([]);
          const found = await violations(page, { popup: story.id === 'answer-menu' });
          expect
            .soft(
              found.filter((line) => !MIXED.test(line)),
              story.id,
            )
            .toEqual([]);
        }),
      );
  });

test('from right to left, the sidebar is at the right, and code stays from left to right', async ({ page }) => {
  const story = STORIES.find(({ id }) => id === 'markdown');
  if (!story) throw new Error('no story');
  await showLooks(page, origin(), story, [RIGHT_TO_LEFT], async () => {
    const sidebar = await page.locator('aside, nav').first().boundingBox();
    expect(sidebar?.x).toBeGreaterThan(640);
    for (const code of await page.locator('pre, code').all())
      expect(await code.evaluate((one) => getComputedStyle(one).direction)).toBe('ltr');
    // A message has its own direction, not that of the page.
    const text = page.locator('article p').first();
    expect(await text.evaluate((one) => getComputedStyle(one).direction)).toBe('ltr');
    const arrow = page.locator('.lucide-chevron-right, .lucide-list-tree').first();
    expect(await arrow.evaluate((one) => getComputedStyle(one).scale)).toBe('-1 1');
  });
});
