import { createServer } from 'node:http';
import { readdirSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { FRAME_PATHS } from '#contract/preview.ts';
import { useLink } from '#test/fakes/as-browser.ts';
import { BROWSER_ARGS, browserLaunch } from './support/browser.ts';
import { expect, test } from './support/fixtures.ts';
import { dumpStorage } from './support/storage.ts';

const CANARY = 'sk-CANARY-7f3a91c2d4e5b6a7f8';

function readFilesBelow(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');
}

/** A foreign page on this machine. */
async function serveForeignPage(html: string): Promise<{ origin: string; close: () => void }> {
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(html));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close() };
}

test('a rebound name reaches neither page nor API', async ({ baton }) => {
  const port = new URL(baton.origin).port;
  const browser = await chromium.launch({
    ...browserLaunch().launchOptions,
    args: [...BROWSER_ARGS, '--host-resolver-rules=MAP evil.test 127.0.0.1'],
  });
  try {
    const page = await browser.newPage();
    const response = await page.goto(`http://evil.test:${port}/`);
    expect(response?.status()).toBeGreaterThanOrEqual(400);
    expect(await page.content()).not.toContain('<script');
    const statuses = await page.evaluate(async () => {
      const call = (init: RequestInit) =>
        fetch('/api/vendors', init).then(
          (answer) => answer.status,
          () => 0,
        );
      return [await call({}), await call({ headers: { 'x-baton': '1' } })];
    });
    for (const status of statuses) expect(status === 0 || status >= 400).toBe(true);
  } finally {
    await browser.close();
  }
});

test('a page keeps the policy and every key, and a page on another local port can do nothing to it', async ({
  baton,
  page,
}) => {
  await test.step('the strict policy stands on every answer and nothing on the page breaks it', async () => {
    const violations: string[] = [];
    await page.exposeFunction('reportViolation', (text: string) => violations.push(text));
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        const report = (window as Window & { reportViolation?: (text: string) => void }).reportViolation;
        report?.(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`);
      });
    });
    const missing: string[] = [];
    page.on('response', (response) => {
      // The page may frame previews and diagrams, at exactly these addresses.
      const frames = FRAME_PATHS.map((path) => baton.origin + path).join(' ');
      const policy = (response.headers()['content-security-policy'] ?? '').replace(`frame-src ${frames};`, '');
      if (!policy.includes("default-src 'none'") || /unsafe-|\*|https?:/.test(policy)) missing.push(response.url());
    });
    await page.goto(baton.url);
    await page.getByRole('button', { name: 'Start practice' }).click();
    const box = page.getByRole('textbox', { name: /message/i });
    await box.fill('show math and code');
    await box.press('Enter');
    await expect(page.locator('.katex').first()).toBeVisible();
    await page.goto(`${baton.origin}/#/settings/appearance`);
    await page.getByRole('main').waitFor();
    expect(missing).toEqual([]);
    expect(violations).toEqual([]);
  });
  await test.step('a key never comes back: not in an answer, the page, its storage, the log or the home', async () => {
    const bodies: string[] = [];
    page.on('response', (response) => {
      if (!response.url().startsWith(baton.origin) || response.headers()['content-type']?.includes('event-stream'))
        return;
      response.text().then(
        (text) => bodies.push(text, JSON.stringify(response.headers())),
        () => undefined,
      );
    });
    const messages: string[] = [];
    page.on('console', (message) => messages.push(message.text()));

    await page.goto(`${baton.origin}/#/settings/vendors`);
    // Where keys are kept is the user's own choice: no call alone can make it.
    await page.getByRole('button', { name: 'Add key for Groq' }).click();
    await page.getByRole('radio', { name: 'Encrypted file' }).click();
    await page.getByLabel('Passphrase', { exact: true }).fill('correct horse battery');
    await page.getByLabel('Confirm passphrase').fill('correct horse battery');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    const token = (await useLink(baton.url))?.token ?? '';
    const status = await page.evaluate(
      async ({ key, token }) => {
        const call = async (method: string, path: string, body: unknown) => {
          const response = await fetch(path, {
            method,
            headers: { 'content-type': 'application/json', 'x-baton': '1', 'x-baton-token': token },
            body: JSON.stringify(body),
          });
          return response.status;
        };
        return [
          await call('POST', '/api/secrets/choose', { kind: 'session' }),
          await call('PUT', '/api/secrets/keys/anthropic', { key }),
          await call('POST', '/api/secrets/keys/anthropic/test', {}),
          await call('PUT', '/api/secrets/keys/anthropic', { key, extra: 1, key2: key }),
        ];
      },
      { key: CANARY, token },
    );
    expect(status.slice(0, 2)).toEqual([403, 200]);
    await page.reload();
    await expect(page.getByText(CANARY.slice(-4)).first()).toBeVisible();

    const inPage = await page.evaluate(() => [
      document.documentElement.outerHTML,
      JSON.stringify(Object.entries(localStorage)),
      JSON.stringify(Object.entries(sessionStorage)),
    ]);
    const everything = {
      answers: bodies.join('\n'),
      page: inPage.join('\n'),
      storage: JSON.stringify(await dumpStorage(page)),
      console: messages.join('\n'),
      output: baton.output,
      home: readFilesBelow(baton.home),
    };
    expect(everything.answers.length).toBeGreaterThan(100);
    expect(everything.home.length).toBeGreaterThan(100);
    for (const [place, text] of Object.entries(everything)) expect(text, place).not.toContain(CANARY);
  });
  const foreign = await serveForeignPage('<!doctype html><title>other</title>');
  try {
    const other = await page.context().newPage();
    await test.step('a page on another local port can neither read nor change anything', async () => {
      const seen: number[] = [];
      other.on('response', (response) => {
        if (response.url().startsWith(baton.origin)) seen.push(response.status());
      });
      await other.goto(foreign.origin);
      const outcome = await other.evaluate(async (target) => {
        const tryFetch = async (path: string, init: RequestInit) => {
          try {
            const response = await fetch(target + path, init);
            return response.type === 'opaque' ? 'opaque' : `read ${response.status}`;
          } catch {
            return 'refused';
          }
        };
        return {
          read: await tryFetch('/api/vendors', {}),
          withHeader: await tryFetch('/api/vendors', { headers: { 'x-baton': '1' } }),
          blind: await tryFetch('/api/secrets/choose', {
            method: 'POST',
            mode: 'no-cors',
            body: JSON.stringify({ kind: 'session' }),
          }),
          framed: await new Promise<string>((resolve) => {
            const frame = document.createElement('iframe');
            const readTitle = () => {
              try {
                return frame.contentDocument?.title ?? 'closed';
              } catch {
                return 'closed';
              }
            };
            frame.src = target;
            frame.addEventListener('load', () => resolve(readTitle()));
            document.body.append(frame);
          }),
        };
      }, baton.origin);
      expect(outcome).toEqual({
        read: 'refused',
        withHeader: 'refused',
        blind: expect.stringMatching(/opaque|refused/),
        framed: 'closed',
      });
      expect(seen.filter((status) => status < 400)).toEqual([]);
    });
    await test.step('cookies of another local port switch nothing off, in an open window and in a new one', async () => {
      const stored = await other.evaluate(() => {
        for (let index = 0; index < 100; index++) document.cookie = `c${index}=${'x'.repeat(3500)};path=/`;
        return document.cookie.length;
      });
      expect(stored).toBeGreaterThan(300_000);
      const { url } = baton;
      const answer = await page.evaluate(() => fetch('/favicon.svg').then(({ status }) => status));
      expect(answer).toBe(200);
      await page.reload();
      await expect(page.getByRole('link', { name: 'Settings', exact: true })).toBeVisible();
      await other.goto(url);
      await expect(other.getByRole('link', { name: 'Settings', exact: true })).toBeVisible();
    });
  } finally {
    foreign.close();
  }
});
