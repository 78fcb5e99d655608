import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface Look {
  /** Selector of what is looked at; absent: the page. */
  within?: string;
  /** Toasts too: for who has one that stays. Others fade while they are looked at. */
  toasts?: boolean;
  /** An open menu or list stands outside every landmark by its nature. */
  popup?: boolean;
}

/** Half-faded popups have half the contrast: waits until nothing moves that comes to rest. */
export async function still(page: Page): Promise<void> {
  await page.evaluate(() => {
    const ending = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    return Promise.all(ending.map((one) => one.finished.catch(() => undefined)));
  });
}

/** What axe finds against WCAG 2.2 AA and good practice, a line for each rule. */
export async function violations(page: Page, { within, toasts = false, popup = false }: Look = {}): Promise<string[]> {
  await still(page);
  // No page of Baton has frames, whose results axe would put together in a new page for each look ("legacy" does not).
  const axe = new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .withTags(TAGS);
  if (within !== undefined) axe.include(within);
  if (!toasts) axe.exclude('[aria-label="Notifications"], [aria-label="알림"]');
  if (popup) axe.disableRules(['region']);
  const { violations: found } = await axe.analyze();
  return found.map(({ id, help, nodes }) => `${id}: ${help} (${nodes.map((node) => node.html).join(' | ')})`);
}

export async function expectAccessible(page: Page, look?: Look): Promise<void> {
  expect(await violations(page, look)).toEqual([]);
}
