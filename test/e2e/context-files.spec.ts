import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectAccessible } from './support/accessibility.ts';
import { settle, write } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { watchForFailures } from './support/frame.ts';
import { callTool, cards, removeFolders, withFolder } from './support/tools.ts';

test.afterAll(removeFolders);

test('what the model was given from the folder is named where it was given, opens, and outlasts a reload', async ({
  baton,
  page,
}) => {
  const failures = watchForFailures(page);
  const folder = await withFolder(page, baton);
  mkdirSync(join(folder, 'inner/.claude/rules'), { recursive: true });
  writeFileSync(join(folder, 'AGENTS.md'), '# How to work here\n\nKeep sentences short.\n');
  writeFileSync(join(folder, 'inner/AGENTS.md'), 'Words of the inner folder.\n');
  writeFileSync(join(folder, 'inner/.claude/rules/text.md'), '---\npaths: "*.txt"\n---\nEnd every line with a dot.\n');
  writeFileSync(join(folder, 'inner/notes.txt'), 'notes');

  await write(page, `${callTool('builtin_workspace_server__read', { path: 'inner/notes.txt' })}\n!echo done\nLook.`);
  await page.getByRole('button', { name: 'Allow once' }).click({ delay: 700 });
  await settle(page);
  for (const reload of [false, true]) {
    if (reload) await page.reload();
    const first = page.getByText('Also sent to the model: AGENTS.md', { exact: true });
    await first.click();
    await expect(page.getByText('Keep sentences short.')).toBeVisible();
    const second = page.getByText('Also sent to the model: inner/AGENTS.md and 1 more file');
    await expect(second).toBeVisible();
    await second.click();
    await expect(page.getByText('End every line with a dot.')).toBeVisible();
    await expect(page.getByText('inner/.claude/rules/text.md', { exact: true })).toBeVisible();
    await expect(cards(page, 'Files read')).toContainText('done');
    await expectAccessible(page);
  }
  expect(failures).toEqual([]);
});
