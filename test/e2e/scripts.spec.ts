import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectAccessible } from './support/accessibility.ts';
import { messageBox, settle, write } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { openSettings } from './support/frame.ts';
import { cards, removeFolders, shell, withFolder } from './support/tools.ts';

test.afterAll(removeFolders);

/** Scripts in a folder of the user's, and their entry in the user's file. */
function configure(home: string, seconds: number): void {
  const folder = join(home, 'hooks');
  mkdirSync(folder, { recursive: true });
  const guard = join(folder, 'guard.sh');
  const lines = [
    'case $(cat) in',
    '*forbidden*) echo "not on this computer" >&2; exit 2;;',
    '*unclear*) echo "no rule for this" >&2; seq 99 >&2; exit 1;;',
    'esac',
  ];
  writeFileSync(guard, `${lines.join('\n')}\n`);
  const prompt = join(folder, 'words.sh');
  writeFileSync(prompt, 'if grep -q password; then echo "no passwords" >&2; exit 2; fi\n');
  const hooks = {
    PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: `sh '${guard}' \u202e`, timeout: seconds }] }],
    UserPromptSubmit: [{ hooks: [{ type: 'command', command: `sh '${prompt}'` }] }],
  };
  writeFileSync(join(home, 'config.jsonc'), JSON.stringify({ hooks }));
}

test('a script runs once it was agreed to, and what it blocks is seen', async ({ baton, page }) => {
  configure(baton.home, 10);
  await withFolder(page, baton);
  const conversation = page.url();
  await openSettings(page, 'Reliability');
  await page.getByRole('switch', { name: 'Run your scripts' }).click();
  await expect(page.getByText('Doesn’t run: it’s new or has changed')).toHaveCount(2);

  await page.getByRole('button', { name: 'Review guard.sh…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Run guard.sh?' });
  await expect(dialog).toContainText('\\u{202e}');
  await expect(dialog).toContainText('10 seconds');
  await expect(dialog.getByRole('button', { name: 'Not now' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByText('Doesn’t run: it’s new or has changed')).toHaveCount(2);
  for (const name of ['guard.sh', 'words.sh']) {
    await page.getByRole('button', { name: `Review ${name}…` }).click();
    await page.getByRole('button', { name: 'Approve' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await expect(page.getByText('Approved.')).toHaveCount(2);

  await page.goto(conversation);
  await expect(messageBox(page)).toBeVisible();
  await write(page, shell('echo forbidden'));
  await settle(page);
  for (const reload of [false, true]) {
    if (reload) await page.reload();
    await expect(cards(page)).toContainText('denied');
    await expect(page.getByText('guard.sh blocked this. not on this computer')).toBeVisible();
  }
  await expectAccessible(page);

  // One that fails stops nothing, so the user is told before the decision, with all of its words.
  await write(page, shell('echo unclear'));
  const question = page.locator('[data-asks]');
  const words = question.getByRole('group', { name: 'guard.sh failed with exit code 1 and was skipped.' });
  await expect(words).toContainText('no rule for this');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Deny' }).click();
  await settle(page);

  // A blocked message returns to the message box, and nothing of it is stored.
  await write(page, 'my password is 1234');
  await expect(page.getByText('words.sh blocked the message: no passwords').first()).toBeVisible();
  await expect(messageBox(page)).toHaveValue('my password is 1234');

  // A changed definition needs a new consent.
  configure(baton.home, 20);
  await openSettings(page, 'Reliability');
  await expect(page.getByText('Doesn’t run: it’s new or has changed')).toHaveCount(1);
});
