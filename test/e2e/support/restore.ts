import type { Page } from '@playwright/test';
import { wipeHistory } from './storage.ts';
import { callTransfer, startTransfer } from './transfer-worker.ts';

/** Writes an archive of everything, removes the history and restores it from there. */
export async function restoreFromArchive(page: Page): Promise<void> {
  await startTransfer(page);
  const job = { sessions: 'all', trash: true, format: 'archive', thinking: true, tools: true, branches: true } as const;
  await callTransfer(page, 'write', { job: { ...job, language: 'en' }, writtenBy: 'Baton' });
  await wipeHistory(page);
  await page.reload();
  await page.getByRole('button', { name: 'Continue without them' }).click();
  await page.getByRole('searchbox', { name: 'Search titles' }).waitFor();
  await startTransfer(page);
  const opened = await callTransfer(page, 'open', {});
  await callTransfer(page, 'restore', { id: opened.type === 'done' ? opened.result.id : '', sessionIds: 'all' });
}
