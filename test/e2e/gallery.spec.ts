import { type Browser, expect, type Page, test } from '@playwright/test';
import { GROUPS } from '../gallery/groups.ts';
import { type Choice, openGallery, type OpenedGallery, showLooks } from '../gallery/open-gallery.ts';
import type { PseudoLanguage } from '../gallery/pseudo-languages.ts';
import { readScreens, showScreens } from '../gallery/screens.ts';
import type { Story } from '../gallery/story.ts';
import { steps } from '#test/runs.ts';
import { violations } from './support/accessibility.ts';
import { shownTexts, wrongTexts } from './support/wrong-language.ts';

// One worker builds the gallery, also in the pseudo-languages, and shows all of it, in this order.
test.describe.configure({ mode: 'default' });

const ENGLISH: Choice = { theme: 'light', language: 'en' };
const OTHERS: readonly Choice[] = [
  { theme: 'dark', language: 'ko' },
  { theme: 'dark', language: 'ja' },
];

/**
 * Both themes, and another language after English: what stays English would do so in either. Half of the stories have
 * Korean and half Japanese, and all have both in a thorough run. Other combinations share everything with these.
 */
function looksOf({ id }: Story): readonly Choice[] {
  const first = id.length % OTHERS.length;
  return [ENGLISH, ...OTHERS.slice(first), ...OTHERS.slice(0, first)].slice(0, steps(2, 3));
}

/** A story rests more than it computes, so two are shown at a time. Each page has a storage of its own. */
const PAGES = 2;

let gallery: OpenedGallery;
let pages: readonly { page: Page; errors: string[] }[] = [];

const WINDOW = { width: 1280, height: 800 };
const NARROW = { width: 360, height: 800 };

async function openPage(browser: Browser): Promise<(typeof pages)[number]> {
  const context = await browser.newContext();
  const opened = { page: await context.newPage(), errors: [] as string[] };
  opened.page.on('pageerror', (error) => opened.errors.push(String(error)));
  opened.page.on('console', (message) => {
    if (message.type() === 'error') opened.errors.push(message.text());
  });
  return opened;
}

/** One look of each story: structure is the same in all of them, and every color is in many stories. */
const axeLook = (story: Story): Choice | undefined => looksOf(story)[(story.id.length >> 1) % 2];

async function check(story: Story, { page, errors }: (typeof pages)[number]): Promise<void> {
  errors.length = 0;
  await showLooks(page, gallery.origin, story, looksOf(story), async (look) => {
    const { theme, language } = look;
    // A part of the page that loads on a busy machine may come after the story rests.
    const characters = async () => (await shownTexts(page)).join(' ').length;
    await expect.poll(characters, `${story.id}: characters it shows`).toBeGreaterThan(40);
    const wrong = wrongTexts(await shownTexts(page), language, story.userTexts ?? []);
    expect.soft(wrong, `${story.id}: texts that are not in “${language}”`).toEqual([]);
    if (look !== axeLook(story)) return;
    // For axe, a label that is scrolled out of the window is hidden.
    const tall = story.route?.startsWith('/settings') ?? false;
    if (tall) await page.setViewportSize({ ...WINDOW, height: 3000 });
    const found = await violations(page, { popup: true });
    if (tall) await page.setViewportSize(WINDOW);
    expect.soft(found, `${story.id}: what axe finds in the ${theme} theme`).toEqual([]);
  });
  expect.soft(errors, `${story.id}: errors`).toEqual([]);
}

test.beforeAll(async ({ browser }) => {
  gallery = await openGallery({ pseudo: true });
  pages = await Promise.all(Array.from({ length: PAGES }, () => openPage(browser)));
});

test.afterAll(async () => {
  for (const { page } of pages) await page.context().close();
  await gallery.close();
});

test('the pictures of the README and the guide show the screens as they are', async ({ page }) => {
  const taken = readScreens();
  const now: Record<string, string> = {};
  await showScreens(page, gallery.origin, async (name, digest) => void (now[name] = digest));
  expect(now, 'A screen has changed since its picture was taken: npm run pictures').toEqual(taken);
});

for (const { title, stories } of GROUPS)
  test(`every story of “${title}” in both themes and in two languages`, async () => {
    test.setTimeout(stories.length * 30_000);
    const left = stories.values();
    await Promise.all(
      pages.map(async (page) => {
        for (const story of left) await test.step(story.id, () => check(story, page));
      }),
    );
  });

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
/** The main screens, also shown from right to left and with longer texts. */
const STORIES = GROUPS.flatMap(({ stories }) => stories).filter(({ id }) => SCREENS.includes(id));
const RIGHT_TO_LEFT: Choice<PseudoLanguage> = { theme: 'light', language: 'ar' };
const LONGER: Choice<PseudoLanguage> = { theme: 'light', language: 'de' };

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

const PLACES = [
  { look: RIGHT_TO_LEFT, size: NARROW },
  { look: LONGER, size: NARROW },
  { look: RIGHT_TO_LEFT, size: WINDOW },
];

test('the main screens keep their places from right to left and with longer texts, narrow and wide', async ({
  page,
}) => {
  test.setTimeout(STORIES.length * 60_000);
  expect(STORIES).toHaveLength(SCREENS.length);
  for (const story of STORIES)
    await test.step(story.id, async () => {
      const sizes = PLACES.map(({ size }) => size).values();
      await page.setViewportSize(NARROW);
      const looks = PLACES.map(({ look }) => look);
      await showLooks(page, gallery.origin, story, looks, async (look) => {
        const size = sizes.next().value ?? WINDOW;
        await page.setViewportSize(size);
        await expect(page.locator('html')).toHaveAttribute('dir', look.language === 'ar' ? 'rtl' : 'ltr');
        const name = `${story.id}, ${look.language}, ${size.width}`;
        if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/${name}.png` });
        // After a change of its size, the page moves what it measures.
        await expect.soft.poll(() => outOfPlace(page), name).toEqual([]);
        const found = await violations(page, { popup: story.id === 'answer-menu' });
        expect
          .soft(
            found.filter((line) => !MIXED.test(line)),
            name,
          )
          .toEqual([]);
      });
    });
});

test('from right to left, the sidebar is at the right, and code stays from left to right', async ({ page }) => {
  const story = STORIES.find(({ id }) => id === 'markdown');
  if (!story) throw new Error('no story');
  await showLooks(page, gallery.origin, story, [RIGHT_TO_LEFT], async () => {
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
