import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

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

/** Selectors. */
interface Parts {
  include?: string[];
  exclude: string[];
}

interface Rules {
  /** Tags or ids; if absent, all that axe recommends. */
  runOnly?: string[];
  rules?: Record<string, { enabled: boolean }>;
}

interface WithAxe {
  axe: { run: (parts: Parts, rules: Rules) => Promise<AxeResults> };
}

/** Runs axe in the page, which reads its code once for each document. Baton's only frame shows what a model wrote. */
export async function runAxe(page: Page, parts: Parts, rules: Rules): Promise<string[]> {
  const isLoaded = await page.evaluate(() => 'axe' in window);
  if (!isLoaded) await page.evaluate(AXE);
  return page.evaluate(
    async ([within, how]) => {
      const { violations: found } = await (window as unknown as WithAxe).axe.run(within, how);
      return found.map(({ id, help, nodes }) => `${id}: ${help} (${nodes.map((node) => node.html).join(' | ')})`);
    },
    // The only rule that needs files looks at what plays by itself.
    [parts, { ...rules, resultTypes: ['violations'], iframes: false, preload: { assets: ['media'] } }] as const,
  );
}

/** What axe finds against WCAG 2.2 AA and good practice, one line per rule. */
export async function violations(
  page: Page,
  { within, toasts = false, popup = false, colors = false }: Look = {},
): Promise<string[]> {
  await still(page);
  return runAxe(
    page,
    {
      ...(within !== undefined && { include: [within] }),
      exclude: toasts ? [] : ['[aria-label="Notifications"], [aria-label="알림"]'],
    },
    {
      runOnly: colors ? ['color-contrast', 'link-in-text-block'] : TAGS,
      ...(popup && !colors && { rules: { region: { enabled: false } } }),
    },
  );
}

/** What axe finds in this state of the page, shown in one theme and then in the other, which differs only in colors. */
export async function violationsInBothThemes(page: Page, look?: Look): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // Only then do colors begin to change.
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    for (const line of await violations(page, { ...look, colors: colorScheme === 'dark' }))
      found.push(`${colorScheme}: ${line}`);
  }
  return found;
}

export async function expectAccessible(page: Page, look?: Look): Promise<void> {
  expect(await violations(page, look)).toEqual([]);
}
