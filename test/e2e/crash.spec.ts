import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { messageBox, startPractice } from './support/chat.ts';
import {
  type Activity,
  checkSound,
  deleting,
  importing,
  migrating,
  sessionsIn,
  streamingFrom,
} from './support/crash-activities.ts';
import { drawing, quantiles } from './support/draw.ts';
import { test as base } from './support/fixtures.ts';
import { type KillableBrowser, launchKillable } from './support/killable-browser.ts';
import type { BatonServer } from './support/server.ts';
import { dumpStorage } from './support/storage.ts';
import { startTimedVendor, type TimedVendor } from './support/timed-vendor.ts';

/** `CRASHES=200` for the full test; the gate runs one of each kind. `CRASH_IN=streaming` runs one kind alone. */
const CRASHES = Number(process.env['CRASHES'] ?? 4);
/** Crashes of one profile, whose history keeps growing and is read completely before and after each crash. */
const OF_ONE = 20;
const SEED = Number(process.env['SEED'] ?? 20_261_121);
/** For every answer that was cut off: the age in milliseconds of the oldest text that was sent and isn't stored. */
const lost: number[] = [];
const survived: Record<string, number> = {};

const test = base.extend<{ vendor: TimedVendor }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
  vendor: async ({}, use) => {
    const vendor = await startTimedVendor();
    await use(vendor);
    await vendor.close();
  },
  serverOptions: ({ vendor }, use) => use({ files: { 'connections.json': vendor.connections } }),
});

/** Opens a conversation of the database the way a user would. */
async function openConversation(page: Page, origin: string, session: { id: string; leafId: string | null }) {
  await page.goto(`${origin}/#/s/${session.id}`);
  if (session.leafId === null) await messageBox(page).waitFor();
  else await page.getByRole('feed', { name: 'Messages' }).getByRole('article').last().waitFor();
}

async function crash(baton: BatonServer, vendor: TimedVendor, rounds: number, seed: number): Promise<void> {
  test.setTimeout(60_000 + rounds * 60_000);
  const profile = mkdtempSync(join(tmpdir(), 'baton-crash-'));
  const draw = drawing(seed);
  const all: Activity[] = [streamingFrom(vendor, lost), deleting, importing, migrating];
  const activities = all.filter(({ name }) => name === (process.env['CRASH_IN'] ?? name));
  let browser: KillableBrowser | null = null;
  const launch = async (): Promise<Page> => {
    browser = await launchKillable(profile);
    return browser.context.pages()[0] ?? browser.context.newPage();
  };
  try {
    let page = await launch();
    await startPractice(page, baton);
    for (let round = 0; round < rounds; round++) {
      const activity = activities[round % activities.length] ?? deleting;
      const before = await dumpStorage(page);
      const begun = await activity.begin(page, baton, round, before);
      const at = Math.round(draw() * begun.within);
      await test.step(`${round}: ${activity.name}, killed after ${at} ms`, async () => {
        await new Promise((resolve) => setTimeout(resolve, at));
        const killed = performance.now();
        await browser?.kill();
        page = await launch();
        await page.goto(baton.url);
        await page
          .getByRole('button', { name: /^New chat/ })
          .first()
          .waitFor();
        const after = await dumpStorage(page);
        checkSound(before, after, begun);
        begun.check(after, killed);
        const ids = new Set(sessionsIn(before).map(({ id }) => id));
        const alive = sessionsIn(after).filter(({ deletedAt }) => deletedAt === 0);
        const touched = alive.findLast(({ id }) => !ids.has(id)) ?? alive[Math.floor(draw() * alive.length)];
        if (touched) await openConversation(page, baton.origin, touched);
      });
      survived[activity.name] = (survived[activity.name] ?? 0) + 1;
      process.stdout.write(`${round}: ${activity.name}, killed after ${at} ms\n`);
    }
    for (const session of sessionsIn(await dumpStorage(page)).filter(({ deletedAt }) => deletedAt === 0))
      await openConversation(page, baton.origin, session);
  } finally {
    // All kills of this worker so far.
    process.stdout.write(`survived kill -9 (seed ${SEED}): ${JSON.stringify(survived)}\n`);
    process.stdout.write(`streamed text lost, ms: ${JSON.stringify(quantiles(lost))}\n`);
    await (browser as KillableBrowser | null)?.kill();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

for (let first = 0; first < CRASHES; first += OF_ONE) {
  const rounds = Math.min(OF_ONE, CRASHES - first);
  const moments = `${first + 1} to ${first + rounds} of ${CRASHES} random moments`;
  test(`kill -9 at ${moments}: nothing complete is lost, every conversation opens`, ({ baton, vendor }) =>
    crash(baton, vendor, rounds, SEED + first));
}
