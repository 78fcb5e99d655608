import { type Browser, expect, type Page, test } from '@playwright/test';
import { GROUPS } from '../gallery/groups.ts';
import { type Choice, openGallery, type OpenedGallery, showLooks } from '../gallery/open-gallery.ts';
import { readScreens, showScreens } from '../gallery/screens.ts';
import type { Story } from '../gallery/story.ts';
import { violations } from './support/accessibility.ts';
import { shownTexts, wrongTexts } from './support/wrong-language.ts';

// One worker builds the gallery and shows all of it, in this order.
test.describe.configure({ mode: 'default' });

/** Both themes and every language; their other combinations share everything with these. */
const LOOKS: readonly Choice[] = [
  { theme: 'light', language: 'en' },
  { theme: 'dark', language: 'ko' },
  { theme: 'light', language: 'ja' },
];

/** A story rests more than it computes, so two are shown at a time. Each page has a storage of its own. */
const PAGES = 2;

let gallery: OpenedGallery;
let pages: readonly { page: Page; errors: string[] }[] = [];

const WINDOW = { width: 1280, height: 800 };

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
const axeLook = ({ id }: Story): Choice | undefined => LOOKS[id.length % 2];

async function check(story: Story, { page, errors }: (typeof pages)[number]): Promise<void> {
  errors.length = 0;
  await showLooks(page, gallery.origin, story, LOOKS, async (look) => {
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
  gallery = await openGallery();
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
  test(`every story of “${title}” in both themes and every language`, async () => {
    test.setTimeout(stories.length * 30_000);
    const left = stories.values();
    await Promise.all(
      pages.map(async (page) => {
        for (const story of left) await test.step(story.id, () => check(story, page));
      }),
    );
  });
