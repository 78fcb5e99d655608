import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { useLink } from '#test/fakes/as-browser.ts';
import { ask, chooseModel, messageBox, newChat, settle, startPractice, turns, write } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { readOpenMessages, textOf } from './support/storage.ts';

/** A server without models, which answers like a real one. */
async function serveNoModels(): Promise<{ baseUrl: string; close: () => void }> {
  const server = createServer((request, response) => {
    const known = request.method === 'GET';
    const error = { message: 'The model `gpt-of-the-future` does not exist', code: 'model_not_found' };
    response.writeHead(known ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(known ? { object: 'list', data: [] } : { error }));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}/v1`, close: () => server.close() };
}

test('a megabyte is kept, an unknown model and a server or host that is gone end in clear words', async ({
  baton,
  page,
}) => {
  await startPractice(page, baton);
  await test.step('one megabyte of text is pasted, kept and sent without freezing', async () => {
    const megabyte = '모든 단어가 남는다. Every word stays. '.repeat(28_000);
    await messageBox(page).focus();
    const took = await page.evaluate(async (text) => {
      const box = document.activeElement;
      const data = new DataTransfer();
      data.setData('text/plain', text);
      const from = performance.now();
      box?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      return performance.now() - from;
    }, megabyte);
    await expect(page.getByText(/Long text attached/).first()).toBeVisible();
    await messageBox(page).fill('What did I paste?');
    await messageBox(page).press('Enter');
    await settle(page);
    const messages = await readOpenMessages(page);
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
    expect(
      messages[0]?.parts.some(
        (part) => part.type === 'file' && part.bytes === new TextEncoder().encode(megabyte).length,
      ),
    ).toBe(true);
    expect(took).toBeLessThan(5000);
  });
  await test.step('one megabyte typed as the message itself is kept too', async () => {
    await newChat(page);
    const megabyte = 'word '.repeat(200_000).trim();
    await messageBox(page).fill(megabyte);
    await messageBox(page).press('Enter');
    await settle(page);
    const [first] = await readOpenMessages(page);
    expect(textOf(first)).toBe(megabyte);
  });
  await test.step('an unknown model and an unreachable server', async () => {
    const server = await serveNoModels();
    await newChat(page);
    const key = await useLink(baton.url);
    const call = { baseUrl: server.baseUrl, token: key?.token ?? '' };
    const added = await page.evaluate(async ({ baseUrl, token }) => {
      const response = await fetch('/api/vendors', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-baton': '1', 'x-baton-token': token },
        body: JSON.stringify({ label: 'My server', protocol: 'openai-chat', baseUrl }),
      });
      return response.status;
    }, call);
    expect(added).toBe(201);
    const useUnknown = async (connection: string) => {
      await page.getByRole('combobox', { name: /^Model:/ }).click();
      await page.getByRole('combobox', { name: /Search models/ }).fill('gpt-of-the-future');
      await page.getByRole('option', { name: new RegExp(`gpt-of-the-future.*${connection}`) }).click();
    };
    const failure = turns(page).last().getByRole('group', { name: 'The answer failed' });
    await useUnknown('My server');
    await ask(page, 'hello?');
    await expect(failure).toContainText('The model `gpt-of-the-future` does not exist');
    server.close();
    await useUnknown('Ollama');
    await ask(page, 'anybody?');
    await expect(failure).toContainText(/Couldn’t connect to/);
    await chooseModel(page, 'Practice Claude');
    await ask(page, 'back again');
    await expect(turns(page).last()).toContainText('back again');
  });
  await test.step('when the host is gone the page says so, keeps the draft and heals', async () => {
    await ask(page, 'one');
    await baton.stop();
    await write(page, 'two');
    await expect(page.getByText(/host isn’t responding/).first()).toBeVisible();
    await settle(page);
    expect((await readOpenMessages(page)).map(textOf)).toContain('two');
  });
});

test.describe('corrupt host files', () => {
  const broken = '{ this is : not json';
  test.use({ serverOptions: { files: { 'config.jsonc': broken, 'connections.json': broken } } });

  test('the defaults apply, and the files are kept', async ({ baton, page }) => {
    await startPractice(page, baton);
    await ask(page, 'Are you there?');
    await expect(turns(page).last()).toContainText('Are you there?');
    expect(readFileSync(join(baton.home, 'config.jsonc'), 'utf8')).toBe(broken);
  });
});
