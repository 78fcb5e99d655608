import { expect, type Locator, type Page } from '@playwright/test';
import type { BatonServer } from './server.ts';
import { readMessages } from './storage.ts';

/** Opens a fresh profile and starts a practice conversation, like a new user without a key. */
export async function startPractice(page: Page, baton: BatonServer): Promise<void> {
  await page.goto(baton.url);
  await page.getByRole('button', { name: 'Start practice' }).click();
  await messageBox(page).waitFor();
}

/** Leaves the open conversation for a new one, with the key for that. */
export async function newChat(page: Page): Promise<void> {
  await page.keyboard.press('Control+Shift+O');
  await expect(page).toHaveTitle('New chat · Baton');
  await expect(turns(page)).toHaveCount(0);
  await expect(messageBox(page)).toBeFocused();
}

export const messageBox = (page: Page): Locator => page.getByRole('textbox', { name: 'Message', exact: true });

/** Turns on the screen, oldest first (the list is virtual, so distant ones are missing). */
export const turns = (page: Page): Locator => page.getByRole('feed', { name: 'Messages' }).getByRole('article');

/** Puts the pointer over the messages. `hover` scrolls to the middle of the list when it has to try a second time. */
export async function pointAtMessages(page: Page): Promise<void> {
  const { x, y } = await page.getByRole('feed', { name: 'Messages' }).evaluate((feed) => {
    // The feed is as high as all messages; its parent is what is seen of it.
    const { left, top, width, height } = (feed.parentElement ?? feed).getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  });
  await page.mouse.move(x, y);
}

/** The button next to the composer; a waiting answer has one of its own. */
export const stopButton = (page: Page): Locator => page.getByTitle('Stop (Esc)');

export async function write(page: Page, text: string): Promise<void> {
  await messageBox(page).fill(text);
  await messageBox(page).press('Enter');
}

/** Waits until every requested answer is complete and stored. */
export async function settle(page: Page, timeout = 30_000): Promise<void> {
  const isSettled = () => document.querySelector('button[aria-label="Send"][aria-busy="false"]') !== null;
  // An assertion may retry only after a second, which is longer than most answers take.
  await page.waitForFunction(isSettled, undefined, { timeout, polling: 50 });
}

/** Does what leads to an answer, and waits until one more is stored as complete, whatever it is. */
export async function untilAnswered(page: Page, act: () => Promise<void>): Promise<void> {
  const answered = async () =>
    (await readMessages(page)).filter(({ role, status }) => role === 'assistant' && status === 'complete').length;
  const before = await answered();
  await act();
  await settle(page);
  await expect.poll(answered, { timeout: 30_000 }).toBe(before + 1);
  await settle(page);
}

/** Sends and waits for the answer. */
export async function ask(page: Page, text: string): Promise<void> {
  await untilAnswered(page, () => write(page, text));
}

export async function chooseModel(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: /^Model:/ }).click();
  await page
    .getByRole('option', { name: new RegExp(`^${name}`) })
    .first()
    .click();
  await expect(page.getByRole('combobox', { name: `Model: ${name}` })).toBeVisible();
}

export interface WireCall {
  connection: string;
  status: number;
  body: string;
}

/** Records every request that asks a vendor for an answer. */
export function recordWire(page: Page): WireCall[] {
  const calls: WireCall[] = [];
  page.on('response', (response) => {
    const request = response.request();
    const connection = /\/api\/vendors\/([^/]+)\/wire\//.exec(request.url())?.[1];
    if (!connection || request.method() !== 'POST') return;
    calls.push({ connection, status: response.status(), body: request.postData() ?? '' });
  });
  return calls;
}
