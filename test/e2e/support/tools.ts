import { expect, type Locator, type Page } from '@playwright/test';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPractice } from './chat.ts';
import type { BatonServer } from './server.ts';

/** A directive for the practice vendors: call a tool. */
export const callTool = (name: string, args: object): string => `!tool ${name} ${JSON.stringify(args)}`;
export const shell = (command: string): string => callTool('builtin_shell_server__run', { command });

/** Calls in the conversation, by the names of server and tool. */
export const cards = (page: Page, name = 'Commands run'): Locator => page.getByRole('button', { name });

/** The question whether a tool may run. */
export const question = (page: Page, tool = 'run'): Locator => page.getByRole('region', { name: `Allow ${tool}?` });

/** Allows the call, after waiting: a new question doesn't accept an answer right away. */
export async function allowOnce(page: Page, tool?: string): Promise<void> {
  await question(page, tool).getByRole('button', { name: 'Allow once' }).click({ delay: 700 });
}

const folders: string[] = [];

/** For `afterAll`. */
export function removeFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

export async function openTools(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Tools:/ }).click();
}

export async function closeTools(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
}

/** Turns on tools in the open conversation, with a folder of its own. */
export async function attachFolder(page: Page): Promise<string> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'baton-folder-')));
  folders.push(folder);
  await openTools(page);
  await page.getByLabel('Folder path').fill(folder);
  await page.getByRole('button', { name: 'Attach', exact: true }).click();
  await expect(page.getByRole('button', { name: `Remove ${folder}` })).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Use tools' })).toBeChecked();
  await closeTools(page);
  return folder;
}

/** A practice conversation with tools and a folder of its own. */
export async function withFolder(page: Page, baton: BatonServer): Promise<string> {
  await startPractice(page, baton);
  return attachFolder(page);
}
