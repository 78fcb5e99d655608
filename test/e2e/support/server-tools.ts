import { expect, type Page } from '@playwright/test';
import { openSettings } from './frame.ts';

/** What the practice vendors answer with a search of their own and two sentences that cite it. */
export const SEARCH = '!search tea\n!echo Tea is a drink. It is also a plant.';

/** Switches on the web search of Practice Claude and Practice GPT themselves, in the settings, and stays there. */
export async function letVendorsSearch(page: Page): Promise<void> {
  await openSettings(page, 'Vendors and keys');
  for (const id of ['practice-anthropic', 'practice-openai']) {
    const row = page.locator(`[data-connection="${id}"]`);
    await row.getByText('Tools the vendor runs itself').click();
    await expect(row.getByText('$10 per 1,000 searches')).toBeVisible();
    await row.getByRole('switch', { name: 'Web search' }).click();
  }
}
