import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface Look {
  /** Selector of the part to check; if absent, the entire page. */
  within?: string;
  /** Include toasts, for pages where one stays. Others may fade during the check. */
  toasts?: boolean;
  /** An open menu or list is always outside every landmark. */
  popup?: boolean;
  /** Only the rules that look at colors. */
  colors?: boolean;
}

/** Half-faded popups have half the contrast, so this waits until every finite animation has finished. */
export async function still(page: Page): Promise<void> {
  await page.evaluate(() => {
    const ending = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    return Promise.all(ending.map((one) => one.finished.catch(() => undefined)));
  });
}

/** What axe finds against WCAG 2.2 AA and good practice, one line per rule. */
export async function violations(
  page: Page,
  { within, toasts = false, popup = false, colors = false }: Look = {},
): Promise<string[]> {
  await still(page);
  // Without legacy mode, axe opens a new page for each check to merge the results of frames. Baton's only frame shows
  // what a model wrote.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'], iframes: false });
  if (colors) axe.withRules(['color-contrast', 'link-in-text-block']);
  else axe.withTags(TAGS);
  if (within !== undefined) axe.include(within);
  if (!toasts) axe.exclude('[aria-label="Notifications"], [aria-label="알림"]');
  if (popup && !colors) axe.disableRules(['region']);
  const { violations: found } = await axe.analyze();
  return found.map(({ id, help, nodes }) => `${id}: ${help} (${nodes.map((node) => node.html).join(' | ')})`);
}

/** What axe finds in this state of the page, shown in one theme and then in the other, which differs only in colors. */
export async function violationsInBothThemes(page: Page, look?: Look): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const line of await violations(page, { ...look, colors: colorScheme === 'dark' }))
      found.push(`${colorScheme}: ${line}`);
  }
  return found;
}

export async function expectAccessible(page: Page, look?: Look): Promise<void> {
  expect(await violations(page, look)).toEqual([]);
}
