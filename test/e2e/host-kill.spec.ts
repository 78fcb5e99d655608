import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Page } from '@playwright/test';
import { parse, type ParseError } from 'jsonc-parser';
import { JournalList } from '#contract/journal.ts';
import { readLines } from '#host/base/checked-lines.ts';
import { readLine } from '#host/journal/segment.ts';
import { startPractice } from './support/chat.ts';
import { checkSound, messagesIn, type Tables } from './support/crash-activities.ts';
import { drawing, quantiles } from './support/draw.ts';
import { expect, test } from './support/fixtures.ts';
import { type Call, CONNECTIONS, HOST_ACTIVITIES, openCall, PASSPHRASE } from './support/host-activities.ts';
import type { BatonServer } from './support/server.ts';
import { dumpStorage } from './support/storage.ts';
import { removeFolders } from './support/tools.ts';

test.skip(process.platform === 'win32', 'there is no SIGKILL');
test.use({ serverOptions: { charsPerSecond: 400, files: { 'connections.json': CONNECTIONS } } });
test.afterAll(removeFolders);

/** `HOST_KILLS=60` for the full test; the gate runs one of each kind. */
const KILLS = Number(process.env['HOST_KILLS'] ?? HOST_ACTIVITIES.length);
const SEED = Number(process.env['SEED'] ?? 20_261_122);

const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());

/** Incomplete lines of journals: cut off by a kill, and never acknowledged as stored. */
async function tornLines(home: string): Promise<number> {
  let torn = 0;
  for (const path of filesOf(join(home, 'journal')).filter((name) => name.endsWith('.log')))
    for await (const line of readLines(path)) if (line.length > 0 && !readLine(line)) torn += 1;
  return torn;
}

function checkHome(home: string): void {
  const files = filesOf(home);
  expect(
    files.filter((path) => /\.\d{5,10}$|\.part$|set-aside/.test(path)).map((path) => relative(home, path)),
  ).toEqual([]);
  for (const path of files.filter((name) => /\.jsonc?$/.test(name))) {
    const errors: ParseError[] = [];
    const value: unknown = parse(readFileSync(path, 'utf8'), errors, { allowTrailingComma: true });
    expect({ path, errors, isObject: typeof value === 'object' }).toEqual({ path, errors: [], isObject: true });
  }
}

/**
 * Complete messages that the host holds no copy of. A journal that is based on a snapshot has no records of what is in
 * that, so only their number can tell.
 */
async function missingInJournal(call: Call, tables: Tables): Promise<number> {
  const { journals } = JournalList.parse(await (await call('GET', '/api/journals')).json());
  const complete = messagesIn(tables).filter(({ status }) => status === 'complete');
  const based = journals.find(({ snapshot, isWhole }) => snapshot !== null && isWhole);
  if (based) return Math.max(0, complete.length - based.messages);
  const texts = await Promise.all(
    journals.map(async ({ profile }) => (await call('GET', `/api/journals/${profile}/records`)).text()),
  );
  const stored = texts.join('');
  return complete.filter(({ id }) => !stored.includes(id)).length;
}

async function chooseKeys(page: Page, baton: BatonServer): Promise<void> {
  await page.goto(`${baton.origin}/#/settings/vendors`);
  await page.getByRole('button', { name: 'Add key for Groq' }).click();
  await page.getByRole('radio', { name: 'Encrypted file' }).click();
  await page.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
  await page.getByLabel('Confirm passphrase').fill(PASSPHRASE);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
}

test(`kill -9 of the host at ${KILLS} random moments: the next one starts, and nothing acknowledged is lost`, async ({
  baton,
  page,
}) => {
  test.setTimeout(60_000 + KILLS * 60_000);
  const draw = drawing(SEED);
  const survived: Record<string, number> = {};
  const starts: number[] = [];
  let used = '';
  /** A link that hasn't opened a window yet. */
  const link = async (): Promise<string> => {
    await expect.poll(() => baton.url, { timeout: 60_000 }).not.toBe(used);
    return (used = baton.url);
  };
  try {
    await startPractice(page, baton);
    await chooseKeys(page, baton);
    await baton.restart();
    await page.goto(await link());
    let call = await openCall(baton, await link());
    expect((await call('POST', '/api/secrets/unlock', { passphrase: PASSPHRASE })).status).toBe(200);
    for (let round = 0; round < KILLS; round += 1) {
      const activity = HOST_ACTIVITIES[round % HOST_ACTIVITIES.length];
      if (!activity) throw new Error('there is no activity');
      const before = await dumpStorage(page);
      const begun = await activity.begin(page, baton, round, before, call);
      const at = Math.round(draw() * begun.within);
      await test.step(`${round}: ${activity.name}, killed after ${at} ms`, async () => {
        await new Promise((resolve) => setTimeout(resolve, at));
        await baton.kill();
        await begun.checkDead?.();
        const from = performance.now();
        await baton.restart();
        starts.push(Math.round(performance.now() - from));
        // The page accepts the new link without being closed.
        await page.goto(await link());
        const newChat = page.getByRole('button', { name: /^New chat/ }).first();
        await newChat.waitFor();
        call = await openCall(baton, await link());
        expect((await call('POST', '/api/secrets/unlock', { passphrase: PASSPHRASE })).status).toBe(200);
        await expect
          .poll(async () => messagesIn(await dumpStorage(page)).filter(({ status }) => status === 'streaming').length)
          .toBe(0);
        const after = await dumpStorage(page);
        checkSound(before, after, { mayGo: [] });
        const counted = await begun.check(after, call);
        checkHome(baton.home);
        await expect.poll(() => missingInJournal(call, after)).toBe(0);
        process.stdout.write(`${round}: ${activity.name}, killed after ${at} ms: ${counted}\n`);
      });
      survived[activity.name] = (survived[activity.name] ?? 0) + 1;
    }
  } finally {
    process.stdout.write(`survived kill -9 of the host (seed ${SEED}): ${JSON.stringify(survived)}\n`);
    process.stdout.write(
      `lines cut off: ${await tornLines(baton.home)}; starts, ms: ${JSON.stringify(quantiles(starts))}\n`,
    );
  }
});
