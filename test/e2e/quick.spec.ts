import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { ask, messageBox, settle, startPractice, turns, write } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';

/** What the shell does with the window's address (electron/shell/quick-window.ts). */
const goTo = (page: Page, hash: string) => page.evaluate((to) => void (location.hash = to), hash);
const hash = (page: Page) => page.evaluate(() => location.hash);

test('the quick window asks, keeps what runs while it is away, and hands over to an ordinary window', async ({
  baton,
  page,
  context,
}) => {
  await startPractice(page, baton);
  await ask(page, '!echo An ordinary conversation.');

  // A page of the desktop app that began as the quick window, as far as it can be told by it.
  const quick = await context.newPage();
  await quick.addInitScript(() => Object.defineProperty(window, 'baton', { get: () => undefined }));
  await quick.clock.install();
  await quick.setViewportSize({ width: 640, height: 480 });
  await quick.goto(`${baton.origin}/#/quick`);
  await expect(quick).toHaveTitle('Quick question · Baton');
  await expect(messageBox(quick)).toBeFocused();
  await expect(quick.getByRole('navigation')).toHaveCount(0);
  await expectAccessible(quick);

  // The answer goes on while the window is away, and another window may write there then.
  await write(quick, '!speed 12\n!echo The first answer.');
  await expect(turns(quick)).toHaveCount(2);
  await messageBox(quick).press('Escape');
  expect(await hash(quick)).toBe('#/quick/away');
  await expect(quick.getByRole('region', { name: 'Quick question' })).toHaveCount(0);
  await goTo(quick, '#/quick');
  await settle(quick);
  await expect(turns(quick).last()).toContainText('The first answer.');
  await expect(messageBox(quick)).toBeFocused();

  // A recent conversation goes on; after some minutes a new one begins, unless there are unsent words.
  await messageBox(quick).fill('Words that were not sent');
  await goTo(quick, '#/quick/away');
  await quick.clock.fastForward('10:00');
  await goTo(quick, '#/quick');
  await expect(messageBox(quick)).toHaveValue('Words that were not sent');
  await expect(turns(quick)).toHaveCount(2);
  await messageBox(quick).fill('');
  await goTo(quick, '#/quick/away');
  await quick.clock.fastForward('10:00');
  await goTo(quick, '#/quick');
  await expect(messageBox(quick)).toBeFocused();
  await expect(turns(quick)).toHaveCount(0);

  // A new chat of the other window is another one, because this one is being written in.
  await messageBox(quick).fill('Half a question');
  await page.keyboard.press('ControlOrMeta+Shift+KeyO');
  await expect(messageBox(page)).toHaveValue('');
  await expect(messageBox(page)).toBeEnabled();

  // In Baton it goes on with all that was written.
  await messageBox(quick).fill('!echo The second answer.');
  await messageBox(quick).press('Enter');
  await settle(quick);
  await expect(turns(quick).last()).toContainText('The second answer.');
  await messageBox(quick).press('ControlOrMeta+Enter');
  await expect.poll(() => hash(quick)).toMatch(/^#\/s\//);
  await expect(quick.getByRole('region', { name: 'Quick question' })).toHaveCount(0);
  await goTo(page, await hash(quick));
  await expect(turns(page).last()).toContainText('The second answer.');
  await expect(messageBox(page)).toBeVisible();
  await goTo(quick, '#/quick');
  await expect(turns(quick)).toHaveCount(0);

  // In a browser the window can't hide, and stays when it goes on.
  await page.setViewportSize({ width: 360, height: 480 });
  await goTo(page, '#/quick');
  await expect(page.getByRole('button', { name: 'Hide' })).toHaveCount(0);

  // Neither the clipboard nor the screen is read before its button is pressed, and both are seen before they are sent.
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: baton.origin });
  await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [40, 30];
    canvas.getContext('2d')?.fillRect(0, 0, 20, 30);
    const stream = canvas.captureStream(30);
    Object.assign(window, { shared: 0, stream });
    navigator.mediaDevices.getDisplayMedia = async () => {
      Object.assign(window, { shared: Number(Reflect.get(window, 'shared')) + 1 });
      return stream;
    };
    await navigator.clipboard.writeText('Words of another program');
  });
  await expect(messageBox(page)).toHaveValue('');
  await page.getByRole('button', { name: 'Add clipboard' }).click();
  await expect(messageBox(page)).toHaveValue('Words of another program');
  await expect(messageBox(page)).toBeFocused();
  await page.getByRole('button', { name: 'Add screenshot' }).click();
  const chips = page.getByRole('list', { name: 'Attachments' });
  await expect(chips.getByText('screenshot.png')).toBeVisible();
  const sharing = () =>
    page.evaluate(() => [
      Reflect.get(window, 'shared'),
      (Reflect.get(window, 'stream') as MediaStream).getTracks().map((track) => track.readyState),
    ]);
  expect(await sharing()).toEqual([1, ['ended']]);
  await expectAccessible(page);
  await page.screenshot({ path: test.info().outputPath('quick.png') });

  await ask(page, '!echo In a browser.');
  await expect(turns(page).last()).toContainText('In a browser.');
  await page.getByRole('button', { name: 'Continue in Baton' }).click();
  await expect(page).toHaveTitle(/^(?!Quick)/);
  await expect(turns(page).last()).toContainText('In a browser.');
});
