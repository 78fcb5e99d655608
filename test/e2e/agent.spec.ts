import { expectAccessible } from './support/accessibility.ts';
import { messageBox, newChat, settle, turns, write } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { readMessages } from './support/storage.ts';
import { watchForFailures } from './support/frame.ts';
import { cards, closeTools, openTools, question, removeFolders, shell, withFolder } from './support/tools.ts';

test.afterAll(removeFolders);

test('commands ask and are stopped, and tools are switched on with a plan that needs no question', async ({
  baton,
  page,
}) => {
  const failures = watchForFailures(page);
  await withFolder(page, baton);
  await test.step('a command asks, is denied with a reason, allowed, stopped alone, and the conversation goes on', async () => {
    await write(page, shell('echo first\u202e'));
    const card = question(page);
    await expect(card).toContainText('echo first\\u{202e}');
    await expect(card).toContainText('Invisible characters are spelled out.');
    await expect(card.getByRole('button', { name: 'Deny' })).toBeFocused();
    await expectAccessible(page);
    await card.getByLabel(/^Reason for denying/).fill('not that one');
    await card.getByRole('button', { name: 'Deny' }).click();
    await expect(card).toBeHidden();
    await expect(messageBox(page)).toBeFocused();
    await settle(page);
    const call = cards(page);
    await call.last().click();
    await expect(page.getByText(/not that one/).first()).toBeVisible();

    await write(page, shell('echo "<img src=x onerror=window.pwned=1><b>second</b>-$((40+2))"'));
    await expect(card).toBeVisible();
    await page.waitForTimeout(700);
    // The keys hold after a click on its text.
    await card.getByText('This tool needs your permission.').click();
    await page.keyboard.press('Control+Enter');
    await settle(page);
    await call.last().click();
    // A tool's result is text, whatever it looks like.
    await expect(page.getByText(/<img src=x onerror=window\.pwned=1><b>second<\/b>-42/).first()).toBeVisible();
    await expect(page.locator('main img[src="x"]')).toHaveCount(0);
    expect(await page.evaluate(() => 'pwned' in window)).toBe(false);

    await write(page, shell('echo begun-$((1+1)); sleep 60'));
    await card.getByRole('button', { name: 'Allow once' }).click({ delay: 700 });
    await expect(page.getByRole('group', { name: 'Live output' })).toContainText('begun-2');
    await expect(page.getByRole('region', { name: 'Run' })).toContainText('calling tools');
    await expectAccessible(page);
    await messageBox(page).fill('!echo and then this');
    await page.getByRole('button', { name: 'Send after this step' }).click();
    await expect(page.getByRole('button', { name: /^Cancel: / })).toBeVisible();
    await page.getByRole('button', { name: 'Stop this call' }).click();
    await settle(page);
    // What it printed until then stays.
    const stopped = (await readMessages(page)).findLast(({ role }) => role === 'tool')?.parts[0];
    expect(stopped).toMatchObject({ outcome: { status: 'cancelled' }, text: expect.stringContaining('begun-2') });
    await call.nth(2).click();
    await expect(page.getByRole('group', { name: 'Result', exact: true }).last()).toContainText('Output until then:');
    await call.nth(2).click();
    await expect(page.getByText('and then this').last()).toBeVisible();

    await write(page, '!echo still fine');
    await settle(page);
    await expect(page.getByText('still fine').last()).toBeVisible();
  });
  await test.step('stopping a run says so and offers to go on', async () => {
    await write(page, shell('sleep 60'));
    await expect(question(page)).toBeVisible();
    for (const text of ['!echo not this', '!echo but this']) {
      await messageBox(page).fill(text);
      await page.getByRole('button', { name: 'Send after this step' }).click();
    }
    // Nothing has the focus after a click on plain text.
    await page.getByRole('region', { name: 'Run' }).getByText('needs your decision').click();
    await page.keyboard.press('Escape');
    await expect(question(page)).toBeHidden();
    await settle(page);
    await expect(page.getByText('You stopped the run.')).toBeVisible();
    // What was written into the run stays in view, also after a reload, and can be taken back.
    await expect(page.getByText('Not sent yet.')).toBeVisible();
    await page.reload();
    await page.getByRole('button', { name: 'Cancel: !echo not this' }).click();
    await expect(messageBox(page)).toHaveValue('!echo not this');
    await messageBox(page).fill('');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('but this', { exact: true })).toBeVisible();
    await expect(page.getByText('Not sent yet.')).toBeHidden();
    await expect(page.getByText('You stopped the run.')).toBeHidden();
    await settle(page);
  });
  await test.step('a run that a reload broke off is told as such on its card, and is resumed or closed', async () => {
    await write(page, shell('echo once-$((2+2))'));
    await expect(question(page)).toBeVisible();

    // A second window only reads. Nothing is over: the question is asked in the first one.
    const other = await page.context().newPage();
    await other.goto(baton.url);
    await other.goto(`${baton.url.replace(/#.*/, '')}${new URL(page.url()).hash}`);
    await expect(other.getByText('This conversation is open in another window.', { exact: false })).toBeVisible();
    await expect(cards(other).last()).toContainText('needs approval');
    await other.close();

    await page.reload();
    await expect(cards(page).last()).toContainText('was waiting for you');
    await expect(page.getByText('It was waiting for you to approve a tool.')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Resume' }).click();
    await question(page).getByRole('button', { name: 'Allow once' }).click({ delay: 700 });
    await settle(page);
    await expect(page.getByText('This run isn’t finished.')).toBeHidden();

    // What the model had written stays, and the run alone says how to go on.
    await write(page, `!speed 40\n!echo ${'ninety-nine bottles '.repeat(50)}`);
    await expect(turns(page).filter({ hasNotText: '!speed' }).last()).toContainText('bottles ninety-nine');
    await page.reload();
    await expect(page.getByText('It was interrupted while the model was answering.')).toBeVisible();
    const partial = turns(page).last();
    await expect(partial).toContainText('bottles');
    await expect(partial).toContainText('This answer was interrupted');
    for (const name of ['Continue', 'Keep as is', 'Try again'])
      await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
    const kept = (await readMessages(page)).at(-1);
    await page.getByRole('button', { name: 'Resume' }).click();
    await expect(page.getByText('This run isn’t finished.')).toBeHidden();
    await settle(page);
    expect((await readMessages(page)).find(({ id }) => id === kept?.id)).toMatchObject({ parts: kept?.parts });

    await write(page, shell('sleep 60'));
    await question(page).getByRole('button', { name: 'Allow once' }).click({ delay: 700 });
    await expect(page.getByRole('button', { name: 'Stop this call' })).toBeVisible();
    await expect(cards(page).last()).toContainText('running');
    await page.reload();
    await expect(page.getByText('Some tools were running. Their results are unknown.')).toBeVisible();
    await expect(cards(page).last()).toContainText('interrupted');
    await page.getByRole('button', { name: 'End run' }).click();
    await expect(page.getByText('This run isn’t finished.')).toBeHidden();
    await expect(cards(page).last()).toContainText('interrupted');
    expect(JSON.stringify(await readMessages(page))).toContain('"outcome":{"status":"interrupted"');
    await write(page, '!echo after all');
    await settle(page);
    await expect(page.getByText('after all').last()).toBeVisible();
  });
  await newChat(page);
  await test.step('tools are switched on, the plan needs no question, a wrong folder is refused in words', async () => {
    await expect(page.getByRole('button', { name: 'Tools: off' })).toBeVisible();
    await openTools(page);
    await page.getByRole('switch', { name: 'Use tools' }).click();
    // What is not counted, such as the tools of the plan, is not passed over.
    await expect(page.getByText(/^at least [\d.]+K? tokens per request$/)).toBeVisible();
    await page.getByLabel('Folder path').fill('/no/such/folder');
    await page.getByLabel('Folder path').press('Enter');
    await expect(page.getByText('This folder doesn’t exist.')).toBeVisible();
    const wide = page.getByRole('switch', { name: 'Yes, use this whole home folder or disk' });
    await expect(wide).toBeHidden();
    await page.getByLabel('Folder path').fill('/');
    await page.getByLabel('Folder path').press('Enter');
    await expect(page.getByText('This is your whole home folder or disk.')).toBeVisible();
    await wide.click();
    await page.getByLabel('Folder path').fill('/tmp/..');
    // The confirmation was for another folder.
    await expect(wide).toBeHidden();
    await page.getByRole('button', { name: 'Attach', exact: true }).click();
    await wide.click();
    await page.getByRole('button', { name: 'Attach', exact: true }).click();
    // By keyboard: what takes the place of a control that goes, or that waits for the host, keeps the focus.
    const trust = page.getByRole('button', { name: /^\/: / });
    await page.getByRole('button', { name: 'Yes, they’re mine' }).press('Enter');
    await expect(trust).toBeFocused();
    await trust.press('Enter');
    await expect(trust).toHaveText('Outside content');
    await expect(trust).toBeFocused();
    await page.getByRole('button', { name: 'Remove /', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Remove /', exact: true })).toBeHidden();
    await expectAccessible(page);
    await closeTools(page);
    await expect(page.getByRole('button', { name: 'Tools: on' })).toBeFocused();
    const mode = page.getByRole('button', { name: /^Mode: / });
    await expect(mode).toHaveText('Ask');
    await messageBox(page).press('ControlOrMeta+Shift+M');
    await expect(mode).toHaveText('Accept edits');
    await mode.click();
    await page.getByRole('radio', { name: 'Plan' }).click();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Mode: Plan' })).toBeFocused();

    await write(page, '!tool builtin_planning_server__create_goal {"goal":"Read ten stories"}');
    await settle(page);
    await expect(cards(page, 'Plan create_goal')).toBeVisible();
    const plan = page.getByRole('region', { name: 'Plan', exact: true });
    await expect(plan).toContainText('Read ten stories');
    await page.reload();
    await expect(plan).toContainText('Read ten stories');
    await page.setViewportSize({ width: 900, height: 720 });
    await expect(page.getByText('Plan · Read ten stories')).toBeVisible();
    await expect(plan).toBeHidden();
    await page.setViewportSize({ width: 1280, height: 720 });
    await expect(plan).toBeVisible();
    await expect(page.getByRole('button', { name: 'Mode: Plan' })).toBeVisible();
  });
  expect(failures).toEqual([]);
});
