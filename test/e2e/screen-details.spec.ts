import type { Page } from '@playwright/test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pdf } from '../documents/pack.ts';
import { ask, chooseModel, messageBox, newChat, settle, startPractice, turns, write } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { seedTitles } from './support/frame.ts';
import { allowOnce, callTool, cards, question, removeFolders, withFolder } from './support/tools.ts';

test.afterAll(removeFolders);

/** Elements in the page's font for code whose characters might be ligatures, and how many such elements exist. */
const monospace = (page: Page) =>
  page.evaluate(() => {
    const found = [...document.querySelectorAll<HTMLElement>('body *')].filter((element) =>
      getComputedStyle(element).fontFamily.startsWith('"JetBrains Mono'),
    );
    return {
      count: found.length,
      joined: found
        .filter((element) => getComputedStyle(element).fontVariantLigatures !== 'none')
        .map((element) => `${element.tagName} ${element.className}`),
    };
  });

test('code and raw text are drawn character by character, wherever they stand', async ({ baton, page }) => {
  const plain = async (least: number) => {
    await expect.poll(async () => (await monospace(page)).count).toBeGreaterThanOrEqual(least);
    expect((await monospace(page)).joined).toEqual([]);
  };
  const folder = await withFolder(page, baton);
  // The button says what it is for, also when it is on.
  await expect(page.getByRole('button', { name: 'Tools: on', exact: true })).toHaveText('Tools');
  writeFileSync(join(folder, 'a.ts'), 'const f = (a) => a >= 1;\n');
  await write(page, callTool('builtin_workspace_server__read', { path: 'a.ts' }));
  await allowOnce(page, 'read');
  await settle(page);
  await write(
    page,
    callTool('builtin_workspace_server__edit', {
      path: 'a.ts',
      old_text: 'a >= 1',
      new_text: 'a !== 1',
    }),
  );
  await question(page, 'edit').waitFor();
  await plain(2);
  await allowOnce(page, 'edit');
  await settle(page);
  for (const card of await cards(page, 'Files').all()) await card.click();
  await plain(4);
  await ask(page, '!fault 400 times=1\nplease');
  await expect(page.getByText('Status 400')).toBeVisible();
  await plain(5);
  await ask(page, '!show code');
  await plain(6);
  await page.getByRole('button', { name: 'What was sent' }).last().click();
  await page.getByRole('tab', { name: 'Request' }).click();
  await plain(8);
  await page.keyboard.press('Escape');
  await messageBox(page).fill('/');
  await plain(8);
  await messageBox(page).fill('');
  for (const place of ['tools', 'reliability', 'log', 'vendors', 'about']) {
    await page.goto(`${new URL(page.url()).origin}/#/settings/${place}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await plain(place === 'log' ? 1 : 0);
  }
});

test('the first run, a picture, a panel, an answer, a list and a sidebar look and act as they should', async ({
  baton,
  page,
}) => {
  await test.step('Back and Forward go through the steps of the first run', async () => {
    await page.goto(baton.url);
    const welcome = page.getByRole('button', { name: 'Add a key' });
    const vendors = page.getByRole('heading', { name: 'Which vendor is the key for?' });
    const key = page.getByRole('heading', { name: 'OpenAI', exact: true });
    await welcome.click();
    await expect(vendors).toBeVisible();
    await page.getByRole('button', { name: 'OpenAI' }).click();
    await expect(key).toBeVisible();
    await page.goBack();
    await expect(vendors).toBeVisible();
    await page.goBack();
    await expect(welcome).toBeVisible();
    await page.goForward();
    await expect(vendors).toBeVisible();
    await page.goForward();
    await expect(key).toBeVisible();
    await page.reload();
    await expect(key).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(welcome).toBeVisible();
    await page.getByRole('button', { name: 'Start practice' }).click();
    await expect(messageBox(page)).toBeFocused();
  });
  await test.step('a picture fills its frame at every width, whatever its form', async () => {
    for (const [w, h] of [
      [360, 180],
      [40, 40],
      [300, 1200],
      [1200, 90],
    ] as const) {
      const url = await page.evaluate(
        ([width, height]) => {
          const canvas = Object.assign(document.createElement('canvas'), { width, height });
          canvas.getContext('2d')?.fillRect(0, 0, width, height);
          return canvas.toDataURL('image/png');
        },
        [w, h] as const,
      );
      await page
        .locator('input[type=file]')
        .first()
        .setInputFiles({
          name: `${w}.png`,
          mimeType: 'image/png',
          buffer: Buffer.from(url.split(',')[1] ?? '', 'base64'),
        });
    }
    await ask(page, 'Look.');
    for (const width of [1280, 360])
      await test.step(`${width} px`, async () => {
        await page.setViewportSize({ width, height: 800 });
        const frames = turns(page)
          .first()
          .getByRole('button', { name: /^Enlarge .*\.png/ });
        await expect(frames).toHaveCount(4);
        for (const frame of await frames.all()) {
          const box = await frame.evaluate((element) => {
            const image = element.querySelector('img')?.getBoundingClientRect();
            return {
              frame: element.clientWidth,
              image: image?.width ?? 0,
              natural: (image?.width ?? 0) / (image?.height ?? 1),
            };
          });
          expect(Math.abs(box.frame - box.image)).toBeLessThan(1);
          expect(box.image).toBeLessThanOrEqual(320);
        }
      });
    await page.setViewportSize({ width: 1280, height: 800 });
  });
  await test.step('the panel before a change of hands names the model at once and grows instead of jumping', async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await newChat(page);
    await ask(page, '!think 2\nFirst.');
    await page.evaluate(() => {
      const seen: string[] = [];
      const grown: string[] = [];
      Object.assign(window, { seen, grown });
      new MutationObserver(() => {
        for (const found of (document.querySelector('main')?.innerText ?? '').matchAll(
          /practice-(?:gpt|gemini|claude|chat)\b/g,
        ))
          seen.push(found[0]);
      }).observe(document.querySelector('main') ?? document.body, {
        subtree: true,
        childList: true,
        characterData: true,
      });
      document.addEventListener('transitionrun', (event) => grown.push(event.propertyName));
    });
    await chooseModel(page, 'Practice GPT');
    const panel = page.getByRole('region', { name: 'Before you switch models' });
    await expect(panel).toContainText('Practice GPT');
    await chooseModel(page, 'Practice Gemini');
    await expect(panel).toContainText('Practice Gemini');
    await expect(panel).toHaveAttribute('aria-busy', 'false');
    const { seen, grown } = await page.evaluate(() => {
      const { seen, grown } = window as unknown as Record<'seen' | 'grown', string[]>;
      return { seen, grown };
    });
    expect(seen).toEqual([]);
    expect(grown.filter((name) => name === 'grid-template-rows')).toHaveLength(1);
    await page.emulateMedia({ reducedMotion: 'reduce' });
  });
  await test.step('one button asks a failed answer again, and Ask again is back when there is none', async () => {
    await newChat(page);
    await ask(page, '!fault 500 times=9\nplease');
    const failed = turns(page).last();
    await failed.hover();
    await expect(failed.getByRole('button', { name: /^(Try again|Ask again)/ })).toHaveCount(1);
    await chooseModel(page, 'Practice GPT');
    await ask(page, 'Fine now.');
    await turns(page).last().hover();
    await expect(
      turns(page)
        .last()
        .getByRole('button', { name: /^(Try again|Ask again)/ }),
    ).toHaveText('');
  });
  await test.step('no thread is drawn before there are messages', async () => {
    await page.addInitScript(() => {
      const lines: number[] = [];
      Object.assign(window, { lines });
      new MutationObserver(() => {
        const feed = document.querySelector('[role=feed]');
        const tail = feed?.parentElement?.querySelector('[aria-hidden] > span');
        if (feed && tail && feed.children.length === 0) lines.push(tail.getBoundingClientRect().height);
      }).observe(document, { subtree: true, childList: true });
    });
    await page.reload();
    await expect(turns(page)).toHaveCount(4);
    expect(await page.evaluate(() => (window as unknown as { lines: number[] }).lines)).toEqual([]);
  });
  await test.step('lists to choose from have the look of the page and the keys of the browser', async () => {
    await page.goto(`${new URL(page.url()).origin}/#/settings/log`);
    const level = page.getByLabel('Level');
    await expect(level).toHaveCSS('appearance', 'base-select');
    await level.focus();
    await page.keyboard.press('Space');
    await expect(page.getByRole('option', { name: 'Errors only' })).toBeVisible();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await expect(level).toHaveValue('error');
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });
  await test.step('a conversation from elsewhere goes to the model used last, and asks nothing', async () => {
    await newChat(page);
    await chooseModel(page, 'Practice GPT');
    await ask(page, 'Hello');
    await seedTitles(page, ['From elsewhere']);
    await page.evaluate(async () => {
      const open = indexedDB.open('baton');
      const db = await new Promise<IDBDatabase>((resolve) =>
        open.addEventListener('success', () => resolve(open.result)),
      );
      const store = db.transaction('sessions', 'readwrite').objectStore('sessions');
      const row = await new Promise<Record<string, unknown>>((resolve) => {
        const get = store.get('01890000-0000-7000-8000-000000000000');
        get.addEventListener('success', () => resolve(get.result as Record<string, unknown>));
      });
      store.put({ ...row, target: null, createdAt: 0, updatedAt: 0 });
      await new Promise((resolve) => store.transaction.addEventListener('complete', resolve));
      db.close();
    });
    await page.reload();
    const list = page.getByRole('navigation', { name: 'Conversations' });
    await expect(list.getByRole('heading', { name: 'No date' })).toBeVisible();
    await expect(list).not.toContainText('1970');
    await list.getByRole('link', { name: /From elsewhere/ }).click();
    await expect(page.getByRole('combobox', { name: 'Model: Practice GPT' })).toBeVisible();
    await expect(page.getByText('Choose a model to start.')).toBeHidden();
    await ask(page, 'And on we go.');
    await expect(turns(page).last()).toContainText('Practice GPT');
  });
  await test.step('rows fade where they leave under the search of the sidebar', async () => {
    await seedTitles(
      page,
      Array.from({ length: 60 }, (_, at) => `Conversation ${at}`),
    );
    await page.reload();
    const list = page.getByRole('navigation', { name: 'Conversations' });
    const row = list.getByRole('link', { name: /Conversation 3\b/ });
    await row.hover();
    const fade = () =>
      list
        .locator('[data-item]')
        .first()
        .evaluate((element) => {
          let scroller = element.parentElement;
          while (scroller && getComputedStyle(scroller).overflowY !== 'auto') scroller = scroller.parentElement;
          if (!scroller) throw new Error('the list does not scroll');
          const { position, backgroundImage, height } = getComputedStyle(scroller, '::before');
          return {
            scrolled: scroller.scrollTop > 0,
            position,
            gradient: backgroundImage.startsWith('linear-gradient'),
            height,
          };
        });
    // A list that is still being filled goes back to its start, and the wheel scrolls a moment later.
    await expect(async () => {
      await page.mouse.wheel(0, 400);
      expect(await fade()).toEqual({ scrolled: true, position: 'sticky', gradient: true, height: '12px' });
    }).toPass({ timeout: 20_000 });
  });
});

test('in a narrow window a file keeps the beginning of its name, and facts below an answer stay on their lines', async ({
  baton,
  page,
}) => {
  await startPractice(page, baton);
  await page.setViewportSize({ width: 320, height: 800 });
  await ask(page, '!echo first answer');
  await turns(page).last().hover();
  await turns(page).last().getByRole('button', { name: 'Ask again' }).click();
  await expect(turns(page).last()).toContainText('2/2');
  await settle(page);
  const facts = turns(page)
    .last()
    .getByTitle(/^Tokens sent/);
  const heights = () =>
    facts.locator('span').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
  const [first = 0, ...others] = await heights();
  expect(first).toBeLessThan(24);
  expect(others.every((height) => height === first)).toBe(true);

  const report = pdf(['(The report says 42 on its first page)', '(And nothing on its second page)']);
  await page.locator('input[type=file]').setInputFiles({
    name: 'the-report-of-the-third-quarter.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from(await report.arrayBuffer()),
  });
  const chip = page.getByRole('list', { name: 'Attachments' }).getByRole('listitem');
  await expect(chip).toContainText('2 pages');
  const width = await chip
    .getByText('the-report-of-the-third-quarter.pdf', { exact: true })
    .evaluate((name) => name.getBoundingClientRect().width);
  expect(width).toBeGreaterThan(48);
});
