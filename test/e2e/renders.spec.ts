import type { Page } from '@playwright/test';
import { ask, startPractice } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { seedSession } from './support/storage.ts';

/**
 * Each costs the page more than what it reads or writes. An answer of three words opens 28 to 31, and more on a busy
 * machine, where it is stored more often while it arrives. So the least of several answers counts.
 */
const MOST_TRANSACTIONS = 33;

/** Counts the transactions of the page's own connection, which has most of them: a test opens others for what it reads. */
async function countTransactions(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const opened = new Map<IDBDatabase, number>();
    const { transaction } = IDBDatabase.prototype;
    IDBDatabase.prototype.transaction = function (...given) {
      opened.set(this, (opened.get(this) ?? 0) + 1);
      return transaction.apply(this, given);
    };
    Object.assign(globalThis, { transactions: () => Math.max(0, ...opened.values()) });
  });
  return () => page.evaluate(() => (globalThis as unknown as { transactions: () => number }).transactions());
}

/** What React's hook for its developer tools is given of a component. */
interface Fiber {
  tag: number;
  flags: number;
  child: Fiber | null;
  sibling: Fiber | null;
  alternate: Fiber | null;
  memoizedProps: Readonly<Record<string, unknown>> | null;
}

interface Renders {
  /** By id of the message, or of the conversation in the sidebar; what belongs to none is under ''. */
  renders: Record<string, number>;
  /** Every property of an element that began to fade or move: each draws the page eight times. */
  fades: string[];
}

/** Counts the components that React renders, by the message or the line of the sidebar that they belong to. */
async function countRenders(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const PERFORMED_WORK = 1;
    // Function components, with forwardRef, with memo.
    const COMPONENTS = new Set([0, 11, 14, 15]);
    const renders: Record<string, number> = {};
    const fades: string[] = [];
    addEventListener('transitionrun', ({ target, propertyName }) =>
      fades.push(`${propertyName} of ${target instanceof Element ? target.outerHTML.slice(0, 200) : ''}`),
    );
    const walk = (first: Fiber | null, around: string): void => {
      for (let fiber = first; fiber; fiber = fiber.sibling) {
        const own = fiber.memoizedProps?.['data-message'] ?? fiber.memoizedProps?.['data-session'];
        const inside = typeof own === 'string' ? own : around;
        if (COMPONENTS.has(fiber.tag) && fiber.flags & PERFORMED_WORK) renders[inside] = (renders[inside] ?? 0) + 1;
        // The same children as before: nothing inside was rendered.
        if (fiber.child !== fiber.alternate?.child) walk(fiber.child, inside);
      }
    };
    Object.assign(globalThis, {
      renders,
      fades,
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        supportsFiber: true,
        renderers: new Map(),
        inject: () => 1,
        onCommitFiberUnmount: () => undefined,
        onPostCommitFiberRoot: () => undefined,
        onCommitFiberRoot: (_: number, root: { current: Fiber }) => walk(root.current.child, ''),
      },
    });
  });
}

/** The counts since the last call. */
const takeRenders = (page: Page): Promise<Record<string, number>> =>
  page.evaluate(() => {
    const { renders } = globalThis as unknown as Renders;
    const taken = { ...renders };
    for (const name of Object.keys(renders)) delete renders[name];
    return taken;
  });

const takeFades = (page: Page): Promise<string[]> =>
  page.evaluate(() => (globalThis as unknown as Renders).fades.splice(0));

const messageIds = (page: Page): Promise<string[]> =>
  page.locator('[data-message]').evaluateAll((all) => all.map((one) => one.getAttribute('data-message') ?? ''));

/**
 * Of a message that stays as it is, only what may change is rendered: two buttons that wait for the answer, and the
 * number of messages. All of it, without the text and the menus. That is 4, and more on a busy machine, which renders some of
 * it once more.
 */
const MOST_PER_MESSAGE = 9;
/** The conversation and the frame around it, for an answer of three words: 180 to 210, and 264 on a busy machine. */
const MOST_AROUND = 300;

/** Conversations in the sidebar, more than it shows. */
async function seedOthers(page: Page): Promise<string[]> {
  const others: string[] = [];
  for (let number = 10; number < 40; number++) {
    const id = `01890000-0000-7000-8000-0000000000${number}`;
    others.push(await seedSession(page, 2, { id, name: `other-${number}` }));
  }
  await page.reload();
  await expect.poll(() => page.locator('[data-session]').count()).toBeGreaterThan(10);
  return others;
}

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

/** Rows that fill the view, and four above it. The first of the fifty that are loaded is far above them. */
const MOST_OPENED = 20;

test('no more is rendered than what changes and what is in view', async ({ baton, page }) => {
  await countRenders(page);
  const transactions = await countTransactions(page);
  await startPractice(page, baton);
  await test.step('an answer renders what it changes: no other message, however long it is, and no other conversation', async () => {
    const others = await seedOthers(page);
    // Away from the messages, which fade under the pointer.
    await page.mouse.move(0, 0);
    const opened: number[] = [];
    const askAndCount = async (question: string): Promise<void> => {
      const before = await transactions();
      await ask(page, question);
      opened.push((await transactions()) - before);
    };
    for (const question of ['one', 'two', 'three']) await askAndCount(question);
    const [first = '', , , answer = ''] = await messageIds(page);

    await takeRenders(page);
    await takeFades(page);
    await askAndCount('hello');
    expect(await takeFades(page)).toEqual([]);
    const short = await takeRenders(page);
    expect(Math.min(...opened)).toBeLessThan(MOST_TRANSACTIONS);
    expect(short[first]).toBeLessThan(MOST_PER_MESSAGE);
    expect(short[answer]).toBeLessThan(MOST_PER_MESSAGE);
    expect(short['']).toBeLessThan(MOST_AROUND);
    expect(others.filter((id) => id in short)).toEqual([]);

    // A message that the long answer moves out of view isn't rendered at all.
    await ask(page, '!long 3000');
    const long = await takeRenders(page);
    expect(long[first] ?? 0).toBeLessThan(MOST_PER_MESSAGE);
    expect(long[answer] ?? 0).toBeLessThan(MOST_PER_MESSAGE);
  });
  await test.step('a conversation opens at its end: nothing that is further up is rendered', async () => {
    const id = await seedSession(page, 200);
    await takeRenders(page);
    await page.evaluate((session) => (location.hash = `#/s/${session}`), id);
    await expect(page.locator('[data-message="seed-200"]')).toBeInViewport();
    const rendered = Object.keys(await takeRenders(page)).filter((message) => message.startsWith('seed-'));
    expect(rendered.length).toBeGreaterThan(1);
    expect(rendered.map((message) => Number(message.split('-')[1])).toSorted((a, b) => a - b)[0]).toBeGreaterThan(
      200 - MOST_OPENED,
    );
  });
});
