import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { messageBox, newChat, settle, stopButton, write } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { startPractice, watchForFailures } from './support/frame.ts';
import { allowOnce, attachFolder, question, removeFolders, shell } from './support/tools.ts';

test.afterAll(removeFolders);

const task = (prompt: string, rest: Record<string, unknown> = {}) =>
  `!tool task ${JSON.stringify({ title: 'Look it up', prompt, ...rest })}`;

const bead = (page: Page) => page.getByRole('button', { name: /^task/ }).last();
const openTask = (page: Page) => page.getByRole('link', { name: 'Open the task “Look it up”' });
const going = (page: Page) => page.getByRole('button', { name: /^\d+ running/ });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

interface Note {
  title: string;
  body: string;
  tag: string;
}

interface FakeNotes {
  notes: Note[];
  asked: number;
  focused: boolean;
  click(): void;
}

/** Notifications are recorded in the page instead of being shown; the test says whether the window has the focus. */
async function fakeNotifications(page: Page) {
  await page.addInitScript(() => {
    const shown: EventTarget[] = [];
    const fake: FakeNotes = {
      notes: [],
      asked: 0,
      focused: true,
      click: () => shown.at(-1)?.dispatchEvent(new Event('click')),
    };
    class Fake extends EventTarget {
      static permission = 'default';
      static requestPermission(): Promise<string> {
        fake.asked += 1;
        Fake.permission = 'granted';
        return Promise.resolve('granted');
      }
      constructor(title: string, { body, tag }: { body: string; tag: string }) {
        super();
        fake.notes.push({ title, body, tag });
        shown.push(this);
      }
      close(): void {
        shown.splice(shown.indexOf(this), 1);
      }
    }
    document.hasFocus = () => fake.focused;
    window.focus = () => {
      fake.focused = true;
    };
    Object.assign(window, { Notification: Fake, fakeNotes: fake });
  });
  const handle = () => page.evaluateHandle(() => (window as unknown as { fakeNotes: FakeNotes }).fakeNotes);
  return {
    notes: async () => (await handle()).evaluate(({ notes }) => notes.map(({ title, body }) => `${title}: ${body}`)),
    asked: async () => (await handle()).evaluate(({ asked }) => asked),
    click: async () => (await handle()).evaluate((fake) => fake.click()),
    look: async (focused: boolean) =>
      (await handle()).evaluate((fake, now) => {
        fake.focused = now;
        window.dispatchEvent(new Event(now ? 'focus' : 'blur'));
      }, focused),
  };
}

test('tasks are waited for, listed, looked into, told of and stopped', async ({ baton, page }) => {
  const failures = watchForFailures(page);
  const fake = await fakeNotifications(page);
  await startPractice(page, baton);
  await attachFolder(page);
  await test.step('it asks where the user is, and is a conversation one can look into', async () => {
    await write(page, task(`${shell('echo looked-$((40+2))')}\nlook`));
    await expect(question(page)).toContainText('From the task “Look it up”');
    await expect(question(page)).toContainText('echo looked-$((40+2))');
    await expect(page).toHaveTitle(/^\(1\) /);
    await expect(page.getByText(/Step 1 · needs your decision/).first()).toBeVisible();
    await expectAccessible(page);

    // Into the task and back again.
    await openTask(page).click();
    await expect(heading(page)).toHaveText('Look it up');
    await expect(page.getByText('Task from the model')).toBeVisible();
    await expect(question(page)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: /^Back to “/ }).click();
    await allowOnce(page);
    await settle(page);
    await expect(page).not.toHaveTitle(/\(1\)/);
    await bead(page).click();
    await expect(page.getByText(/looked-42/).first()).toBeVisible();

    // It isn't in any list, and is deleted and restored with its conversation.
    const rows = page.getByRole('navigation', { name: 'Conversations' }).locator('[data-session]');
    await expect(rows).toHaveCount(1);
    await openTask(page).press('Enter');
    await expect(messageBox(page)).toBeFocused();
    await expect(rows.locator('a[aria-current="page"]')).toHaveCount(1);
    const address = page.url();
    await rows.first().locator('a').focus();
    await page.keyboard.press('Delete');
    await expect(rows).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(rows).toHaveCount(1);
    await page.goto(address);
    await expect(heading(page)).toHaveText('Look it up');
  });
  await test.step('stopping the conversation stops its tasks; a reload leaves both to be resumed', async () => {
    await newChat(page);
    await attachFolder(page);
    await write(page, task(`${shell('echo one')}\nlook`));
    await expect(question(page)).toBeVisible();
    await stopButton(page).click();
    await settle(page);
    await expect(question(page)).toBeHidden();
    await expect(page.getByText('You stopped the run.')).toBeVisible();
    await expect(going(page)).toBeHidden();

    await write(page, task(`${shell('echo two-$((1+1))')}\nlook`, { title: 'Once more' }));
    await expect(question(page)).toBeVisible();
    await page.reload();
    await expect(page.getByText('Some tools were running. Their results are unknown.')).toBeVisible();
    await expect(page.getByRole('checkbox')).toHaveCount(0);
    await page.getByRole('link', { name: 'Open the task “Once more”' }).click();
    await expect(page.getByText('It was waiting for you to approve a tool.')).toBeVisible();
    await page.getByRole('button', { name: 'Resume' }).click();
    await allowOnce(page);
    await settle(page);
    await page.getByRole('link', { name: /^Back to “/ }).click();
    await page.getByRole('button', { name: 'End run' }).click();
    await expect(page.getByText('This run isn’t finished.')).toBeHidden();
  });
  await newChat(page);
  await attachFolder(page);
  await test.step('who looks elsewhere is told what ended and what waits, once, and only after a yes', async () => {
    const chat = page.url();
    await page.evaluate(() => {
      location.hash = '#/settings/chat';
    });
    expect(await fake.asked()).toBe(0);
    const notify = page.getByRole('switch', { name: 'Notifications' });
    await notify.click();
    await expect(notify).toBeChecked();
    expect(await fake.asked()).toBe(1);
    await page.goto(chat);

    await write(page, `!speed 0\n${shell('echo hi')}\nrun`);
    await fake.look(false);
    await expect(question(page)).toBeVisible();
    await expect.poll(fake.notes).toEqual([expect.stringMatching(/: Needs your decision$/)]);
    await page
      .getByRole('button', { name: /^New chat/ })
      .first()
      .click();
    await expect(question(page)).toBeHidden();
    await fake.click();
    await expect(page).toHaveURL(chat);
    await expect(question(page)).toBeVisible();

    // A run that the user stops isn't announced; one that ends on its own is, once.
    await fake.look(false);
    await stopButton(page).click();
    await settle(page);
    await write(page, '!echo over');
    await expect(page.getByText('over').last()).toBeVisible();
    await expect.poll(async () => (await fake.notes()).slice(1)).toEqual([expect.stringMatching(/: Finished$/)]);
    await fake.look(true);
    await write(page, '!echo seen');
    await settle(page);
    await fake.look(false);
    await write(page, '!echo the last');
    await expect.poll(async () => (await fake.notes()).length).toBe(3);
    await settle(page);
    await fake.look(true);
  });
  await test.step('what goes on anywhere is listed, answered, opened and stopped', async () => {
    await write(page, `${task(`${shell('sleep 60')}\nlook`, { background: true })}\nstart it`);
    await settle(page);
    await expect(question(page)).toContainText('From the task');
    await page
      .getByRole('button', { name: /^New chat/ })
      .first()
      .click();
    await expect(question(page)).toBeHidden();
    await expect(page).toHaveTitle(/^\(1\) /);
    await expect(page.getByText('“Look it up” needs your decision.')).toBeAttached();

    await going(page).click();
    const list = page.getByRole('dialog', { name: 'Running now' });
    await expect(list.getByRole('listitem')).toHaveCount(1);
    await expect(list).toContainText('Practice Claude');
    await expect(list).toContainText('needs your decision');
    await expectAccessible(page);
    await list.getByRole('link', { name: /^Look it up/ }).click();
    await expect(heading(page)).toHaveText('Look it up');
    await allowOnce(page);
    await expect(page.getByRole('button', { name: 'Stop this call' })).toBeVisible();

    await going(page).press('Enter');
    await list.getByRole('button', { name: 'Stop “Look it up”' }).click();
    await expect(list).toContainText('Nothing is running.');
    await page.keyboard.press('Escape');
    await expect(going(page)).toBeHidden();
    await expect(page.getByText('You stopped the run.')).toBeVisible();
  });
  expect(failures).toEqual([]);
});
