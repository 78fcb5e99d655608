import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import type { BatonServer } from './server.ts';

export const PASSPHRASE = 'garden window mellow thirteen';

export interface Given {
  how: 'begin' | 'join';
  name: string;
  /** As shown for the user's consent. */
  address: string;
  choosePlace(dialog: Locator): Promise<void>;
}

export const inFolder = (folder: string): Pick<Given, 'address' | 'choosePlace'> => ({
  address: join(folder, 'baton-sync', '1'),
  choosePlace: (dialog) => dialog.getByRole('textbox', { name: 'Folder', exact: true }).fill(folder),
});

/** Every step stays in the page and has a button of this name: a click meant for the next one must not hit this one. */
export async function next(dialog: Locator, to: string) {
  await dialog.getByRole('button', { name: 'Next' }).click();
  await expect(dialog.getByRole('group', { name: to })).toBeVisible();
}

export async function toConsent(page: Page, baton: BatonServer, { how, name, address, choosePlace }: Given) {
  await page.goto(`${baton.origin}/#/settings/history/sync`);
  const section = page.getByRole('region', { name: 'Sync' });
  await section.getByRole('button', { name: 'Set up…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up sync' });
  await dialog.getByRole('radio', { name: 'Only this run' }).click();
  await next(dialog, 'Step 1 of 3');
  await choosePlace(dialog);
  await next(dialog, 'Step 2 of 3');
  if (how === 'join') await dialog.getByRole('radio', { name: 'Join my other computers' }).click();
  await dialog.getByLabel('Sync passphrase', { exact: true }).fill(PASSPHRASE);
  if (how === 'begin') await dialog.getByLabel('Confirm passphrase').fill(PASSPHRASE);
  await dialog.getByRole('textbox', { name: 'Name of this computer' }).fill(name);
  await next(dialog, 'Step 3 of 3');
  await expect(dialog.getByText(address, { exact: true })).toBeVisible();
  return { section, dialog };
}

export async function agree(section: Locator, dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: /^Agree and/ }).click();
  await expect(section.getByText('Everything is in sync')).toBeVisible();
}

export async function setUp(page: Page, baton: BatonServer, given: Given) {
  const { section, dialog } = await toConsent(page, baton, given);
  await agree(section, dialog);
  return section;
}
