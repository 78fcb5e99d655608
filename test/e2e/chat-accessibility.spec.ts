import type { Page } from '@playwright/test';
import { violations } from './support/accessibility.ts';
import { ask, chooseModel, messageBox, newChat, settle, startPractice, stopButton, write } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';

/** A shared machine can be slow; no test here depends on time. */
test.describe.configure({ timeout: 150_000 });

async function inConversation(page: Page): Promise<string[]> {
  return violations(page, { within: 'section[aria-label=Conversation]' });
}

test('what becomes of an answer is said without anything that moves, and nothing is cut off in a small window', async ({
  baton,
  page,
}) => {
  await startPractice(page, baton);
  await test.step('announcements tell that an answer begins, whole sentences of it, and how it ended', async () => {
    await page.locator('[data-announcer]').waitFor({ state: 'attached' });
    await page.evaluate(() => {
      const store = window as Window & { said?: string[] };
      store.said = [];
      const region = document.querySelector('[data-announcer]');
      if (!region) throw new Error('no live region');
      new MutationObserver(() => store.said?.push(region.textContent ?? '')).observe(region, {
        childList: true,
        characterData: true,
        subtree: true,
      });
    });
    const said = () => page.evaluate(() => (window as Window & { said?: string[] }).said ?? []);
    await write(
      page,
      '!think 0\n!speed 45\n!echo First sentence here. Second sentence is a little longer than the first one. ```not code``` Third sentence goes on and on so that there is time to hear the second one. Fourth sentence comes. Fifth sentence ends it after quite a few more words have been said, one after the other, slowly. Sixth sentence is the last one of this answer. It is really over now.',
    );
    await stopButton(page).waitFor();
    await settle(page);
    await expect.poll(said).toContain('The answer is complete.');
    const all = await said();
    expect(all[0]).toBe('Practice Claude is answering.');
    expect(all.slice(1, -1).join(' ')).toContain('Second sentence is a little longer than the first one.');
    for (const one of all) expect(one).toMatch(/[.!?]$/);
    // Far fewer than the frames in which the text grew.
    expect(all.length).toBeLessThan(8);

    await write(page, '!speed 120\n!long 5000');
    await stopButton(page).waitFor();
    await page.waitForTimeout(500);
    await stopButton(page).click();
    await expect.poll(said).toContain('The answer was stopped.');
  });
  await test.step('with reduced motion nothing keeps moving while an answer is written', async () => {
    await newChat(page);
    await write(page, '!speed 60\n!think 4');
    await expect(page.getByRole('button', { name: /^Thinking…/ })).toBeVisible();
    const moving = () =>
      page.evaluate(
        () =>
          document
            .querySelector('section[aria-label=Conversation]')
            ?.getAnimations({ subtree: true })
            .filter((one) => one.playState === 'running').length,
      );
    // What is over at once may be running when it is asked.
    await expect.poll(moving).toBe(0);
    await stopButton(page).click();
    await settle(page);
  });
  await test.step('nothing is cut off at 360 px, nor at 200 %', async () => {
    await newChat(page);
    await chooseModel(page, 'Practice GPT');
    await ask(page, '!show markdown');
    for (const size of [
      { width: 360, height: 740 },
      { width: 640, height: 400 },
    ]) {
      await page.setViewportSize(size);
      await page.waitForTimeout(300);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
        0,
      );
      for (const control of [
        page.getByRole('button', { name: 'Send', exact: true }),
        page.getByRole('button', { name: 'Attach files' }),
        page.getByRole('combobox', { name: /^Model:/ }),
        page.getByRole('button', { name: 'Conversation menu' }),
        messageBox(page),
      ]) {
        const box = await control.boundingBox();
        expect(box).not.toBeNull();
        expect(box?.x ?? -1).toBeGreaterThanOrEqual(0);
        expect((box?.x ?? 0) + (box?.width ?? 9999)).toBeLessThanOrEqual(size.width);
        expect((box?.y ?? 0) + (box?.height ?? 9999)).toBeLessThanOrEqual(size.height);
      }
      const tools = await Promise.all(
        [page.getByRole('combobox', { name: /^Model:/ }), page.getByRole('button', { name: 'Send', exact: true })].map(
          (one) => one.boundingBox(),
        ),
      );
      expect((tools[0]?.x ?? 0) + (tools[0]?.width ?? 9999)).toBeLessThanOrEqual(tools[1]?.x ?? 0);
      expect(await inConversation(page)).toEqual([]);
    }
  });
});
