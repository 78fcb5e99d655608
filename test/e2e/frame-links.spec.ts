import { expect, test } from './support/fixtures.ts';
import { startPractice, watchForFailures } from './support/frame.ts';

test('a link in an answer shows where it leads and asks before anything opens', async ({ baton, page, context }) => {
  const failures = watchForFailures(page);
  const asked: string[] = [];
  await context.route(
    (url) => url.origin !== baton.origin,
    async (route) => {
      asked.push(route.request().url());
      await route.fulfill({ contentType: 'text/html', body: '<title>outside</title>' });
    },
  );
  await startPractice(page, baton);
  await page.keyboard.type('!echo Read [the notes](https://docs.example.com/handoff?from=chat#top) first.');
  await page.keyboard.press('Enter');
  const link = page
    .getByRole('article', { name: /^Practice Claude/ })
    .getByRole('link', { name: 'the notes', exact: true });
  await expect(link).toBeVisible();

  const dialog = page.getByRole('dialog', { name: 'Open this address?' });
  await link.click();
  await expect(dialog).toContainText('https://docs.example.com/handoff?from=chat#top');
  await expect(dialog).toContainText('Goes to docs.example.com');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(link).toBeFocused();

  // Neither the middle button nor a modifier key bypasses the question.
  await link.click({ button: 'middle' });
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await link.click({ modifiers: ['ControlOrMeta'] });
  await expect(dialog).toBeVisible();
  expect(asked).toEqual([]);
  expect(context.pages()).toHaveLength(1);

  const opened = context.waitForEvent('page');
  await dialog.getByRole('button', { name: 'Open', exact: true }).click();
  const outside = await opened;
  await expect(outside).toHaveTitle('outside');
  expect(await outside.evaluate(() => [window.opener, document.referrer])).toEqual([null, '']);
  expect(asked).toEqual(['https://docs.example.com/handoff?from=chat']);
  expect(failures).toEqual([]);
});
