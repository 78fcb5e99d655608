import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { chooseModel, messageBox, newChat, startPractice, write } from './support/chat.ts';
import { allowOnce, attachFolder, question, removeFolders, shell } from './support/tools.ts';

const shots = process.env['SHOTS'];
const WIDTHS = [360, 780, 800, 820, 860];

test.afterAll(removeFolders);

const edges = async (one: Locator) => {
  const box = await one.boundingBox();
  if (!box) throw new Error('not drawn');
  return { left: box.x, right: box.x + box.width, top: box.y, bottom: box.y + box.height };
};
/** Parts that share a row and overlap. */
const overlaps = async (parts: readonly Locator[]) => {
  const boxes = await Promise.all(parts.map(edges));
  return boxes.flatMap((a, at) =>
    boxes
      .slice(at + 1)
      .filter((b) => a.left < b.right - 0.5 && b.left < a.right - 0.5 && a.top < b.bottom && b.top < a.bottom),
  );
};
/** Whether a label is cut off, by its own measure. */
const isCut = (label: Locator) => label.evaluate((one) => one.scrollWidth > one.clientWidth);

async function target(page: Page, model: object): Promise<void> {
  await page.evaluate(async (chosen) => {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const open = indexedDB.open('baton');
      open.addEventListener('success', () => resolve(open.result));
      open.addEventListener('error', () => reject(open.error));
    });
    await new Promise<void>((resolve) => {
      const transaction = db.transaction('sessions', 'readwrite');
      const rows = transaction.objectStore('sessions');
      const all = rows.getAll() as IDBRequest<object[]>;
      all.addEventListener('success', () => all.result.forEach((row) => rows.put({ ...row, target: chosen })));
      transaction.addEventListener('complete', () => resolve());
    });
    db.close();
  }, model);
  await page.reload();
  await messageBox(page).waitFor();
}

test('nothing in the header moves, and names and the foot of the sidebar are whole at every width', async ({
  baton,
  page,
}) => {
  await startPractice(page, baton);
  await test.step('nothing in the header moves when its menu opens', async () => {
    const header = page.getByRole('banner').or(page.locator('header')).first();
    const outline = header.getByRole('button', { name: /outline/i });
    const menu = header.getByRole('button', { name: 'Conversation menu' });
    const before = [await edges(outline), await edges(menu)];
    await menu.click();
    await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeVisible();
    expect([await edges(outline), await edges(menu)]).toEqual(before);
    await page.keyboard.press('Escape');
  });
  for (const [name, chosen] of [
    ['Practice Claude', null],
    ['Claude Fable 5.2', { connection: 'anthropic', model: 'claude-fable-5-2', thinking: 'medium' }],
  ] as const)
    await test.step(`the name of ${name} is whole beside the message box at every width`, async () => {
      if (chosen) await target(page, chosen);
      const picker = page.getByRole('combobox', { name: /^Model:/ });
      const label = picker.getByText(name, { exact: true });
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        await expect(label).toBeVisible();
        // The page hears of its new width a moment later.
        await expect.poll(() => isCut(label), `cut at ${width}`).toBe(false);
        const others = [/^Thinking:/, /^Tools:/, 'Compare models…'].map((button) =>
          page.getByRole('button', { name: button }),
        );
        await expect.poll(() => overlaps([label, ...others]), `over each other at ${width}`).toEqual([]);
        if (shots) await page.screenshot({ path: `${shots}/composer-${chosen ? 'real' : 'practice'}-${width}.png` });
      }
    });
  await test.step('a run leaves the foot of the sidebar and the name of the model whole, at 1280 and at 780 px', async () => {
    const widths = [1280, 780];
    const atEach = async (look: (width: number) => Promise<void>) => {
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        await look(width);
      }
    };
    await newChat(page);
    await chooseModel(page, 'Practice Claude');
    await attachFolder(page);
    const model = page.getByRole('combobox', { name: /^Model:/ }).getByText('Practice Claude', { exact: true });
    // A model that makes images has one button more.
    await chooseModel(page, 'Practice GPT');
    const other = page.getByRole('combobox', { name: /^Model:/ }).getByText('Practice GPT', { exact: true });
    await atEach(async (width) => {
      await expect(page.getByRole('button', { name: 'Mode: Ask' })).toBeVisible();
      await expect.poll(() => isCut(other), `beside a mode at ${width}`).toBe(false);
    });
    await chooseModel(page, 'Practice Claude');
    await page.keyboard.press('Control+Shift+M');
    await atEach(async (width) => {
      await expect(page.getByRole('button', { name: 'Mode: Accept edits' })).toBeVisible();
      await expect.poll(() => isCut(model), `beside the longest mode at ${width}`).toBe(false);
    });
    await write(page, `${shell('sleep 4')}\nrun it`);
    await expect(question(page)).toBeVisible();
    const sidebar = page.getByRole('navigation', { name: 'Conversations' });
    const settings = sidebar.getByRole('link', { name: 'Settings' }).locator('span');
    const waits = sidebar.getByRole('button', { name: /1 needs you/ });
    await atEach(async (width) => {
      await expect.poll(() => isCut(settings), `at ${width}`).toBe(false);
      expect(await isCut(waits.locator('span:not(.visually-hidden)'))).toBe(false);
      expect(await overlaps([settings, waits])).toEqual([]);
      expect(await isCut(model), `beside Stop at ${width}`).toBe(false);
    });
    await allowOnce(page);
    await atEach(async (width) => {
      await expect(sidebar.getByRole('button', { name: '1 running' })).toBeVisible();
      expect(await isCut(settings), `beside the number of runs at ${width}`).toBe(false);
      if (shots) await page.screenshot({ path: `${shots}/foot-${width}.png` });
    });
  });
});

test('a low window keeps every button, and in forced colors one sees what is chosen', async ({ baton, page }) => {
  await startPractice(page, baton);
  await test.step('a full message box scrolls at 400 %, and its buttons stay', async () => {
    await page.setViewportSize({ width: 320, height: 400 });
    const files = Array.from({ length: 6 }, (_, at) => ({
      name: `runner-${at}.txt`,
      mimeType: 'text/plain',
      buffer: Buffer.from('Ada'),
    }));
    await page.locator('input[type=file]').setInputFiles(files);
    await messageBox(page).fill('Who runs last?\n'.repeat(12));
    for (const name of ['Send', 'Attach files', 'Compare models…'])
      await expect(page.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
  });
  await test.step('lines of lists and pressed buttons are marked where backgrounds are repainted', async () => {
    await page.setViewportSize({ width: 1100, height: 800 });
    await page.emulateMedia({ forcedColors: 'active' });
    const outline = (one: Locator) => one.evaluate((element) => getComputedStyle(element).outlineStyle);
    await page.keyboard.press('Control+k');
    expect(await outline(page.locator('[role=option][data-highlighted]'))).toBe('solid');
    await page.keyboard.press('Escape');
    await messageBox(page).fill('/');
    expect(await outline(page.locator('[role=option][aria-selected=true]'))).toBe('solid');
    await messageBox(page).fill('');
    await page.goto(`${baton.origin}/#/search/runs`);
    const chip = page.getByRole('button', { name: 'Answers', exact: true });
    await chip.click();
    await expect(chip).toHaveAttribute('aria-pressed', 'true');
    await page.getByRole('searchbox', { name: 'Search everything' }).focus();
    expect(await outline(chip)).toBe('solid');
  });
  await test.step('samples of colors keep their colors', async () => {
    const colorsIn = (all: Locator) =>
      all.evaluateAll((some) =>
        some.map((one) => getComputedStyle(one).backgroundColor).filter((one) => one !== 'rgb(0, 0, 0)'),
      );
    await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
    await page.goto(`${baton.origin}/#/settings/appearance`);
    const accents = page.getByRole('radiogroup', { name: 'Accent color' }).locator('[data-accent]');
    await expect(accents).toHaveCount(4);
    expect(new Set(await colorsIn(accents)).size).toBe(4);
  });
});

test('a short command in a sentence stays on one line', async ({ baton, page }) => {
  await startPractice(page, baton);
  await write(page, 'リレーは`!도움말`、または`!ヘルプ`');
  const commands = page.getByRole('article').first().locator('code');
  await expect(commands).toHaveCount(2);
  // A paragraph without width breaks wherever it may.
  const lines = await commands.evaluateAll((all) =>
    all.map((one) => {
      one.style.overflowWrap = 'normal';
      if (one.parentElement) one.parentElement.style.width = '0';
      return one.getClientRects().length;
    }),
  );
  expect(lines).toEqual([1, 1]);
});

test('in forced colors, one sees the thread, the edge of a question, and all of the outline of the open conversation', async ({
  baton,
  page,
}) => {
  await startPractice(page, baton);
  await write(page, 'Who runs last?');
  const asked = page.getByRole('article').first().getByText('Who runs last?');
  await expect(asked).toBeVisible();
  await page.emulateMedia({ forcedColors: 'active' });
  const drawn = await asked.evaluate((text) => {
    const before = (one: Element) => getComputedStyle(one, '::before');
    const lines = [...(text.closest('article')?.querySelectorAll('*') ?? [])]
      .map(before)
      .filter(({ content, width }) => content !== 'none' && width === '2px');
    const around = (inner: Element | null) => {
      const styles: string[] = [];
      for (let one = inner; one; one = one.parentElement) styles.push(getComputedStyle(one).outlineStyle);
      return styles.filter((style) => style !== 'none');
    };
    const ground = getComputedStyle(document.body).backgroundColor;
    return {
      hasThread: lines.some(({ backgroundColor }) => backgroundColor !== ground),
      hasEdge: around(text).includes('solid'),
      aroundCurrent: around(document.querySelector('a[aria-current=page]')),
      overOutline: [...document.querySelectorAll('[data-current]')].map((one) => before(one).content),
    };
  });
  expect(drawn).toEqual({ hasThread: true, hasEdge: true, aroundCurrent: ['solid'], overOutline: ['none'] });
});
