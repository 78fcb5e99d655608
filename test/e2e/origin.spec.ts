import type { Page } from '@playwright/test';
import { ask, startPractice, turns } from './support/chat.ts';
import { serveAsBefore, servePlanter } from './support/former-address.ts';
import { expect, test } from './support/fixtures.ts';
import type { BatonServer } from './support/server.ts';
import { dumpStorage, seedSession } from './support/storage.ts';

const portOf = (baton: BatonServer) => Number(new URL(baton.origin).port);
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

/** A home that an earlier build has used. */
const USED = { files: { 'opened-with.json': '{"mount":"browser"}' } };

async function plant(page: Page, baton: BatonServer): Promise<void> {
  await baton.stop();
  const planter = await servePlanter(portOf(baton));
  await page.goto(planter.origin);
  await expect(page).toHaveTitle('planted');
  // The attack works: the worker answers for the address on its own.
  await planter.close();
  await page.goto(planter.origin);
  await expect(page).toHaveTitle('PWNED');
  await baton.restart();
}

test('a link opens one window, and no service worker gets at Baton, also not one of whoever had its port', async ({
  baton,
  browser,
  page,
}) => {
  await test.step('a link opens one window; the same browser opens more of them, and another browser none', async () => {
    const { url } = baton;
    await page.goto(url);
    await page.getByRole('button', { name: 'Start practice' }).click();
    const twin = await page.context().newPage();
    await twin.goto(url);
    await expect(twin.getByRole('link', { name: 'Settings', exact: true })).toBeVisible();
    const context = await browser.newContext();
    const other = await context.newPage();
    await other.goto(url);
    await expect(other.getByText('This window wasn’t opened by the running Baton.')).toBeVisible();
    await context.close();
    await twin.close();
  });
  await test.step('nothing that Baton serves can become a service worker', async () => {
    const outcome = await page.evaluate(async () =>
      navigator.serviceWorker.register('/theme-boot.js').then(
        () => 'registered',
        (error: unknown) => String(error),
      ),
    );
    expect(outcome).toContain('403');
  });
  await test.step('a service worker of whoever had the port while Baton was closed reaches nothing', async () => {
    await plant(page, baton);
    await page.goto(baton.url);
    await expect(page.getByRole('link', { name: 'Settings', exact: true })).toBeVisible();
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
    await page.reload();
    await expect(page.getByRole('link', { name: 'Settings', exact: true })).toBeVisible();
    // What it would have seen in a request.
    await page.goto(`http://127.0.0.1:${portOf(baton)}/`);
    const seen = await page.getByRole('paragraph').textContent();
    expect(seen).not.toMatch(/localhost|#t=/);
  });
});

test.describe('a history at the address of earlier builds', () => {
  test.use({ serverOptions: USED });

  test('moves whole, with what belongs to it, and stays where it was', async ({ baton, page }) => {
    await baton.stop();
    const before = await serveAsBefore(portOf(baton));
    await page.goto(before.url);
    await page.getByRole('button', { name: 'Start practice' }).click();
    await ask(page, 'Take me along.');
    await page.evaluate(() => localStorage.setItem('baton.appearance', '{"theme":"dark"}'));
    await page.goto('about:blank');
    await page.goto(`${new URL(before.url).origin}/favicon.svg`);
    const written = await dumpStorage(page);
    await page.goto('about:blank');
    await before.close();
    await baton.restart();

    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(`${request.url()} ${JSON.stringify(request.headers())}`));
    await page.goto(baton.url);
    await expect(heading(page, 'Your conversations have moved')).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText('One conversation with 2 messages.')).toBeVisible();
    expect(await dumpStorage(page)).toEqual(written);
    await page.getByRole('button', { name: 'Open Baton' }).click();
    await page.getByRole('link', { name: /Take me along/ }).click();
    await expect(turns(page)).toHaveCount(2);
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');

    // The page there doesn't learn where Baton is.
    const { host } = new URL(baton.origin);
    const there = addresses.filter((one) => one.startsWith('http://127.0.0.1'));
    expect(there.length).toBeGreaterThan(3);
    expect(there.filter((one) => one.includes(host) || /x-baton-token|#t=/.test(one))).toEqual([]);

    await page.reload();
    await expect(turns(page)).toHaveCount(2);
    // Nothing was deleted there.
    await page.goto('about:blank');
    await baton.stop();
    const after = await serveAsBefore(portOf(baton));
    await page.goto(`${new URL(after.url).origin}/favicon.svg`);
    expect(await dumpStorage(page)).toEqual(written);
    await after.close();
  });

  test('is looked for once where there is none', async ({ baton, page }) => {
    await startPractice(page, baton);
    await page.context().clearCookies();
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(request.url()));
    await page.reload();
    await expect(page.locator('[data-composer]')).toBeVisible();
    expect(addresses.filter((one) => one.startsWith('http://127.0.0.1'))).toEqual([]);
  });

  test('a move that fails is told, and can be tried again, now and later', async ({ baton, page }) => {
    await baton.stop();
    const before = await serveAsBefore(portOf(baton));
    await page.goto(before.url);
    await page.getByRole('button', { name: 'Start practice' }).waitFor();
    await seedSession(page, 2, { title: 'Not at the first try' });
    await page.goto('about:blank');
    await before.close();
    await baton.restart();

    let cut = true;
    await page.route('**/api/snapshots/*/parts/*', (route) =>
      cut ? route.fulfill({ status: 507 }) : route.continue(),
    );
    await page.goto(baton.url);
    await expect(heading(page, 'Your conversations haven’t been moved yet')).toBeVisible({ timeout: 30_000 });
    await page.getByRole('button', { name: 'Continue without them' }).click();
    await expect(page.getByRole('button', { name: 'Start practice' })).toBeVisible();
    cut = false;
    await page.goto(`${baton.origin}/#/settings/history`);
    await page.getByRole('button', { name: 'Move them here' }).click();
    await expect(heading(page, 'Your conversations have moved')).toBeVisible({ timeout: 30_000 });
    await page.getByRole('button', { name: 'Open Baton' }).click();
    await page.getByRole('link', { name: /Not at the first try/ }).click();
    await expect(turns(page)).toHaveCount(2);
  });

  test('whoever has taken that address in this browser learns nothing of where Baton is', async ({ baton, page }) => {
    await plant(page, baton);
    const { url, origin } = baton;
    await page.goto(url);
    await expect(page).toHaveTitle('PWNED');
    const seen = (await page.getByRole('paragraph').textContent()) ?? '';
    expect(seen).toContain('/move/');
    expect(seen).not.toMatch(/localhost|#t=/);
    // The path that it has seen doesn't open any part of the API.
    const move = /http:[^"]+\/move\/[\w-]+\//.exec(seen)?.[0] ?? '';
    for (const path of ['api/ping', 'api/vendors', 'api/move', 'api/snapshots']) {
      const answer = await fetch(move + path, { headers: { 'x-baton': '1' } });
      expect([404, 405]).toContain(answer.status);
    }
    expect(await (await fetch(move)).text()).not.toContain(new URL(origin).hostname);
    await page.goBack();
    await expect(heading(page, 'Your conversations haven’t been moved yet')).toBeVisible({ timeout: 30_000 });
    await page.getByRole('button', { name: 'Continue without them' }).click();
    await expect(page.getByRole('button', { name: 'Start practice' })).toBeVisible();
  });
});
