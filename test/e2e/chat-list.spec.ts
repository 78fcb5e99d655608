import type { Page } from '@playwright/test';
import { ask, messageBox, pointAtMessages, settle, startPractice, stopButton, turns, write } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { seedSession } from './support/storage.ts';

/** A shared machine can be slow; no test here depends on time. */
test.describe.configure({ timeout: 150_000 });

async function openSeeded(page: Page, count: number): Promise<string> {
  const id = await seedSession(page, count);
  await page.goto('about:blank');
  await page.goBack();
  await page.evaluate((session) => {
    window.location.hash = `#/s/${session}`;
  }, id);
  await expect(turns(page).last()).toContainText(`Message ${count}.`);
  return id;
}

const distanceFromEnd = (page: Page): Promise<number> =>
  page.getByRole('feed', { name: 'Messages' }).evaluate((feed) => {
    const box = feed.parentElement;
    return box ? box.scrollHeight - box.scrollTop - box.clientHeight : -1;
  });

/** The number of the message that is nearest to the middle of the view. */
const numberInView = (page: Page): Promise<number> =>
  page.getByRole('feed', { name: 'Messages' }).evaluate((feed) => {
    const from = (one: Element) => {
      const { top, bottom } = one.getBoundingClientRect();
      return Math.max(top - innerHeight / 2, innerHeight / 2 - bottom, 0);
    };
    const [nearest] = [...feed.querySelectorAll('[data-message]')].sort((a, b) => from(a) - from(b));
    return Number(/Message (\d+)\./.exec(nearest?.textContent ?? '')?.[1]);
  });

test('opens at the end, stays there, is walked by keyboard, and older messages arrive without moving what is read', async ({
  baton,
  context,
  page,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await startPractice(page, baton);
  const id = await openSeeded(page, 300);
  await expect.poll(() => distanceFromEnd(page)).toBeLessThan(2);

  await test.step('the end stays in view when the message box grows and the window shrinks, and only there', async () => {
    await messageBox(page).fill('line\n'.repeat(20));
    await expect.poll(() => distanceFromEnd(page)).toBeLessThan(2);
    await page.setViewportSize({ width: 900, height: 560 });
    await expect.poll(() => distanceFromEnd(page)).toBeLessThan(2);

    await pointAtMessages(page);
    await page.mouse.wheel(0, -900);
    await page.waitForTimeout(400);
    const readAt = () =>
      page.getByRole('feed', { name: 'Messages' }).evaluate((feed) => feed.parentElement?.scrollTop ?? -1);
    const before = await readAt();
    await messageBox(page).fill('');
    await page.waitForTimeout(300);
    expect(Math.abs((await readAt()) - before)).toBeLessThanOrEqual(1);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('button', { name: 'Jump to latest' }).click();
    await expect.poll(() => distanceFromEnd(page)).toBeLessThan(2);
  });
  await test.step('the keyboard walks the messages, copies one, and goes back to the box', async () => {
    await messageBox(page).focus();
    await page.keyboard.press('Alt+PageUp');
    await expect(page.locator('[data-message=seed-300]')).toBeFocused();
    await page.keyboard.press('k');
    await expect(page.locator('[data-message=seed-299]')).toBeFocused();
    for (let step = 0; step < 30; step += 1) await page.keyboard.press('k');
    await expect(page.locator('[data-message=seed-269]')).toBeFocused();
    await expect(page.locator('[data-message=seed-269]')).toBeInViewport();
    await page.keyboard.press('j');
    await expect(page.locator('[data-message=seed-270]')).toBeFocused();
    await page.keyboard.press('c');
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^Message 270\./);
    await page.keyboard.press('Tab');
    const inside = await page.evaluate(() =>
      document.activeElement?.closest('[data-message]')?.getAttribute('data-message'),
    );
    expect(inside).toBe('seed-270');
    await page.keyboard.press('Escape');
    await expect(messageBox(page)).toBeFocused();
    await messageBox(page).pressSequentially('jk stays text');
    await expect(messageBox(page)).toHaveValue('jk stays text');
    await messageBox(page).fill('');
  });
  await test.step('a prepended page does not move the message under the eyes', async () => {
    await pointAtMessages(page);
    // Records for every frame how far the message nearest to the middle moves beyond the wheel's movement.
    await page.evaluate(() => {
      const store = window as Window & { jumps?: number[] };
      store.jumps = [];
      const feed = document.querySelector('[role=feed]');
      const scroller = feed?.parentElement;
      if (!feed || !scroller) throw new Error('no list');
      let last: { tops: Map<string, number>; height: number } | null = null;
      const check = () => {
        const messages = [...feed.querySelectorAll<HTMLElement>('[data-message]')];
        const now = {
          tops: new Map(messages.map((one) => [one.dataset['message'] ?? '', one.getBoundingClientRect().top])),
          height: scroller.scrollHeight,
        };
        // Content above grew: the scroll position moved with it, so each message must be where the wheel put it.
        if (last && now.height > last.height + 500) {
          const { tops } = last;
          const [nearest] = [...now.tops]
            .filter(([id]) => tops.has(id))
            .sort(([, a], [, b]) => Math.abs(a - 400) - Math.abs(b - 400));
          const was = nearest ? tops.get(nearest[0]) : undefined;
          store.jumps?.push(nearest && was !== undefined ? Math.abs(nearest[1] - was) : Infinity);
        }
        last = now;
        requestAnimationFrame(check);
      };
      requestAnimationFrame(check);
    });
    const readJumps = () => page.evaluate(() => (window as Window & { jumps?: number[] }).jumps ?? []);
    const wheel = async () => {
      await page.mouse.wheel(0, -600);
      // Waits until a step has been painted before the next one, so that a slow frame never contains two.
      await page.evaluate(() => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen))));
    };
    for (let step = 0; step < 60; step += 1) await wheel();
    await expect.poll(async () => (await readJumps()).length, { timeout: 60_000 }).toBeGreaterThan(0);
    const jumps = await readJumps();
    // One step of the wheel may fall into the same frame.
    expect(Math.max(...jumps)).toBeLessThanOrEqual(620);
  });
  await test.step('older messages arrive up to the first, and newer ones from the middle on', async () => {
    await pointAtMessages(page);
    for (let step = 0; step < 200; step += 1) {
      await page.mouse.wheel(0, -1200);
      await page.waitForTimeout(15);
      if ((await turns(page).first().textContent())?.includes('Message 1.')) break;
    }
    await expect(turns(page).first()).toContainText('Message 1.');
    await expect(turns(page).first()).toHaveAttribute('aria-posinset', '1');
    await expect(turns(page).first()).toHaveAttribute('aria-setsize', '300');

    // A message far from the end opens with those around it. The others are loaded on the way there, from both sides.
    await page.evaluate(() => (window.location.hash = '#/settings/about'));
    await expect(turns(page)).toHaveCount(0);
    await page.evaluate((session) => (window.location.hash = `#/s/${session}/seed-60`), id);
    await expect(page.locator('[data-message="seed-60"]')).toBeInViewport();
    await expect(turns(page).first()).toHaveAttribute('aria-setsize', '-1');
    await pointAtMessages(page);
    const read = async (by: number, until: (at: number) => boolean) => {
      let at = await numberInView(page);
      for (let step = 0; step < 400 && !until(at); step += 1) {
        await page.mouse.wheel(0, by);
        await page.evaluate(() => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen))));
        const now = await numberInView(page);
        // A step of the wheel is never longer than some messages, so nothing moved beside it.
        expect(Math.abs(now - at)).toBeLessThan(10);
        at = now;
      }
      expect(until(at)).toBe(true);
    };
    await read(600, (at) => at > 130);
    await page.getByRole('button', { name: 'Jump to latest' }).click();
    await expect.poll(() => distanceFromEnd(page)).toBeLessThan(2);
    await expect(turns(page).last()).toContainText('Message 300.');
    await pointAtMessages(page);
    await read(-600, (at) => at < 60);
  });
});

test.describe('while an answer streams', () => {
  test.use({ serverOptions: { charsPerSecond: 900 } });

  test('only its message is drawn, the end is followed, and a reader further up is left alone', async ({
    baton,
    page,
  }) => {
    await startPractice(page, baton);
    await test.step('finished messages are not drawn again', async () => {
      await ask(page, '!show markdown');
      await write(page, '!long 30000');
      // The previous answer is long, too.
      await expect(turns(page).last()).toHaveAttribute('aria-posinset', '4');
      const shown = async () => (await turns(page).last().textContent())?.length ?? 0;
      await expect.poll(shown).toBeGreaterThan(300);
      await page.evaluate(() => {
        const store = window as Window & { changes?: number; growth?: number };
        store.changes = 0;
        store.growth = 0;
        const all = [...document.querySelectorAll('article')];
        const live = all.at(-1);
        for (const article of all.slice(0, -1))
          new MutationObserver((list) => (store.changes = (store.changes ?? 0) + list.length)).observe(article, {
            subtree: true,
            childList: true,
            characterData: true,
            attributes: true,
          });
        if (live)
          new MutationObserver((list) => (store.growth = (store.growth ?? 0) + list.length)).observe(live, {
            subtree: true,
            childList: true,
            characterData: true,
          });
      });
      const before = await shown();
      const seen = () =>
        page.evaluate(() => {
          const store = window as Window & { changes?: number; growth?: number };
          return { changes: store.changes, growth: store.growth };
        });
      await expect.poll(async () => (await seen()).growth, { timeout: 60_000 }).toBeGreaterThan(20);
      await expect.poll(shown).toBeGreaterThan(before + 1800);
      expect((await seen()).changes).toBe(0);
      await stopButton(page).click();
      await settle(page);
    });
    await test.step('the end is followed, a reader further up is left alone, and one press leads back', async () => {
      await openSeeded(page, 60);
      await write(page, '!long 30000');
      await stopButton(page).waitFor();
      await expect.poll(async () => (await turns(page).last().textContent())?.length ?? 0).toBeGreaterThan(2500);
      expect(await distanceFromEnd(page)).toBeLessThan(60);

      await pointAtMessages(page);
      await page.mouse.wheel(0, -1000);
      // Messages above that are drawn for the first time move the scroll position, and not what is being read.
      const firstInView = () =>
        page.getByRole('feed', { name: 'Messages' }).evaluate((feed) => {
          const message = [...feed.querySelectorAll<HTMLElement>('[data-message]')].find(
            (one) => one.getBoundingClientRect().bottom > 200,
          );
          return { id: message?.dataset['message'], top: message?.getBoundingClientRect().top ?? -1 };
        });
      await page.getByRole('button', { name: 'Jump to latest' }).waitFor();
      let before = await firstInView();
      await expect
        .poll(async () => {
          const earlier = before;
          before = await firstInView();
          return before.id === earlier.id && before.top === earlier.top;
        })
        .toBe(true);
      const distance = await distanceFromEnd(page);
      await expect.poll(() => distanceFromEnd(page)).toBeGreaterThan(distance + 300);
      const after = await firstInView();
      expect(after.id).toBe(before.id);
      expect(Math.abs(after.top - before.top)).toBeLessThanOrEqual(1);

      await page.getByRole('button', { name: 'Jump to latest' }).click();
      await expect.poll(() => distanceFromEnd(page)).toBeLessThan(60);
      await page.waitForTimeout(500);
      expect(await distanceFromEnd(page)).toBeLessThan(60);
      await stopButton(page).click();
      await settle(page);
    });
  });
});

test('what the user unfolds at the end stays in place', async ({ baton, page }) => {
  await startPractice(page, baton);
  await ask(page, '!long 600');
  await ask(page, '!think 40\n!echo Done.');
  await expect.poll(() => distanceFromEnd(page)).toBeLessThan(2);
  const thought = turns(page)
    .last()
    .getByRole('button', { name: /^Thought/ });
  const top = async () => Math.round((await thought.boundingBox())?.y ?? -1);
  const before = await top();

  await thought.click();
  await expect.poll(() => distanceFromEnd(page)).toBeGreaterThan(100);
  expect(await top()).toBe(before);

  // The list becomes lower below what is read.
  await messageBox(page).fill('line\n'.repeat(6));
  expect(await top()).toBe(before);
  await messageBox(page).fill('');

  await thought.click();
  await expect(thought).toHaveAttribute('aria-expanded', 'false');
  await expect.poll(() => distanceFromEnd(page)).toBeLessThan(2);
  expect(await top()).toBe(before);

  // The next answer is followed again.
  await ask(page, '!long 600');
  await expect.poll(() => distanceFromEnd(page)).toBeLessThan(2);
});
