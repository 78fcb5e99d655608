import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Page } from '@playwright/test';
import { writeChatAnswer } from '#test/fakes/chat-answer.ts';
import { ask, chooseModel, messageBox, startPractice, turns, write } from './support/chat.ts';
import { expect, test as base } from './support/fixtures.ts';
import { connectionsTo, modelList } from './support/own-server.ts';
import { readMessages, textOf } from './support/storage.ts';

const MODEL = 'house-gpt';

/** A vendor in this process, and the bodies of the questions that reached it. */
interface Vendor {
  connections: string;
  asked: string[];
}

const test = base.extend<{ vendor: Vendor }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
  vendor: async ({}, use) => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        if (request.method === 'POST') {
          asked.push(body);
          writeChatAnswer(response, MODEL, `Answer ${asked.length}.`);
        } else response.writeHead(200, { 'content-type': 'application/json' }).end(modelList(MODEL));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await use({ asked, connections: connectionsTo(port, 'House') });
    server.closeAllConnections();
    server.close();
  },
  serverOptions: ({ vendor }, use) => use({ files: { 'connections.json': vendor.connections } }),
});

const OFFLINE = 'offline';

/** The pages of this context take the vendor for a distant one, and the test decides whether there is a network. */
async function playNetwork(context: BrowserContext): Promise<void> {
  await context.addInitScript((key) => {
    Object.defineProperty(navigator, 'onLine', { get: () => localStorage.getItem(key) === null });
    const real = window.fetch;
    window.fetch = async (input, init) => {
      const response = await real(input, init);
      const { url } = input instanceof Request ? input : { url: String(input) };
      if (!url.endsWith('/api/vendors')) return response;
      return new Response((await response.text()).replaceAll('"loopback"', '"public"'), response);
    };
  }, OFFLINE);
}

async function setOnline(pages: readonly Page[], online: boolean): Promise<void> {
  for (const page of pages)
    await page.evaluate(
      ([key, on]) => {
        if (on) localStorage.removeItem(key);
        else localStorage.setItem(key, 'yes');
        window.dispatchEvent(new Event(on ? 'online' : 'offline'));
      },
      [OFFLINE, online] as const,
    );
}

test('a message sent without a network waits through a reload, and two windows send it once', async ({
  baton,
  context,
  page,
  vendor,
}) => {
  await playNetwork(context);
  await startPractice(page, baton);
  await page.getByRole('combobox', { name: /^Model:/ }).click();
  await page.getByRole('button', { name: 'Refresh lists' }).click();
  await page
    .getByRole('option', { name: new RegExp(`^${MODEL}`) })
    .first()
    .click();
  await expect(page.getByRole('combobox', { name: `Model: ${MODEL}` })).toBeVisible();
  await ask(page, 'Hello');
  const { length: before } = vendor.asked;
  await setOnline([page], false);
  await write(page, 'Sent in a tunnel');
  await expect(page.getByText(/^Sends to house-gpt/)).toBeVisible();

  // A window with another conversation looks for what waits, too.
  const other = await context.newPage();
  await other.goto(baton.url);
  await other
    .getByRole('button', { name: /^New chat/ })
    .first()
    .click();
  await messageBox(other).waitFor();
  await page.reload();
  await expect(page.getByText(/^Sends to house-gpt/)).toBeVisible();
  await expect(messageBox(page)).toHaveValue('Sent in a tunnel');
  expect(vendor.asked).toHaveLength(before);

  await setOnline([page, other], true);
  await expect(turns(page)).toHaveCount(4);
  await expect(turns(page).last()).toContainText(/Answer \d/);
  await expect(messageBox(page)).toHaveValue('');
  await expect(page.getByText(/^Sends to house-gpt/)).toBeHidden();
  expect((await readMessages(page)).map(textOf)).toEqual([
    'Hello',
    expect.any(String),
    'Sent in a tunnel',
    expect.any(String),
  ]);
  expect(vendor.asked.filter((body) => body.includes('Sent in a tunnel'))).toHaveLength(1);

  // Where another conversation is on the screen, a notification says that one has changed and waits.
  await setOnline([page, other], false);
  await write(page, 'And in a second one');
  await expect(page.getByText(/^Sends to house-gpt/)).toBeVisible();
  await chooseModel(page, 'Practice Claude');
  await expect(page.getByText(/The conversation has changed since/)).toBeVisible();
  await setOnline([page, other], true);
  await expect(other.getByText(/A message in “Hello” is still waiting to be sent/)).toBeVisible();
  await page.getByRole('button', { name: 'Cancel sending' }).click();
  await expect(messageBox(page)).toBeFocused();
  await expect(messageBox(page)).toHaveValue('And in a second one');
  expect(vendor.asked.filter((body) => body.includes('second one'))).toEqual([]);
});
