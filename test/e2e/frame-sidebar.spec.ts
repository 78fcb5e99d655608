import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { dumpStorage } from './support/storage.ts';
import { openSettings, seedTitles, startPractice } from './support/frame.ts';

const list = (page: Page) => page.getByRole('navigation', { name: 'Conversations' });
const row = (page: Page, name: string | RegExp) => list(page).getByRole('link', { name });

/** Gives the first conversations these titles, whatever became of them. */
async function show(page: Page, titles: readonly string[]): Promise<void> {
  await seedTitles(page, titles);
  await page.reload();
}

test('lists, renames, pins, finds, deletes and brings back conversations, by hand and by keyboard', async ({
  baton,
  page,
}) => {
  await startPractice(page, baton);
  await test.step('is worked by keyboard alone: move, open, rename in Hangul, delete, undo', async () => {
    await show(page, ['Alpha', 'Beta', 'Gamma', 'Delta']);
    await row(page, 'Alpha').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(row(page, 'Gamma')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(row(page, 'Gamma')).toHaveAttribute('aria-current', 'page');
    await expect(page).toHaveTitle('Gamma · Baton');

    await row(page, 'Gamma').focus();
    await page.keyboard.press('F2');
    const title = page.getByRole('textbox', { name: 'New title' });
    await expect(title).toBeFocused();
    await expect(title).toHaveValue('Gamma');
    await title.fill('경주 여행 계획');
    await page.keyboard.press('Enter');
    await expect(row(page, '경주 여행 계획')).toBeFocused();
    await expect(page).toHaveTitle('경주 여행 계획 · Baton');

    await page.keyboard.press('F2');
    await page.getByRole('textbox', { name: 'New title' }).fill('never mind');
    await page.keyboard.press('Escape');
    await expect(row(page, '경주 여행 계획')).toBeFocused();

    await page.keyboard.press('Delete');
    await expect(row(page, '경주 여행 계획')).toHaveCount(0);
    // The next one takes its place, in the list and in the window.
    await expect(row(page, 'Delta')).toBeFocused();
    await expect(page).toHaveTitle('Delta · Baton');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(row(page, '경주 여행 계획')).toBeVisible();
    await page.reload();
    await expect(row(page, '경주 여행 계획')).toBeVisible();
  });
  await test.step('cuts a long title off at its end, from whichever side it is read', async () => {
    for (const title of ['A title that is much too long for the list', 'כותרת ארוכה מדי בשביל הרשימה שבצד החלון']) {
      await show(page, [title]);
      const firstLetter = await row(page, title)
        .getByText(title, { exact: true })
        .evaluate((box) => {
          const letter = document.createRange();
          letter.setStart(box.firstChild ?? box, 0);
          letter.setEnd(box.firstChild ?? box, 1);
          const [at, room] = [letter.getBoundingClientRect(), box.getBoundingClientRect()];
          return { isCut: box.scrollWidth > box.clientWidth, isSeen: at.left >= room.left && at.right <= room.right };
        });
      expect(firstLetter).toEqual({ isCut: true, isSeen: true });
    }
  });
  await test.step('keeps one stop for the Tab key', async () => {
    await show(page, ['Alpha', 'Beta', 'Gamma']);
    await expect(row(page, 'Beta')).toBeVisible();
    const stops = await list(page).locator('[data-session] a[tabindex="0"]').count();
    expect(stops).toBe(1);
  });
  await test.step('offers the same under the right button and under the dots; pins to the top', async () => {
    await show(page, ['Alpha', 'Beta', 'Gamma']);
    await row(page, 'Gamma').click({ button: 'right' });
    await expect(page.getByRole('menuitem')).toHaveText([
      /Rename/,
      /Pin/,
      /Move to…/,
      /Tags…/,
      /Archive/,
      /Export…/,
      /Delete/,
    ]);
    await page.getByRole('menuitem', { name: 'Pin' }).click();
    await expect(list(page).getByRole('heading')).toHaveText(['Pinned', 'Today']);
    await expect(list(page).locator('[data-session]').first()).toContainText('Gamma');

    await row(page, 'Beta').hover();
    await page.getByRole('button', { name: 'Actions for Beta' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    const title = page.getByRole('textbox', { name: 'New title' });
    await expect(title).toBeFocused();
    await title.fill('Beta two');
    await title.blur();
    await expect(row(page, 'Beta two')).toBeVisible();
  });
  await test.step('searches titles in any language, from the keyboard and back', async () => {
    await show(page, ['설치 방법', 'Install notes', '데이터베이스 설계']);
    await expect(row(page, '설치 방법')).toBeVisible();
    await page.keyboard.press('Control+Shift+F');
    const search = page.getByRole('searchbox', { name: 'Search titles' });
    await expect(search).toBeFocused();
    await search.fill('설계');
    await expect(list(page).locator('[data-session]')).toHaveCount(1);
    await expect(list(page).getByRole('status')).toHaveText('1 match');
    await page.keyboard.press('ArrowDown');
    await expect(row(page, '데이터베이스 설계')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveTitle('데이터베이스 설계 · Baton');
    await search.fill('nothing like it');
    await expect(list(page)).toContainText('No titles match “nothing like it”.');
    await search.press('Escape');
    await expect(row(page, 'Install notes')).toBeVisible();
  });
  await test.step('an unknown conversation says so; a deleted one can be brought back', async () => {
    await show(page, ['Alpha', 'Beta']);
    await page.goto(`${page.url().split('#')[0]}#/s/nowhere`);
    await expect(page.getByRole('heading', { name: 'This conversation isn’t here' })).toBeVisible();
    await row(page, 'Alpha').click();
    await expect(page).toHaveTitle('Alpha · Baton');
    const address = page.url();
    await row(page, 'Alpha').focus();
    await page.keyboard.press('Delete');
    await expect(page).toHaveTitle('Beta · Baton');
    await page.goto(address);
    await page.getByRole('button', { name: 'Restore' }).click();
    await expect(page).toHaveTitle('Alpha · Baton');
  });
  await test.step('what was deleted is kept and can be brought back much later', async () => {
    await show(page, ['Alpha', 'Beta']);
    await row(page, 'Beta').focus();
    await page.keyboard.press('Delete');
    await expect(page.getByText('Conversation deleted')).toBeVisible();
    await page.reload();
    await expect(row(page, 'Alpha')).toBeVisible();
    await expect(row(page, 'Beta')).toHaveCount(0);
    await openSettings(page, 'Deleted');
    await page.getByRole('button', { name: 'Restore Beta' }).click();
    await expect(page.getByText('Nothing deleted.')).toBeVisible();
    await expect(row(page, 'Beta')).toBeVisible();
    await page.getByRole('button', { name: 'Open' }).click();
    await expect(page).toHaveTitle('Beta · Baton');
  });
  await test.step('in a narrow window, lies over the conversation and goes away by itself', async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    await show(page, ['Alpha', 'Beta']);
    await expect(list(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Show sidebar' }).click();
    // Escape takes back one thing at a time.
    const search = page.getByRole('searchbox', { name: 'Search titles' });
    await search.fill('be');
    await search.press('Escape');
    await expect(search).toHaveValue('');
    await row(page, 'Alpha').press('Shift+ArrowDown');
    await expect(page.getByRole('toolbar')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('toolbar')).toHaveCount(0);
    await expect(row(page, 'Beta')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(list(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Show sidebar' }).click();
    await row(page, 'Beta').click();
    await expect(page).toHaveTitle('Beta · Baton');
    await expect(list(page)).toHaveCount(0);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(list(page)).toBeVisible();
  });
  await test.step('hides to a rail, comes back, keeps its width', async () => {
    const stored = async (key: string) =>
      ((await dumpStorage(page))['settings'] as { key: string; value: unknown }[]).find((row) => row.key === key)
        ?.value;
    await page.keyboard.press('Control+B');
    await expect(page.getByRole('searchbox')).toHaveCount(0);
    await expect.poll(() => stored('frame.sidebarOpen')).toBe(false);
    await page.reload();
    // Each of the two buttons goes when it is pressed, and the other has the focus.
    const opener = page.getByRole('button', { name: 'Show sidebar' });
    const closer = page.getByRole('button', { name: 'Hide sidebar' });
    await opener.press('Enter');
    await expect(closer).toBeFocused();
    await closer.press('Enter');
    await expect(opener).toBeFocused();
    await page.getByRole('button', { name: 'Search titles' }).click();
    await expect(page.getByRole('searchbox')).toBeFocused();

    const edge = page.getByRole('separator', { name: 'Sidebar width' });
    await edge.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(edge).toHaveAttribute('aria-valuenow', '296');
    await expect.poll(() => stored('frame.sidebarWidth')).toBe(296);
    await page.reload();
    await expect(edge).toHaveAttribute('aria-valuenow', '296');
    const box = await edge.boundingBox();
    await page.mouse.move((box?.x ?? 0) + 4, 300);
    await page.mouse.down();
    await page.mouse.move(340, 300, { steps: 4 });
    await page.mouse.up();
    await expect(edge).toHaveAttribute('aria-valuenow', /3[34]\d/);
    await edge.dblclick();
  });
  await test.step('it grows with the text, so nothing in it breaks into two lines, and its edge follows the pointer', async () => {
    await page.evaluate(() => {
      localStorage.setItem('baton.appearance', JSON.stringify({ textSize: 'larger' }));
    });
    await page.reload();
    const edge = page.getByRole('separator', { name: 'Sidebar width' });
    const leftOf = async () => Math.round((await edge.boundingBox())?.x ?? 0);
    const label = page.getByRole('button', { name: /^New chat/ }).getByText('New chat', { exact: true });
    const lines = await label.evaluate((text) => {
      const range = document.createRange();
      range.selectNodeContents(text);
      return range.getClientRects().length;
    });
    expect(lines).toBe(1);
    const from = await leftOf();
    await page.mouse.move(from + 4, 300);
    await page.mouse.down();
    await page.mouse.move(from + 54, 300, { steps: 4 });
    await page.mouse.up();
    await expect.poll(leftOf).toBeGreaterThan(from + 47);
    expect(await leftOf()).toBeLessThan(from + 53);
  });
});

test('carries five thousand conversations', async ({ baton, page }) => {
  await startPractice(page, baton);
  await seedTitles(
    page,
    Array.from({ length: 5000 }, (_, index) => `Conversation ${index}`),
  );
  await page.goto(`${page.url().split('#')[0]}#/s/01890000-0000-7000-8000-000000000000`);
  await page.reload();
  await expect(row(page, /^Conversation 0(?!\d)/)).toBeVisible();
  expect(await list(page).locator('[data-session]').count()).toBeLessThan(80);
  await row(page, /^Conversation 0(?!\d)/).focus();
  await page.keyboard.press('End');
  await expect(row(page, 'Conversation 4999')).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('PageDown');
  await expect(row(page, /^Conversation 0(?!\d)/)).not.toBeFocused();
  // A conversation that is opened from outside scrolls into view.
  await page.goto(`${page.url().split('#')[0]}#/s/01890000-0000-7000-8000-000000003000`);
  await expect(row(page, 'Conversation 3000')).toBeInViewport();
});
