import { SETTINGS_PAGES } from '#ui/shell/settings/settings-pages.ts';
import { violations, violationsInBothThemes } from './support/accessibility.ts';
import { expect, test } from './support/fixtures.ts';
import { seedTitles, watchForFailures } from './support/frame.ts';

test('the first key, a deletion that can be undone, and a host that ends are free of violations', async ({
  baton,
  page,
}) => {
  await test.step('the first key, in both themes', async () => {
    await page.goto(baton.url);
    await page.getByRole('button', { name: 'Add a key' }).click();
    await page.getByRole('button', { name: 'Anthropic' }).click();
    await page.getByRole('radio', { name: 'Encrypted file' }).click();
    expect(await violationsInBothThemes(page)).toEqual([]);
    await page.getByRole('radio', { name: 'Only this run' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByLabel('API key for Anthropic')).toBeVisible();
    expect(await violationsInBothThemes(page)).toEqual([]);
  });
  await test.step('a deletion that can be undone, in both themes', async () => {
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('button', { name: 'Start practice' }).click();
    await expect(page.locator('[data-composer]')).toBeFocused();
    await seedTitles(page, ['Alpha', '베타', 'Gamma']);
    await page.reload();
    await page.getByRole('link', { name: /베타/ }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
    expect(await violationsInBothThemes(page, { toasts: true })).toEqual([]);
  });
  await test.step('a host that ends is noticed, and so is one that started anew', async () => {
    await baton.stop();
    await expect(page.getByText('Baton’s host isn’t responding')).toBeVisible({ timeout: 30_000 });
    expect(await violations(page)).toEqual([]);
    await baton.restart();
    // A new start has a new token: this window says so instead of retrying forever.
    await expect(page.getByText('This window is from an earlier run of Baton')).toBeVisible({ timeout: 40_000 });
    await page.goto(baton.url);
    await expect(page.locator('[data-composer]')).toBeVisible();
    await expect(page.getByText('This window is from an earlier run of Baton')).toHaveCount(0);
  });
});

test.describe('at 200 % on a small screen, in Korean', () => {
  test.use({ viewport: { width: 640, height: 400 }, locale: 'ko-KR' });

  test('nothing is cut off sideways', async ({ baton, page }) => {
    const failures = watchForFailures(page);
    await page.goto(baton.url);
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await expect(page.getByRole('button', { name: '연습 시작' })).toBeVisible();
    expect(await overflow()).toBeLessThanOrEqual(0);
    await page.getByRole('button', { name: '연습 시작' }).click();
    await expect(page.locator('[data-composer]')).toBeVisible();
    for (const width of [640, 360]) {
      await page.setViewportSize({ width, height: 640 });
      for (const { id: hash } of SETTINGS_PAGES) {
        await page.goto(`${baton.origin}/#/settings/${hash}`);
        await expect(page.getByRole('heading', { level: 1, name: '설정' })).toBeVisible();
        const wide = await page
          .getByRole('main')
          .evaluate((main) =>
            [...main.querySelectorAll('button, input, p, h2, h3')]
              .filter((one) => !one.closest('nav') && one.getBoundingClientRect().right > window.innerWidth + 1)
              .map((one) => one.textContent),
          );
        expect({ width, hash, wide }).toEqual({ width, hash, wide: [] });
        expect(await overflow()).toBeLessThanOrEqual(0);
        await expect(page.getByRole('main').locator('nav [aria-current]')).toBeInViewport({ ratio: 1 });
      }
    }
    expect(failures).toEqual([]);
  });
});
