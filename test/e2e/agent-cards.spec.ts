import type { Page } from '@playwright/test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectAccessible } from './support/accessibility.ts';
import { messageBox, settle, write } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { watchForFailures } from './support/frame.ts';
import { dumpStorage, putSetting } from './support/storage.ts';
import { allowOnce, callTool, cards, question, removeFolders, shell, withFolder } from './support/tools.ts';

test.afterAll(removeFolders);

const edit = (args: object) => callTool('builtin_workspace_server__edit', args);

/** The newest card, unfolded. */
async function unfold(page: Page, name?: string) {
  const card = cards(page, name).last();
  await expect(card).toBeVisible();
  if ((await card.getAttribute('aria-expanded')) === 'false') await card.click();
  return card;
}

test('a card tells the same while the tool runs, when it has ended, and after a reload', async ({ baton, page }) => {
  const failures = watchForFailures(page);
  await withFolder(page, baton);

  await write(page, shell('echo it works'));
  await expect(cards(page)).toContainText('needs approval');
  await allowOnce(page);
  await settle(page);
  await write(page, shell('echo broken >&2; exit 3'));
  await allowOnce(page);
  await settle(page);
  await write(page, shell('rm -rf everything'));
  await question(page)
    .getByLabel(/^Reason for denying/)
    .fill('keep it');
  await question(page).getByRole('button', { name: 'Deny' }).click();
  await settle(page);

  for (const reload of [false, true]) {
    if (reload) await page.reload();
    await expect(cards(page).nth(0)).toContainText(/done · [\d.]+ s/);
    await expect(cards(page).nth(1)).toContainText(/failed · [\d.]+ s/);
    await expect(page.getByText('broken', { exact: true })).toBeVisible();
    await expect(cards(page).nth(2)).toContainText('denied');
    await expect(cards(page).nth(2)).not.toContainText(/\d s/);
    await unfold(page);
    await expect(page.getByText('You denied it. Reason: keep it')).toBeVisible();
    await cards(page).nth(0).click();
    await expect(page.getByText('You allowed it once.')).toBeVisible();
    if (reload) await expectAccessible(page);
  }
  expect(failures).toEqual([]);
});

test('a shortened result says how much is missing and opens whole, also after a reload', async ({
  baton,
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await withFolder(page, baton);
  await write(page, shell('seq -f "row number %.0f of many" 1 280000'));
  await allowOnce(page);
  await settle(page);
  for (const reload of [false, true]) {
    if (reload) await page.reload();
    const card = await unfold(page);
    await expect(card.getByRole('img', { name: 'Shortened for the model' })).toBeVisible();
    await expect(page.getByText(/[\d,]+ lines \([\d,]+ bytes\) not sent/)).toBeVisible();
    await page.getByRole('button', { name: 'Open full output' }).click();
    const viewer = page.getByRole('dialog', { name: 'Full output: Commands · run' });
    await expect(viewer).toContainText('280,001 lines');
    await expect(viewer.getByText('row number 1 of many')).toBeVisible();
    await viewer.getByRole('searchbox', { name: 'Find in the text' }).fill('NUMBER 150000 OF');
    await expect(viewer.locator('mark')).toHaveText('number 150000 of');
    await expect(viewer).toContainText('1 of 1');
    await viewer.getByRole('searchbox').fill('of many');
    await expect(viewer).toContainText('1 of 10,000+');
    await viewer.getByRole('searchbox').press('Shift+Enter');
    await expect(viewer).toContainText('10,000 of 10,000+');
    if (reload) await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(viewer).toBeHidden();
  }
  await page.getByRole('button', { name: 'Open full output' }).click();
  const viewer = page.getByRole('dialog');
  await viewer.getByRole('button', { name: 'Copy all' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('row number 123456 of many');
  const saved = page.waitForEvent('download');
  await viewer.getByRole('button', { name: 'Save as file' }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe('Commands-run.txt');
  expect(readFileSync(await download.path(), 'utf8')).toMatch(/^row number 1 of many\n[\s\S]*280000 of many/);
  await viewer.getByRole('button', { name: 'Close' }).click();

  await page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((resolve) => {
      const open = indexedDB.open('baton');
      open.addEventListener('success', () => resolve(open.result));
    });
    const transaction = db.transaction('outputs', 'readwrite');
    transaction.objectStore('outputs').clear();
    await new Promise((resolve) => transaction.addEventListener('complete', resolve));
    db.close();
  });
  await page.getByRole('button', { name: 'Open full output' }).click();
  await expect(page.getByText('The full output is no longer stored.')).toBeVisible();
});

test('an edit shows its difference before it is allowed and after, and is taken back', async ({ baton, page }) => {
  const folder = await withFolder(page, baton);
  const lines = Array.from({ length: 30 }, (_, n) => `line ${n + 1}`).join('\n');
  writeFileSync(join(folder, 'notes.txt'), `${lines}\n`);
  await write(page, edit({ path: 'notes.txt', old_text: 'line 20\nline 21', new_text: 'line 20\nline twenty-one' }));
  const change = question(page, 'edit').getByRole('group', { name: 'Change' });
  await expect(change.getByRole('deletion')).toHaveText('− line 21');
  await expect(change.getByRole('insertion')).toHaveText('+ line twenty-one');
  await expectAccessible(page);
  await allowOnce(page, 'edit');
  await settle(page);
  expect(readFileSync(join(folder, 'notes.txt'), 'utf8')).toContain('line twenty-one');
  for (const reload of [false, true]) {
    if (reload) await page.reload();
    await unfold(page, 'Files edit');
    await expect(page.getByText('Changed notes.txt in one place.', { exact: true })).toBeVisible();
    const result = page.getByRole('group', { name: 'Change' }).last();
    await expect(result).toContainText('@@ -18,7 +18,7 @@');
    await expect(result.getByRole('insertion')).toHaveText('+ line twenty-one');
  }
  // Also after a reload, the file goes back to what it was.
  await page.getByRole('button', { name: 'File changes' }).click();
  const panel = page.getByRole('complementary', { name: 'File changes' });
  await expect(panel.getByRole('deletion')).toHaveText('− line 21');
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Take back this step…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Take back this step?' });
  await expect(dialog.getByRole('listitem')).toContainText('notes.txt');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Take back' }).click();
  await expect.poll(() => readFileSync(join(folder, 'notes.txt'), 'utf8')).toBe(`${lines}\n`);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.poll(() => readFileSync(join(folder, 'notes.txt'), 'utf8')).toContain('line twenty-one');
});

test('comments that a change leaves behind are told at its call, and to the model', async ({ baton, page }) => {
  writeFileSync(join(baton.home, 'config.jsonc'), '{ "enabled_hooks": ["comment-checker"] }');
  await withFolder(page, baton);
  const content = 'const url = "https://example.com"; // the address\n// TODO: handle errors\n// run(url);\n';
  await write(page, callTool('builtin_workspace_server__write', { path: 'src/run.ts', content }));
  await allowOnce(page, 'write');
  await settle(page);
  for (const reload of [false, true]) {
    if (reload) await page.reload();
    await expect(page.getByText('Left 2 comments that call for more work')).toBeVisible();
    await unfold(page, 'Files write');
    const found = page.getByRole('listitem').filter({ hasText: 'src/run.ts:' });
    await expect(found).toHaveText([
      'src/run.ts:2 unfinished TODO: handle errors',
      'src/run.ts:3 commented-out code run(url);',
    ]);
    if (reload) await expectAccessible(page);
  }
  const { messages = [] } = await dumpStorage(page);
  expect(JSON.stringify(messages)).toContain('src/run.ts:2 unfinished: TODO: handle errors');
});

test('a call that was running when everything stopped is told as interrupted, before and after it is closed', async ({
  baton,
  page,
}) => {
  await withFolder(page, baton);
  await write(page, shell('sleep 60'));
  await expect(question(page)).toBeVisible();
  await page.reload();
  await expect(cards(page)).toContainText('was waiting for you');
  await page.getByRole('button', { name: 'Resume' }).click();
  await allowOnce(page);
  await expect(cards(page)).toContainText('running');
  await page.reload();
  await expect(cards(page)).toContainText('interrupted');
  await page.getByRole('button', { name: 'End run' }).click();
  await expect(page.getByText('This run isn’t finished.')).toBeHidden();
  await expect(cards(page)).toContainText('interrupted');
  const { messages = [] } = await dumpStorage(page);
  expect(JSON.stringify(messages)).toContain('"outcome":{"status":"interrupted"');
  await messageBox(page).focus();
});

test('finished steps fold to lines that say what they did, and nothing jumps', async ({ baton, page }) => {
  const failures = watchForFailures(page);
  await withFolder(page, baton);
  const plan = (n: number) =>
    n % 5 === 4
      ? callTool('builtin_planning_server__check_todo', { id: 'none' })
      : callTool('builtin_planning_server__add_todo', { content: `todo ${n}` });
  // All of it in view: the list draws no more than that.
  await page.setViewportSize({ width: 1280, height: 5000 });
  await write(page, ['!speed 0', ...Array.from({ length: 22 }, (_, n) => plan(n)), '!echo and so on'].join('\n'));
  await settle(page, 60_000);
  const lines = page.getByRole('button', { name: /^Updated the plan · 4 steps · [\d.]+ s$/ });
  const end = page.getByText('and so on').last();

  for (const reload of [false, true]) {
    if (reload) await page.reload();
    await expect(end).toBeVisible();
    // What failed stays open, and so do the last step and one that is alone.
    await expect(lines).toHaveCount(4);
    await expect(cards(page, 'Plan check_todo')).toHaveCount(4);
    await expect(cards(page, 'Plan add_todo')).toHaveCount(2);
  }
  await expectAccessible(page);

  const line = lines.last();
  await line.scrollIntoViewIfNeeded();
  const before = await line.boundingBox();
  await line.press('Enter');
  await expect(line).toHaveAttribute('aria-expanded', 'true');
  await expect(cards(page, 'Plan add_todo').first()).toBeInViewport();
  await expect(line).toBeFocused();
  await expect.poll(async () => Math.abs(((await line.boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(2);
  await line.press('Enter');
  await expect(cards(page, 'Plan add_todo')).toHaveCount(2);
  await expect.poll(async () => Math.abs(((await line.boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(2);
  await page.setViewportSize({ width: 360, height: 5000 });
  await expect(line).toBeVisible();
  await expectAccessible(page);
  expect(failures).toEqual([]);
});

test('a run that a limit stopped says so, goes on, and takes a higher limit', async ({ baton, page }) => {
  await withFolder(page, baton);
  await putSetting(page, 'run-limits', { steps: 3 });
  await page.reload();
  const lines = Array.from({ length: 11 }, (_, n) =>
    callTool('builtin_planning_server__add_todo', { content: `${n}` }),
  );
  await write(page, ['!speed 0', ...lines, '!echo all of it'].join('\n'));
  await expect(page.getByText('Stopped after 3 steps, the limit per run.')).toBeVisible();
  await expect(page.getByText('Continue for the same number of steps.')).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page.getByText('6 steps', { exact: true }).last()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Continue, up to 6 steps per run' }).click();
  await expect(page.getByText('all of it').last()).toBeVisible();
  await settle(page);
  await expect(page.getByRole('button', { name: /^Continue/ })).toHaveCount(0);
});
