import type { Locator, Page } from '@playwright/test';
import { violations } from './support/accessibility.ts';
import { ask, messageBox, newChat, recordWire, startPractice } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { watchForFailures } from './support/frame.ts';

test.describe.configure({ timeout: 150_000 });

const dialog = (page: Page): Locator => page.getByRole('dialog', { name: /^Details of / });
const window = (page: Page): Locator => dialog(page).getByRole('textbox', { name: 'Context window, tokens' });
const search = (page: Page): Locator => page.getByRole('combobox', { name: /Search models/ });
const option = (page: Page): Locator => page.getByRole('option', { name: /practice-claude(?!-manual)/ }).first();

async function openPicker(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: /^Model: / }).click();
  await expect(search(page)).toBeFocused();
}

/** Uses the button at the foot of the picker, for the conversation's model. */
async function editFacts(page: Page): Promise<void> {
  await openPicker(page);
  await page.getByRole('button', { name: /^Edit details of / }).click();
  await expect(window(page)).toBeFocused();
}

/** The token budget of the next request, and the window that it's part of. */
async function tokenRows(page: Page): Promise<{ budget: number; window: number }> {
  await page.keyboard.press('Control+K');
  await page.getByRole('combobox', { name: 'Command palette' }).fill('what will be sent');
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'What will be sent' });
  await sheet.getByRole('tab', { name: 'Tokens' }).click();
  const row = async (name: string) => {
    const value = sheet.locator('dl > div', { hasText: name }).locator('dd');
    return Number((await value.innerText()).replaceAll(',', ''));
  };
  const rows = { budget: await row('Available for the conversation'), window: await row('Context window') };
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  return rows;
}

interface Taught {
  kind: string;
  reason: string;
  data: object;
}

/** As if the service, after an actual refusal, had refused these too. */
async function teach(page: Page, facts: Taught[]): Promise<void> {
  await page.evaluate(async (taught) => {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const open = indexedDB.open('baton');
      open.addEventListener('success', () => resolve(open.result));
      open.addEventListener('error', () => reject(new Error('no database')));
    });
    const store = db.transaction('overlays', 'readwrite').objectStore('overlays');
    const rows = await new Promise<Taught[]>((resolve) => {
      const all = store.getAll();
      all.addEventListener('success', () => resolve(all.result as Taught[]));
    });
    const known = rows.find(({ kind }) => kind === 'omit-block');
    if (!known) throw new Error('nothing was learned');
    for (const [at, { kind, reason, data }] of taught.entries())
      store.put({ ...known, id: `fact-${at}`, kind, reason, data: { ...known.data, ...data } });
    await new Promise((resolve) => store.transaction.addEventListener('complete', resolve));
    db.close();
  }, facts);
}

test('the facts of a model are edited, kept, learned from refusals, and forgotten', async ({ baton, page }) => {
  const failures = watchForFailures(page);
  await startPractice(page, baton);
  await test.step('a window of one’s own changes the next request, survives a reload, and can be taken back', async () => {
    await ask(page, 'Something to send along.');
    expect(await tokenRows(page)).toMatchObject({ window: 200_000 });

    await editFacts(page);
    await expect(window(page)).toHaveAttribute('placeholder', '200,000');
    await expect(window(page)).toHaveAccessibleDescription(/Baton’s catalog, \d{4}-\d\d-\d\d/);
    await window(page).fill('a lot');
    await page.keyboard.press('Enter');
    await expect(window(page)).toBeFocused();
    await expect(window(page)).toHaveAccessibleDescription(/such as 200k, 1M, or 32,768/);
    await window(page).fill('20');
    await page.keyboard.press('Tab');
    await expect(window(page)).toHaveAccessibleDescription(/Enter 1,000 or more/);
    await window(page).fill('8k');
    await page.keyboard.press('Tab');
    await expect(window(page)).toHaveValue('8,000');
    await expect(window(page)).toHaveAccessibleDescription(/Custom, instead of 200,000/);
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expect(dialog(page)).toBeHidden();
    await expect(page.getByRole('combobox', { name: /^Model: / })).toBeFocused();
    const small = await tokenRows(page);
    expect(small.window).toBe(8_000);
    expect(small.budget).toBeLessThan(8_000);
    await ask(page, 'It is still an answer.');

    await page.reload();
    await expect(messageBox(page)).toBeVisible();
    expect(await tokenRows(page)).toMatchObject({ window: 8_000 });
    await openPicker(page);
    await expect(option(page)).toHaveAccessibleName(/edited.*8K-token/);
    await page.keyboard.press('Escape');
    await editFacts(page);
    await expect(window(page)).toHaveValue('8,000');
    await dialog(page).getByRole('button', { name: 'Clear all' }).click();
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expect(dialog(page)).toBeHidden();
    expect(await tokenRows(page)).toMatchObject({ window: 200_000 });
    await openPicker(page);
    await expect(option(page)).not.toHaveAccessibleName(/edited/);
    await page.keyboard.press('Escape');
  });
  await test.step('the keyboard edits the highlighted model, and Escape changes nothing once it has asked', async () => {
    await openPicker(page);
    await search(page).fill('Practice GPT');
    await page.keyboard.press('Control+E');
    await expect(page.getByRole('dialog', { name: 'Details of Practice GPT' })).toBeVisible();
    await expect(window(page)).toBeFocused();
    await dialog(page)
      .getByRole('radiogroup', { name: /^Reads images, / })
      .getByRole('radio', { name: 'Default: yes' })
      .focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(dialog(page).getByRole('radiogroup', { name: 'Reads images, Custom, instead of yes' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(dialog(page)).toBeHidden();
    await expect(page.getByRole('combobox', { name: /^Model: / })).toBeFocused();
    await openPicker(page);
    await search(page).fill('Practice GPT');
    await expect(page.getByRole('option').first()).not.toHaveAccessibleName(/edited/);
    await page.keyboard.press('Escape');
  });
  await test.step('the dialog is free of violations and fits a small screen', async () => {
    await editFacts(page);
    await window(page).fill('8k');
    await dialog(page).getByRole('textbox', { name: 'Input' }).fill('free');
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expect(dialog(page).getByRole('textbox', { name: 'Input' })).toBeFocused();
    expect(await violations(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 640 });
    const wide = await dialog(page).evaluate((box) =>
      [...box.querySelectorAll('input, button, p, label, legend')]
        .filter((one) => one.getBoundingClientRect().right > box.getBoundingClientRect().right)
        .map((one) => one.textContent),
    );
    expect(wide).toEqual([]);
    expect(await dialog(page).evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(dialog(page)).toBeHidden();
    await page.setViewportSize({ width: 1280, height: 800 });
  });
  await newChat(page);
  await test.step('what a refusal has taught is among the facts, with the vendor’s words, and can be forgotten one by one', async () => {
    const wire = recordWire(page);
    await ask(page, '!block\nShow me something new.');
    await ask(page, 'And now?');
    expect(wire.map(({ status }) => status)).toEqual([200, 400, 200]);

    await editFacts(page);
    const learned = dialog(page).getByRole('group', { name: 'Learned from the vendor’s errors' });
    const row = learned.getByRole('listitem').filter({ hasText: 'Blocks of type hologram aren’t sent back' });
    await expect(row).toContainText("Input tag 'hologram' found using 'type' does not match");
    await expect(row).toContainText(String(new Date().getFullYear()));
    await row.getByRole('button', { name: /^Forget: Blocks of type hologram/ }).scrollIntoViewIfNeeded();
    expect(await violations(page)).toEqual([]);
    await row.getByRole('button', { name: /^Forget: Blocks of type hologram/ }).click();
    await expect(row).toContainText('Forgotten');
    // The focus stayed on the button, which now undoes.
    await expect(row.getByRole('button', { name: /^Undo forgetting: / })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(row).toContainText('Input tag');
    await page.keyboard.press('Enter');
    await expect(row).toContainText('Forgotten');
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await ask(page, 'Go on.');
    expect(wire.slice(3).map(({ status }) => status)).toEqual([400, 200]);
  });
  await test.step('a window that a refusal has named is shown wherever the window is, marked as learned', async () => {
    await openPicker(page);
    await expect(option(page)).toHaveAccessibleName(/200K-token context window(?!, from)/);
    await page.keyboard.press('Escape');
    await teach(page, [{ kind: 'model-window', reason: 'maximum of 32000 tokens', data: { tokens: 32_000 } }]);
    await page.reload();
    await messageBox(page).waitFor();
    await openPicker(page);
    await expect(option(page)).toHaveAccessibleName(/32K-token context window, from a vendor’s error/);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+K');
    await page.getByRole('combobox', { name: 'Command palette' }).fill('what will be sent');
    await page.keyboard.press('Enter');
    const sheet = page.getByRole('dialog', { name: 'What will be sent' });
    await sheet.getByRole('tab', { name: 'Tokens' }).click();
    await expect(sheet.locator('dl > div', { hasText: 'Context window' }).locator('dd')).toHaveText(
      '32,000, from a vendor’s error',
    );
  });
  await test.step('the thinking control says that nothing is asked for, and why, and asks again', async () => {
    await page.keyboard.press('Escape');
    const wire = recordWire(page);
    // The service names what it refuses; here it acts as if it had refused thinking.
    const reason = 'adaptive thinking is not supported on this model';
    await teach(page, [
      { kind: 'thinking-off', reason, data: { fact: true } },
      { kind: 'omit-field', reason, data: { field: 'thinking' } },
    ]);
    await page.reload();
    await messageBox(page).waitFor();
    const control = page.getByRole('button', { name: 'Thinking: Not sent' });
    await control.click();
    const menu = page.getByRole('menu');
    await expect(menu).toContainText('Thinking is off because the vendor refused it.');
    await expect(menu).toContainText('adaptive thinking is not supported on this model');
    await expect(menu.getByRole('menuitemradio', { checked: true })).toHaveCount(0);
    await page.keyboard.press('Escape');
    const before = wire.length;
    await ask(page, 'Without thinking.');
    expect(wire[before]?.body).not.toContain('"thinking":{');
    await control.click();
    await menu.getByRole('menuitem', { name: 'Turn on again' }).click();
    await expect(page.getByRole('button', { name: /^Thinking: (?!Not sent)/ })).toBeVisible();
    await ask(page, 'With thinking.');
    expect(wire.at(-1)?.body).toContain('"thinking":{"type":"adaptive"');
  });
  expect(failures.filter((one) => !one.includes('400'))).toEqual([]);
});
