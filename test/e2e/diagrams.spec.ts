import { expectAccessible } from './support/accessibility.ts';
import { browserLaunch } from './support/browser.ts';
import { ask, newChat, startPractice, turns, write } from './support/chat.ts';
import { DIAGRAM } from './support/diagrams.ts';
import { expect, test } from './support/fixtures.ts';

const { launchOptions } = browserLaunch();
// As in a browser with windows, a frame in a sandbox has a process of its own. The shell without windows has to be told.
test.use({ launchOptions: { ...launchOptions, args: [...(launchOptions.args ?? []), '--site-per-process'] } });

const fenced = (language: string, text: string) => `!echo\n\`\`\`${language}\n${text}\n\`\`\``;

test('a diagram is asked for only where one is, drawn while it grows, saved, and ends in words where it cannot be', async ({
  baton,
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await startPractice(page, baton);
  await ask(page, 'hello');
  expect(asked.filter((path) => /diagram|inline-drawing/.test(path))).toEqual([]);
  await test.step('a diagram without end leaves the page alone and ends in words', async () => {
    const policy = "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'";
    await page.route('**/diagram', (route) =>
      route.fulfill({
        contentType: 'text/html',
        headers: { 'content-security-policy': policy },
        body: `<script>onmessage = ({ ports: [port] }) => { port.onmessage = () => { for (;;); } }; parent.postMessage('ready', '*')</script>`,
      }),
    );
    await ask(page, fenced('mermaid', DIAGRAM));
    const answer = turns(page).last();
    await expect(answer).toContainText('This diagram took too long to draw');
    await expect(answer.getByRole('group', { name: /Mermaid/ })).toContainText('A[Ada]');
    await page.unroute('**/diagram');
    // The next one gets a new frame.
    await ask(page, fenced('mermaid', `${DIAGRAM}\n  C --> D[Once more]`));
    await expect(turns(page).last().frameLocator('iframe').getByText('Once more')).toBeVisible();
  });
  await test.step('errors and what takes too long end in words with the code; a drawing stands in its place', async () => {
    await ask(page, fenced('mermaid', 'flowchart LR\n  A --> [broken'));
    await expect(turns(page).last()).toContainText('This diagram has an error');
    await expect(turns(page).last()).toContainText('Parse error on line 2');
    await expect(
      turns(page)
        .last()
        .getByRole('group', { name: /Mermaid/ }),
    ).toContainText('A --> [broken');

    await ask(
      page,
      fenced(
        'svg',
        '<svg width="80" height="40" xmlns="http://www.w3.org/2000/svg"><title>Lane</title><text y="20">drawn</text></svg>',
      ),
    );
    await expect(turns(page).last().frameLocator('iframe[title="Lane"]').locator('text')).toHaveText('drawn');
    await expect(page.locator('main img')).toHaveCount(0);

    const levels = Array.from({ length: 12 }, (_, n) => `<g id="g${n + 1}">${`<use href="#g${n}"/>`.repeat(10)}</g>`);
    await ask(page, fenced('svg', `<svg><g id="g0"><rect width="1" height="1"/></g>${levels.join('\n')}</svg>`));
    await expect(turns(page).last()).toContainText('This drawing may take long');
    await expect(turns(page).last().locator('iframe')).toHaveCount(0);
    await expectAccessible(page);
  });
  await newChat(page);
  await test.step('a diagram that a model writes is drawn when it is complete, beside the conversation while it grows, and saved', async () => {
    const steps = Array.from({ length: 20 }, (_, leg) => `  L${leg} --> L${leg + 1}[Leg ${leg + 1}]`).join('\n');
    await write(page, `!speed 120\n${fenced('mermaid', `flowchart TD\n${steps}`)}`);
    const answer = turns(page).last();
    const drawing = answer.frameLocator('iframe[title="Diagram: Diagram"]');
    await answer.getByRole('button', { name: 'Preview' }).click();
    const panel = page.getByRole('complementary', { name: 'Preview: Diagram' });
    await expect(panel).toContainText('Still writing');
    await expect(panel.frameLocator('iframe').getByText('Leg 2', { exact: true })).toBeVisible();
    await expect(answer.getByText('L1 --> L2').first()).toBeVisible();
    await answer.getByRole('button', { name: 'Preview' }).scrollIntoViewIfNeeded();
    await expect(drawing.getByText('Leg 20')).toBeVisible();
    await expect(panel.frameLocator('iframe').getByText('Leg 20')).toBeVisible();

    const [svg] = await Promise.all([
      page.waitForEvent('download'),
      panel.getByRole('button', { name: 'Save as SVG' }).click(),
    ]);
    const [png] = await Promise.all([
      page.waitForEvent('download'),
      panel.getByRole('button', { name: 'Save as PNG' }).click(),
    ]);
    const [source] = await Promise.all([
      page.waitForEvent('download'),
      panel.getByRole('button', { name: 'Save as file' }).click(),
    ]);
    expect([svg, png, source].map((saved) => saved.suggestedFilename())).toEqual([
      'preview.svg',
      'preview.png',
      'preview.mmd',
    ]);
    await expectAccessible(page);
    await panel.getByRole('button', { name: 'Close' }).click();

    await answer.getByRole('button', { name: 'Show the code' }).press('Enter');
    await expect(answer.getByRole('group', { name: /Mermaid/ })).toContainText('L1 --> L2');
    await expect(answer.locator('iframe')).toHaveCount(0);
    await answer.getByRole('button', { name: 'Show the code' }).press('Enter');
    await expect(drawing.getByText('Leg 20')).toBeVisible();

    const before = await drawing.locator('html').evaluate((html) => getComputedStyle(html).backgroundColor);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect
      .poll(() => drawing.locator('html').evaluate((html) => getComputedStyle(html).backgroundColor))
      .not.toBe(before);
    await expect(drawing.getByText('Leg 20')).toBeVisible();
  });
});
