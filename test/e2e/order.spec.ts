import type { Page } from '@playwright/test';
import { messageBox, write } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { seedTitles, startPractice } from './support/frame.ts';
import { dumpStorage, holdTable } from './support/storage.ts';

const list = (page: Page) => page.getByRole('navigation', { name: 'Conversations' });
const row = (page: Page, name: string | RegExp) => list(page).getByRole('link', { name });
const folder = (page: Page, name: string | RegExp) => list(page).getByRole('button', { name, expanded: true });
const shots = process.env['SHOTS'];
const bar = (page: Page) => page.getByRole('toolbar', { name: 'Actions for the selected conversations' });

/** The items of the open menu that something else lies over, and whether the notification of the archive is shown meanwhile. */
function findCovered(): { covered: (string | null)[]; archived: boolean } {
  const isCovered = (item: Element) => {
    const { x, y, width, height } = item.getBoundingClientRect();
    return !item.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  };
  const items = [...document.querySelectorAll('[role="menuitem"]')];
  const notifications = document.querySelector('[role="region"][aria-label="Notifications"]');
  return {
    covered: items.filter(isCovered).map((item) => item.textContent),
    archived: notifications?.textContent.includes('Archived') ?? false,
  };
}

/** The same four conversations as at the start, in no folder and without tags. */
async function showFour(page: Page): Promise<void> {
  await seedTitles(page, ['Alpha', 'Beta', 'Gamma', '제주도 여행']);
  await page.reload();
  await expect(row(page, 'Alpha')).toBeVisible();
}

test('conversations are ordered: folders, tags, the archive, a selection, and what is deleted for good', async ({
  baton,
  page,
}) => {
  await startPractice(page, baton);
  await test.step('a new folder takes the name that is typed at once, however slow the disk is', async () => {
    await showFour(page);
    const name = page.getByRole('textbox', { name: 'Folder name' });
    const ways = [
      () => list(page).getByRole('button', { name: 'New folder' }).press('Enter'),
      async () => {
        await page.keyboard.press('Control+K');
        await expect(page.getByRole('combobox', { name: 'Command palette' })).toBeFocused();
        await page.keyboard.type('new folder');
        await page.keyboard.press('Enter');
      },
      async () => {
        await list(page).getByRole('button', { name: 'Actions for folder Birds' }).first().press('Enter');
        await page.getByRole('menuitem', { name: 'New subfolder' }).press('Enter');
      },
    ];
    for (const create of ways) {
      const release = await holdTable(page, 'folders');
      await create();
      await page.keyboard.type('Bir');
      await release();
      await expect(name).toBeFocused();
      await page.keyboard.type('ds');
      await expect(name).toHaveValue('Birds');
      await page.keyboard.press('Enter');
      await expect(name).toHaveCount(0);
    }
    await expect(messageBox(page)).toHaveValue('');
    for (let left = 3; left > 0; left -= 1) {
      await expect(folder(page, /^Birds/)).toHaveCount(left);
      await folder(page, /^Birds/)
        .last()
        .press('Delete');
    }
    await expect(folder(page, /^Birds/)).toHaveCount(0);
  });
  await test.step('keeps conversations in folders by mouse and by keyboard, and gives them back when a folder goes', async () => {
    await showFour(page);
    await list(page).getByRole('button', { name: 'New folder' }).click();
    const name = page.getByRole('textbox', { name: 'Folder name' });
    await expect(name).toBeFocused();
    await name.fill('Work');
    await page.keyboard.press('Enter');
    await expect(folder(page, 'Work, 0 conversations')).toBeFocused();

    await row(page, 'Alpha').dragTo(folder(page, /^Work/));
    await expect(folder(page, 'Work, 1 conversation')).toBeVisible();
    await expect(page.getByText('Moved to Work')).toBeVisible();

    // The same with the keyboard alone, into a folder created on the way.
    await row(page, 'Beta').focus();
    await page.keyboard.press('Shift+ArrowDown');
    await expect(bar(page)).toContainText('2 selected');
    await bar(page).getByRole('button', { name: 'Move to…' }).press('Enter');
    await expect(page.getByRole('combobox')).toBeFocused();
    await page.keyboard.type('여행');
    await expect(page.getByRole('option', { name: 'New folder “여행”' })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(folder(page, '여행, 2 conversations')).toBeVisible();
    await expect(bar(page)).toHaveCount(0);

    // A folded folder stays folded.
    await folder(page, /^Work/).focus();
    await page.keyboard.press('ArrowLeft');
    await expect(row(page, 'Alpha')).toHaveCount(0);
    const settings = async () => JSON.stringify((await dumpStorage(page))['settings']);
    await expect.poll(settings).toContain('"sidebar.folded"');
    await page.reload();
    await expect(list(page).getByRole('button', { name: 'Work, 1 conversation', expanded: false })).toBeVisible();

    await list(page).getByRole('button', { name: 'Work, 1 conversation' }).focus();
    await page.keyboard.press('Delete');
    await expect(row(page, 'Alpha')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(row(page, 'Alpha')).toHaveCount(0);

    // Dragged out again, to where the others are.
    await list(page).getByRole('button', { name: 'Work, 1 conversation' }).press('ArrowRight');
    await row(page, 'Alpha').dragTo(row(page, '제주도 여행'));
    await expect(list(page).getByRole('button', { name: 'Work, 0 conversations' })).toBeVisible();
  });
  await test.step('a new chat elsewhere leaves what is written for a folder where it is', async () => {
    await showFour(page);
    const begin = async () => {
      await list(page).getByRole('button', { name: 'Actions for folder Work' }).click();
      await page.getByRole('menuitem', { name: 'New conversation here' }).click();
    };
    await begin();
    await expect(folder(page, 'Work, 1 conversation')).toBeVisible();
    await messageBox(page).fill('Only for work');
    await page.keyboard.press('Control+Shift+O');
    await expect(messageBox(page)).toHaveValue('');
    await expect(folder(page, 'Work, 1 conversation')).toBeVisible();
    await begin();
    await expect(messageBox(page)).toHaveValue('Only for work');
    await messageBox(page).fill('');
    await page.keyboard.press('Control+Shift+O');
  });
  await test.step('a selection says how many, whole, and ends where other pages are opened', async () => {
    await showFour(page);
    const select = async () => {
      await row(page, 'Alpha').click({ modifiers: ['ControlOrMeta'] });
      await row(page, 'Gamma').click({ modifiers: ['Shift'] });
      await expect(bar(page)).toContainText('3 selected');
    };
    await select();
    const cut = () =>
      bar(page)
        .getByRole('status')
        .evaluate((count) => count.scrollWidth > count.clientWidth + 1 && count.clientWidth > 0);
    const count = await bar(page).getByRole('status').boundingBox();
    const [first] = await bar(page).getByRole('button', { name: 'Move to…' }).all();
    expect((count?.y ?? 0) + (count?.height ?? 0)).toBeLessThanOrEqual((await first?.boundingBox())?.y ?? 0);
    expect(await cut()).toBe(false);
    if (shots) await page.screenshot({ path: `${shots}/selection.png` });

    await page.getByRole('link', { name: 'Settings' }).click();
    await expect(page).toHaveURL(/#\/settings/);
    await expect(bar(page)).toHaveCount(0);
    await select();
    await page.keyboard.press('Control+Shift+E');
    await expect(page).toHaveURL(/#\/search/);
    await expect(bar(page)).toHaveCount(0);
  });
  await test.step('tags, puts away and deletes many at once, each with one way back', async () => {
    await showFour(page);
    // Before a button asks for it: until the dialog is there, nothing takes what is typed.
    const dialogs = page.waitForResponse(/\/organize-dialogs-[\w-]+\.js$/);
    await row(page, 'Alpha').click({ modifiers: ['ControlOrMeta'] });
    await row(page, 'Gamma').click({ modifiers: ['Shift'] });
    await expect(bar(page)).toContainText('3 selected');
    await dialogs;
    await bar(page).getByRole('button', { name: 'Tags…' }).click();
    await expect(page.getByRole('combobox')).toBeFocused();
    await page.keyboard.type('#travel');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('option', { name: 'travel' })).toBeVisible();
    await page.getByRole('button', { name: 'Done' }).click();
    await list(page).getByRole('button', { name: 'Filter by tag' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'travel' }).click();
    await expect(list(page).getByRole('searchbox')).toHaveValue('tag:travel');
    await expect(list(page).locator('[data-session]')).toHaveCount(3);
    // A selection among other rows is cleared.
    await expect(bar(page)).toHaveCount(0);
    await list(page).getByRole('searchbox').press('Escape');
    await expect(bar(page)).toHaveCount(0);

    await row(page, 'Alpha').click({ modifiers: ['ControlOrMeta'] });
    await row(page, 'Gamma').click({ modifiers: ['Shift'] });
    await bar(page).getByRole('button', { name: 'Archive', exact: true }).click();
    await expect(row(page, 'Alpha')).toHaveCount(0);
    await expect(bar(page)).toHaveCount(0);
    await list(page).getByRole('button', { name: 'Archived, 3 conversations' }).click();
    await row(page, 'Beta').click();
    await expect(page.getByRole('heading', { level: 1, name: 'Beta' })).toBeVisible();
    // A new message unarchives it.
    await write(page, '!echo hello');
    await expect(list(page).getByRole('button', { name: 'Archived, 2 conversations' })).toBeVisible();

    await row(page, 'Alpha').focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Delete');
    await expect(row(page, 'Beta')).toHaveCount(0);
    await expect(page.getByText(/\d conversations deleted/)).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await expect(row(page, 'Beta')).toBeVisible();
  });
  await test.step('the focus stays in the list when a selection, its bar or a line goes', async () => {
    await showFour(page);
    await row(page, 'Gamma').press('Enter');
    await expect(page.getByRole('heading', { name: 'Gamma', level: 1 })).toBeVisible();
    const choose = async (name: string) => {
      await row(page, name).focus();
      await page.keyboard.press('Shift+ArrowDown');
      await expect(bar(page)).toContainText('2 selected');
    };
    await choose('Alpha');
    await bar(page).getByRole('button', { name: 'Clear selection' }).press('Enter');
    await expect(row(page, 'Beta')).toBeFocused();
    await choose('Alpha');
    await bar(page).getByRole('button', { name: 'Move to…' }).press('Enter');
    await expect(page.getByRole('combobox')).toBeFocused();
    await page.keyboard.type('Elsewhere');
    await page.keyboard.press('Enter');
    await expect(folder(page, 'Elsewhere, 2 conversations')).toBeVisible();
    await expect(row(page, 'Beta')).toBeFocused();
    await choose('Alpha');
    await bar(page).getByRole('button', { name: 'Delete', exact: true }).press('Enter');
    await expect(row(page, 'Beta')).toHaveCount(0);
    await expect(row(page, 'Gamma')).toBeFocused();
    await row(page, 'Gamma').press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Archive', exact: true }).press('Enter');
    await expect(list(page).getByRole('button', { name: 'Archived, 1 conversation' })).toBeVisible();
    await expect(row(page, '제주도 여행')).toBeFocused();
  });
  await test.step('what is deleted one by one comes back with one undo', async () => {
    await showFour(page);
    const names = ['Alpha', 'Beta', 'Gamma', '제주도 여행'];
    for (const name of names) {
      await row(page, name).focus();
      await page.keyboard.press('Delete');
      await expect(row(page, name)).toHaveCount(0);
    }
    const toast = page.getByText('4 conversations deleted', { exact: true });
    await expect(toast).toBeVisible();
    // The newest comes first.
    await page.getByRole('button', { name: 'Undo' }).first().click();
    for (const name of names) await expect(row(page, name)).toBeVisible();
    await expect(toast).toHaveCount(0);
  });
  await test.step('a shown conversation that is deleted says so, and has the focus when it is back', async () => {
    await row(page, 'Alpha').press('Enter');
    await expect(page.getByRole('heading', { name: 'Alpha', level: 1 })).toBeVisible();
    await page.getByRole('button', { name: 'Conversation menu' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Delete', exact: true }).press('Enter');
    await expect(page.getByRole('heading', { name: 'Conversation deleted' })).toBeFocused();
    await page.getByRole('button', { name: 'Restore' }).press('Enter');
    await expect(messageBox(page)).toBeFocused();
    await page.getByRole('button', { name: 'Conversation menu' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Delete', exact: true }).press('Enter');
    await expect(page.getByRole('heading', { name: 'Conversation deleted' })).toBeFocused();
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await expect(messageBox(page)).toBeFocused();
  });
  await test.step('a menu is whole while a notification is shown', async () => {
    const menu = page.getByRole('button', { name: 'Conversation menu' });
    await menu.click();
    await page.getByRole('menuitem', { name: 'Archive', exact: true }).click();
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Archived');
    await menu.click();
    await expect(page.getByRole('menuitem', { name: 'Pin', exact: true })).toBeVisible();
    await expect.poll(() => page.evaluate(findCovered)).toEqual({ covered: [], archived: true });
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Unarchive' }).click();
  });
  await test.step('a tall dialog begins below the notifications of a narrow window', async () => {
    const menu = page.getByRole('button', { name: 'Conversation menu' });
    await page.setViewportSize({ width: 390, height: 600 });
    await menu.click();
    await page.getByRole('menuitem', { name: 'Archive', exact: true }).click();
    const notifications = page.getByRole('region', { name: 'Notifications' });
    await expect(notifications).toContainText('Archived');
    await menu.click();
    await page.getByRole('menuitem', { name: 'Parameters' }).click();
    const top = async () => (await page.getByRole('dialog', { name: 'Parameters' }).boundingBox())?.y ?? 0;
    const bottom = async () => {
      const { y = Infinity, height = 0 } = (await notifications.boundingBox()) ?? {};
      return y + height;
    };
    await expect.poll(async () => (await top()) - (await bottom())).toBeGreaterThanOrEqual(0);
    const before = await top();
    const dismiss = notifications.getByRole('button', { name: 'Dismiss' });
    for (let left = await dismiss.count(); left > 0; left -= 1) await dismiss.first().click();
    await expect(dismiss).toHaveCount(0);
    // The height is observed in the frame after it.
    await page.evaluate(
      () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
    );
    expect(await top()).toBe(before);
    await page.keyboard.press('Escape');
    await menu.click();
    await page.getByRole('menuitem', { name: 'Parameters' }).click();
    await expect.poll(top).toBeLessThan(before);
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('button', { name: 'Unarchive' }).click();
  });
  await test.step('offers no way back to what was deleted for good', async () => {
    await row(page, 'Alpha').focus();
    await page.keyboard.press('Delete');
    const toast = page.getByText('Conversation deleted', { exact: true });
    await expect(toast).toBeVisible();
    await list(page).getByRole('link', { name: 'Settings', exact: true }).click();
    await page.getByRole('navigation', { name: 'Settings pages' }).getByRole('link', { name: 'Deleted' }).click();
    await expect(page.getByText('30 days left')).toBeVisible();
    await page.getByRole('button', { name: 'Delete Alpha for good' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete for good' }).click();
    await expect(page.getByText('Deleted for good')).toBeVisible();
    await expect(toast).toHaveCount(0);
  });
});
