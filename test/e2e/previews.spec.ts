import { expectAccessible } from './support/accessibility.ts';
import { ask, newChat, startPractice, turns, write } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';

const fenced = (language: string, text: string) => `!echo\n\`\`\`${language}\n${text}\n\`\`\``;
// Scripts in it would make the square red.
const drawing = `<?xml version="1.0"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [<!ENTITY a "b">]>
<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" onload="document.querySelector('rect').style.fill = 'red'">
<rect width="40" height="40" fill="green"/><text y="20">drawn</text>
<script>document.querySelector('rect').style.fill = 'red'</script></svg>`;
const page1 = `<title>Counter</title><h1>One</h1><img src="https://example.com/x.png">
<button onclick="this.textContent = 'pressed'; console.log('was pressed'); missing()">press</button>
<script>document.querySelector('h1').textContent = 'Scripted'; console.warn('careful')</script>`;

test('pages, tables, data and drawings of a model are shown, and a switch turns it all off', async ({
  baton,
  page,
}) => {
  await startPractice(page, baton);
  await test.step('a page that a model wrote is drawn while it grows, runs after consent, and has a console and versions', async () => {
    await write(
      page,
      `!speed 300\n${fenced('html', `<title>Counter</title><h1>One</h1>${'<p>more</p>\n'.repeat(60)}`)}`,
    );
    // The question holds the same code.
    await turns(page).nth(1).getByRole('button', { name: 'Preview' }).click();
    const panel = page.getByRole('complementary', { name: 'Preview: Counter' });
    const inside = panel.frameLocator('iframe');
    await expect(panel).toContainText('Still writing');
    await expect(inside.getByRole('heading', { name: 'One' })).toBeVisible();
    await expect(inside.getByText('more')).toHaveCount(60);

    await ask(page, fenced('html', page1));
    await expect(panel.getByLabel('Version 4 of 4')).toBeVisible();
    await expect(inside.getByRole('heading', { name: 'One' })).toBeVisible();
    await panel.getByRole('button', { name: 'Run scripts in this conversation' }).click();
    await expect(inside.getByRole('heading', { name: 'Scripted' })).toBeVisible();
    await inside.getByRole('button').click();
    await expect(inside.getByRole('button', { name: 'pressed' })).toBeVisible();
    const console = panel.getByRole('list', { name: 'Console' });
    for (const line of ['careful', 'was pressed', 'Uncaught ReferenceError', 'Not allowed: '])
      await expect(console).toContainText(line);
    await panel.getByRole('button', { name: 'Put errors in the message' }).click();
    await expect(page.getByRole('textbox', { name: 'Message', exact: true })).toHaveValue(/missing is not defined/);

    await panel.getByRole('radio', { name: 'Changes' }).click();
    await expect(panel).toContainText('No changes from the previous version.');
    await panel.getByRole('button', { name: 'Previous version' }).click();
    await expect(panel.locator('del').first()).toContainText('more');
    await panel.getByRole('button', { name: 'Previous version' }).click();
    await panel.getByRole('radio', { name: 'Preview' }).click();
    await expect(inside.getByText('more')).toHaveCount(60);
    await panel.getByRole('button', { name: 'Full window' }).click();
    await expect(page.locator('section[inert]')).toHaveCount(1);
    await expectAccessible(page);
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      panel.getByRole('button', { name: 'Save as file' }).click(),
    ]);
    expect(saved.suggestedFilename()).toBe('Counter.html');
    await panel.getByRole('heading', { name: 'Counter' }).focus();
    await page.keyboard.press('Escape');
    await expect(page.locator('section[inert]')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
    await expect(turns(page).nth(1).getByRole('button', { name: 'Preview' })).toBeFocused();
  });
  await newChat(page);
  await test.step('tables and data are drawn by the page, a running page can be stopped, a switch turns it all off', async () => {
    const rows = Array.from({ length: 3000 }, (_, row) => `Runner ${row},${row}`).join('\n');
    await page.setInputFiles('input[type=file]', {
      name: 'times.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`Times of all\nname,time\n${rows}\n`),
    });
    await ask(page, fenced('json', '{"legs": [1, 2]}'));
    await page.getByRole('button', { name: 'Preview times.csv' }).click();
    const panel = page.getByRole('complementary', { name: /^Preview/ });
    await expect(panel.getByRole('columnheader', { name: 'Times of all' })).toBeVisible();
    await expect(panel.getByRole('cell', { name: 'time', exact: true })).toBeVisible();
    await expect(panel).toContainText('3,001 rows, 2 columns');
    expect(await panel.getByRole('row').count()).toBeLessThan(100);
    await panel.getByRole('group', { name: 'times.csv' }).evaluate((box) => box.scrollTo(0, box.scrollHeight));
    await expect(panel.getByRole('cell', { name: 'Runner 2999' })).toBeVisible();
    await turns(page).last().getByRole('button', { name: 'Preview' }).click();
    await expect(panel.getByRole('region', { name: 'Data' })).toContainText('"legs"');
    await expectAccessible(page);

    await ask(page, fenced('svg', drawing));
    await turns(page).last().getByRole('button', { name: 'Preview' }).click();
    const frame = panel.frameLocator('iframe');
    await expect(frame.locator('rect')).toHaveCSS('fill', 'rgb(0, 128, 0)');
    await expect(frame.locator('body')).toHaveText('drawn', { useInnerText: true });
    await expect(panel.locator('img')).toHaveCount(0);
    await expectAccessible(page);

    await ask(page, fenced('html', '<h1>Busy</h1><script>setInterval(() => 1, 10)</script>'));
    await turns(page).last().getByRole('button', { name: 'Preview' }).click();
    await panel.getByRole('button', { name: 'Run scripts' }).click();
    await panel.getByRole('button', { name: 'Stop', exact: true }).click();
    await expect(panel).toContainText('The preview was stopped.');
    await panel.getByRole('button', { name: 'Close' }).click();

    await page.goto(`${baton.origin}/#/settings/chat`);
    await page.getByRole('switch', { name: 'Previews' }).click();
    await page.goBack();
    await expect(turns(page).last()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Preview' })).toHaveCount(0);
  });
});
