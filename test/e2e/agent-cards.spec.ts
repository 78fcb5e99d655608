import type { Page } from '@playwright/test';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectAccessible } from './support/accessibility.ts';
import { newChat, settle, write } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { watchForFailures } from './support/frame.ts';
import { dumpStorage, putSetting } from './support/storage.ts';
import {
  allowOnce,
  attachFolder,
  callTool,
  cards,
  question,
  removeFolders,
  shell,
  withFolder,
} from './support/tools.ts';

test.afterAll(removeFolders);

const edit = (args: object) => callTool('builtin_workspace_server__edit', args);

/** The newest card, unfolded. */
async function unfold(page: Page, name?: string) {
  const card = cards(page, name).last();
  await expect(card).toBeVisible();
  if ((await card.getAttribute('aria-expanded')) === 'false') await card.click();
  return card;
}

test('cards tell the same when their calls have ended and after a reload, and an edit is taken back', async ({
  baton,
  page,
}) => {
  const failures = watchForFailures(page);
  const config = { version: 1, practiceCharsPerSecond: 4000, enabled_hooks: ['comment-checker'] };
  writeFileSync(join(baton.home, 'config.jsonc'), JSON.stringify(config));
  const folder = await withFolder(page, baton);
  // All of it in view: the list draws no more than that.
  await page.setViewportSize({ width: 1280, height: 3000 });

  await test.step('commands that end well, fail, and are denied', async () => {
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
  });
  await test.step('a change that leaves comments behind', async () => {
    const content = 'const url = "https://example.com"; // the address\n// TODO: handle errors\n// run(url);\n';
    await write(page, callTool('builtin_workspace_server__write', { path: 'src/run.ts', content }));
    await allowOnce(page, 'write');
    await settle(page);
  });
  const lines = Array.from({ length: 30 }, (_, n) => `line ${n + 1}`).join('\n');
  await test.step('an edit shows its difference before it is allowed', async () => {
    writeFileSync(join(folder, 'notes.txt'), `${lines}\n`);
    await write(page, edit({ path: 'notes.txt', old_text: 'line 20\nline 21', new_text: 'line 20\nline twenty-one' }));
    const change = question(page, 'edit').getByRole('group', { name: 'Change' });
    await expect(change.getByRole('deletion')).toHaveText('− line 21');
    await expect(change.getByRole('insertion')).toHaveText('+ line twenty-one');
    await expectAccessible(page);
    await allowOnce(page, 'edit');
    await settle(page);
    expect(readFileSync(join(folder, 'notes.txt'), 'utf8')).toContain('line twenty-one');
  });

  for (const reload of [false, true])
    await test.step(reload ? 'after a reload' : 'when all have ended', async () => {
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

      await expect(page.getByText('Left 2 comments that call for more work')).toBeVisible();
      await unfold(page, 'Files write');
      const found = page.getByRole('listitem').filter({ hasText: 'src/run.ts:' });
      await expect(found).toHaveText([
        'src/run.ts:2 unfinished TODO: handle errors',
        'src/run.ts:3 commented-out code run(url);',
      ]);

      await unfold(page, 'Files edit');
      await expect(page.getByText('Changed notes.txt in one place.', { exact: true })).toBeVisible();
      const result = page.getByRole('group', { name: 'Change' }).last();
      await expect(result).toContainText('@@ -18,7 +18,7 @@');
      await expect(result.getByRole('insertion')).toHaveText('+ line twenty-one');
      if (reload) await expectAccessible(page);
    });
  const { messages = [] } = await dumpStorage(page);
  expect(JSON.stringify(messages)).toContain('src/run.ts:2 unfinished: TODO: handle errors');

  await test.step('also after a reload, the file goes back to what it was', async () => {
    await page.getByRole('button', { name: 'File changes' }).last().click();
    const panel = page.getByRole('complementary', { name: 'File changes' });
    await expect(panel.getByRole('deletion')).toHaveText('− line 21');
    // The newest is the first.
    await panel.getByRole('button', { name: 'Take back this step…' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Take back this step?' });
    await expect(dialog.getByRole('listitem')).toContainText('notes.txt');
    await dialog.getByRole('button', { name: 'Take back' }).click();
    await expect.poll(() => readFileSync(join(folder, 'notes.txt'), 'utf8')).toBe(`${lines}\n`);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect.poll(() => readFileSync(join(folder, 'notes.txt'), 'utf8')).toContain('line twenty-one');
  });
  expect(failures).toEqual([]);
});

test('a shortened result opens whole, and what the model was given from the folder is named, also after a reload', async ({
  baton,
  page,
  context,
}) => {
  const failures = watchForFailures(page);
  await withFolder(page, baton);
  await test.step('a shortened result says how much is missing and opens whole, also after a reload', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await write(page, shell('seq -f "row number %.0f of many" 1 60000'));
    await allowOnce(page);
    await settle(page);
    for (const reload of [false, true]) {
      if (reload) await page.reload();
      const card = await unfold(page);
      await expect(card.getByRole('img', { name: 'Shortened for the model' })).toBeVisible();
      await expect(page.getByText(/[\d,]+ lines \([\d,]+ bytes\) not sent/)).toBeVisible();
      await page.getByRole('button', { name: 'Open full output' }).click();
      const viewer = page.getByRole('dialog', { name: 'Full output: Commands · run' });
      await expect(viewer).toContainText('60,001 lines');
      await expect(viewer.getByText('row number 1 of many')).toBeVisible();
      await viewer.getByRole('searchbox', { name: 'Find in the text' }).fill('NUMBER 50000 OF');
      await expect(viewer.locator('mark')).toHaveText('number 50000 of');
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
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('row number 54321 of many');
    const saved = page.waitForEvent('download');
    await viewer.getByRole('button', { name: 'Save as file' }).click();
    const download = await saved;
    expect(download.suggestedFilename()).toBe('Commands-run.txt');
    expect(readFileSync(await download.path(), 'utf8')).toMatch(/^row number 1 of many\n[\s\S]*60000 of many/);
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
    await page.keyboard.press('Escape');
  });
  await newChat(page);
  await test.step('what the model was given from the folder is named where it was given, opens, and outlasts a reload', async () => {
    const folder = await attachFolder(page);
    mkdirSync(join(folder, 'inner/.claude/rules'), { recursive: true });
    writeFileSync(join(folder, 'AGENTS.md'), '# How to work here\n\nKeep sentences short.\n');
    writeFileSync(join(folder, 'inner/AGENTS.md'), 'Words of the inner folder.\n');
    writeFileSync(
      join(folder, 'inner/.claude/rules/text.md'),
      '---\npaths: "*.txt"\n---\nEnd every line with a dot.\n',
    );
    writeFileSync(join(folder, 'inner/notes.txt'), 'notes');

    await write(page, `${callTool('builtin_workspace_server__read', { path: 'inner/notes.txt' })}\n!echo done\nLook.`);
    await page.getByRole('button', { name: 'Allow once' }).click({ delay: 700 });
    await settle(page);
    for (const reload of [false, true]) {
      if (reload) await page.reload();
      const first = page.getByText('Also sent to the model: AGENTS.md', { exact: true });
      await first.scrollIntoViewIfNeeded();
      const place = await first.boundingBox();
      await first.click();
      await expect(page.getByText('Keep sentences short.')).toBeVisible();
      expect(await first.boundingBox()).toEqual(place);
      const second = page.getByText('Also sent to the model: inner/AGENTS.md and 1 more');
      await expect(second).toBeVisible();
      await second.click();
      await expect(page.getByText('End every line with a dot.')).toBeVisible();
      await expect(page.getByText('inner/.claude/rules/text.md', { exact: true })).toBeVisible();
      await expect(cards(page, 'Files read')).toContainText('done');
      await expectAccessible(page);
    }
  });
  expect(failures).toEqual([]);
});

test('finished steps fold to lines and nothing jumps, and a run that a limit stopped goes on with a higher one', async ({
  baton,
  page,
}) => {
  const failures = watchForFailures(page);
  await withFolder(page, baton);
  const plan = (n: number) =>
    n % 5 === 4
      ? callTool('builtin_planning_server__check_todo', { id: 'none' })
      : callTool('builtin_planning_server__add_todo', { content: `todo ${n}` });
  // All of it in view: the list draws no more than that.
  await page.setViewportSize({ width: 1280, height: 5000 });
  await write(page, ['!speed 0', ...Array.from({ length: 12 }, (_, n) => plan(n)), '!echo and so on'].join('\n'));
  await settle(page, 60_000);
  const lines = page.getByRole('button', { name: /^Updated the plan · 4 steps · [\d.]+ s$/ });
  const end = page.getByText('and so on').last();

  for (const reload of [false, true]) {
    if (reload) await page.reload();
    await expect(end).toBeVisible();
    // What failed stays open, and so do the last step and one that is alone.
    await expect(lines).toHaveCount(2);
    await expect(cards(page, 'Plan check_todo')).toHaveCount(2);
    await expect(cards(page, 'Plan add_todo')).toHaveCount(2);
  }

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

  await test.step('a run that a limit stopped says so, goes on, and takes a higher limit', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await putSetting(page, 'run-limits', { steps: 2 });
    await page.reload();
    const todos = Array.from({ length: 7 }, (_, n) =>
      callTool('builtin_planning_server__add_todo', { content: `${n}` }),
    );
    await write(page, ['!speed 0', ...todos, '!echo all of it'].join('\n'));
    await expect(page.getByText('Stopped after 2 steps, the limit per run.')).toBeVisible();
    await expect(page.getByText('Continue for the same number of steps.')).toBeVisible();
    await page.reload();
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await expect(page.getByText('4 steps', { exact: true }).last()).toBeVisible();
    await page.getByRole('button', { name: 'Continue, up to 4 steps per run' }).click();
    await expect(page.getByText('all of it').last()).toBeVisible();
    await settle(page);
    await expect(page.getByRole('button', { name: /^Continue/ })).toHaveCount(0);
  });
  expect(failures).toEqual([]);
});
