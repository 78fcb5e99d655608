import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ask, messageBox, settle, startPractice, turns, write } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { type KillableBrowser, launchKillable } from './support/killable-browser.ts';
import { dumpStorage, readMessages, textOf } from './support/storage.ts';
import { lastWord, watchText, wordToKeep, WORDS } from './support/watch-text.ts';

test.use({ serverOptions: { charsPerSecond: 400 } });

test('kill -9 of the browser or the page in the middle of an answer loses at most 250 ms, and nothing complete', async ({
  baton,
}, info) => {
  test.setTimeout(120_000);
  const profile = mkdtempSync(join(tmpdir(), 'baton-kill-'));
  const lost: { words: number; ms: number }[] = [];
  const browsers: KillableBrowser[] = [];
  const launch = async () => {
    const browser = await launchKillable(profile);
    browsers.push(browser);
    return browser;
  };
  try {
    const first = await launch();
    const page = first.context.pages()[0] ?? (await first.context.newPage());
    await startPractice(page, baton);
    await ask(page, 'Remember this.');
    const complete = (await readMessages(page)).filter(({ status }) => status === 'complete');
    expect(complete).toHaveLength(2);
    const samples = await watchText(page);
    await write(page, `!echo ${WORDS}`);
    await expect.poll(() => samples.at(-1)?.word ?? -1, { timeout: 30_000 }).toBeGreaterThan(150);
    await first.kill();

    const second = await launch();
    const back = second.context.pages()[0] ?? (await second.context.newPage());
    await back.goto(baton.url);
    await back.getByRole('link', { name: /Remember this/ }).click();
    await expect(back.getByText('This answer was interrupted').first()).toBeVisible();
    for (const name of ['Continue', 'Keep as is', 'Try again'])
      await expect(
        turns(back)
          .last()
          .getByRole('button', { name: new RegExp(`^${name}`) })
          .first(),
      ).toBeVisible();

    const messages = await readMessages(back);
    expect(messages).toHaveLength(4);
    expect(messages.slice(0, 2)).toEqual(complete);
    expect(messages[3]).toMatchObject({
      role: 'assistant',
      status: 'interrupted',
      origin: { model: 'practice-claude' },
    });
    const storedText = textOf(messages[3]);
    const answered = storedText.slice(storedText.indexOf('w0000'));
    expect(WORDS.startsWith(answered)).toBe(true);
    const stored = lastWord(answered);
    const died = samples.at(-1) ?? { at: 0, word: 0 };
    const reached = samples.find(({ word }) => word > stored);
    lost.push({ words: Math.max(0, died.word - stored), ms: reached ? Math.round(died.at - reached.at) : 0 });
    expect(died.word).toBeGreaterThan(150);
    expect(stored).toBeGreaterThanOrEqual(wordToKeep(samples));

    await turns(back)
      .last()
      .getByRole('button', { name: /^Keep as is/ })
      .click();
    await expect(back.getByText('This answer was interrupted')).toHaveCount(0);
    const after = await readMessages(back);
    expect(after[3]).toMatchObject({ status: 'complete', stop: 'aborted', parts: messages[3]?.parts });
    await ask(back, 'And on we go.');
    expect(await readMessages(back)).toHaveLength(6);

    // The same when only the process of the page goes, as when it runs out of memory; the browser and its storage stay.
    const more = await watchText(back);
    await write(back, `!echo ${WORDS}`);
    await expect.poll(() => more.at(-1)?.word ?? -1, { timeout: 30_000 }).toBeGreaterThan(150);
    const crashed = back.waitForEvent('crash');
    const session = await second.context.newCDPSession(back);
    // No answer comes from a process that is gone.
    session.send('Page.crash').catch(() => undefined);
    await crashed;
    const again = await second.context.newPage();
    await again.goto(baton.url);
    await again.getByRole('link', { name: /Remember this/ }).click();
    await expect(again.getByText('This answer was interrupted').first()).toBeVisible();
    const last = textOf((await readMessages(again))[7]);
    expect(lastWord(last.slice(last.indexOf('w0000')))).toBeGreaterThanOrEqual(wordToKeep(more));
    await turns(again)
      .last()
      .getByRole('button', { name: /^Keep as is/ })
      .click();
    await ask(again, 'And on once more.');
    expect(await readMessages(again)).toHaveLength(10);
  } finally {
    for (const browser of browsers) await browser.kill();
    info.annotations.push({ type: 'figures', description: JSON.stringify(lost) });
    process.stdout.write(`lost by kill -9: ${JSON.stringify(lost)}\n`);
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
});

test('two windows on one conversation never interleave their writes', async ({ baton, launchProfile }) => {
  test.setTimeout(120_000);
  const browser = await launchProfile('two-windows');
  const one = browser.pages()[0] ?? (await browser.newPage());
  await startPractice(one, baton);
  await ask(one, 'First of window one.');
  const address = `${baton.url.replace(/#.*/, '')}${new URL(one.url()).hash}`;
  const other = await browser.newPage();
  await other.goto(baton.url);
  await other.goto(address);
  await expect(other.getByText('This conversation is open in another window.', { exact: false })).toBeVisible();

  // The second window shows the answer while the first one writes it.
  await write(one, `!echo ${WORDS}`);
  await expect
    .poll(async () => lastWord((await turns(other).last().textContent()) ?? ''), { timeout: 20_000 })
    .toBeGreaterThan(50);

  await other.getByRole('button', { name: 'Edit here' }).click();
  await expect(one.getByText('This conversation is open in another window.', { exact: false })).toBeVisible();
  await expect(messageBox(other)).toBeFocused();
  await settle(other);
  for (const window of [one, other])
    await expect(turns(window).last()).toContainText('stopped because the conversation moved to another window');
  const stopped = (await readMessages(other)).at(-1);
  expect(stopped).toMatchObject({ status: 'interrupted', stop: 'aborted' });
  expect(lastWord(textOf(stopped))).toBeGreaterThan(50);

  await write(other, 'Second window writes.');
  await expect
    .poll(async () => (await readMessages(other)).map(({ status }) => status))
    .toEqual(Array.from({ length: 6 }, () => 'complete'));
  await one.getByRole('button', { name: 'Edit here' }).click();
  await ask(one, 'First window again.');
  const { messages = [], sessions = [] } = await dumpStorage(one);
  const rows = (messages as Awaited<ReturnType<typeof readMessages>>).toSorted((a, b) => a.seq - b.seq);
  expect(rows.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(rows.map(({ role }) => role)).toEqual(Array.from({ length: 4 }, () => ['user', 'assistant']).flat());
  for (const [index, row] of rows.entries()) expect(row.parentId).toBe(rows[index - 1]?.id ?? null);
  expect(rows.every(({ status }) => status === 'complete')).toBe(true);
  expect(sessions).toMatchObject([{ leafId: rows.at(-1)?.id, lastSeq: 8 }]);
  expect(textOf(rows[3])).toBe(textOf(stopped));
  expect(rows[3]).toMatchObject({ id: stopped?.id, stop: 'aborted', usage: stopped?.usage });
});

test('a history that a newer Baton has taken over is left alone, in words', async ({ baton, launchProfile }) => {
  const browser = await launchProfile('newer');
  const page = browser.pages()[0] ?? (await browser.newPage());
  await startPractice(page, baton);
  await ask(page, 'Keep this.');
  const before = await dumpStorage(page);
  const newer = await browser.newPage();
  await newer.goto(`${baton.origin}/favicon.svg`);
  await newer.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const open = indexedDB.open('baton', 990);
        open.addEventListener('success', () => {
          open.result.close();
          resolve();
        });
        open.addEventListener('error', () => reject(open.error));
      }),
  );
  // The window that was open closes the database at once and reports it.
  await expect(page.getByRole('main')).toContainText('The database was closed');
  await expect(page.getByRole('heading', { name: 'Baton couldn’t open your conversations' })).toBeFocused();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('main')).toContainText('A newer version of Baton saved these conversations.');
  await expect(page.getByRole('main')).toContainText('Baton hasn’t changed or deleted anything.');
  expect(await dumpStorage(page)).toEqual(before);
});
