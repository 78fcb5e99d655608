import { expect, type Page, test } from '@playwright/test';
import { GROUPS } from '../gallery/groups.ts';
import { type Choice, openGallery, type OpenedGallery, showLooks } from '../gallery/open-gallery.ts';
import { shownTexts, wrongTexts } from './support/wrong-language.ts';

// One worker builds the gallery and shows all of it in one page, in this order.
test.describe.configure({ mode: 'default' });

/** Both themes and both languages; their other combinations share everything with these. */
const LOOKS: readonly Choice[] = [
  { theme: 'light', language: 'en' },
  { theme: 'dark', language: 'ko' },
];

let gallery: OpenedGallery;
let page: Page;
let errors: string[] = [];

test.beforeAll(async ({ browser }) => {
  gallery = await openGallery();
  page = await browser.newPage();
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
});

test.afterAll(async () => {
  await page.close();
  await gallery.close();
});

for (const { title, stories } of GROUPS)
  test(`every story of “${title}” in both themes and languages`, async () => {
    test.setTimeout(stories.length * 30_000);
    for (const story of stories)
      await test.step(story.id, async () => {
        errors = [];
        await showLooks(page, gallery.origin, story, LOOKS, async ({ language }) => {
          // A part of the page that loads on a busy machine may come after the story rests.
          const characters = async () => (await shownTexts(page)).join(' ').length;
          await expect.poll(characters, `${story.id}: characters it shows`).toBeGreaterThan(40);
          const wrong = wrongTexts(await shownTexts(page), language, story.userTexts ?? []);
          expect.soft(wrong, `${story.id}: texts that are not in “${language}”`).toEqual([]);
        });
        expect.soft(errors, `${story.id}: errors`).toEqual([]);
      });
  });
