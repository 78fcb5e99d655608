import { readFileSync } from 'node:fs';
import { createServer as createHttpServer, type IncomingHttpHeaders } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { writeChatAnswer } from '#test/fakes/chat-answer.ts';
import { serveOllama, type FakeOllama } from '#test/fakes/ollama.ts';
import { expectAccessible } from './support/accessibility.ts';
import { ask } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { startBaton } from './support/server.ts';

const KEY = 'azure-CANARY-5f2c81';

/** Nothing listens on a port of which the system has just let go. */
async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

const configOf = (ollama: number, nobody: number) =>
  JSON.stringify({
    version: 1,
    localPorts: { ollama: [ollama], 'lm-studio': [nobody], 'llama.cpp': [nobody], vllm: [nobody], jan: [nobody] },
  });

let ollama: FakeOllama;
test.beforeEach(async () => {
  ollama = await serveOllama('Hello from this computer.');
});
test.afterEach(() => ollama.close());

test('models of this computer and of a deployment become connections, and answer', async ({ page }) => {
  const nobody = await freePort();
  const baton = await startBaton({ files: { 'config.jsonc': configOf(ollama.port, nobody) } });
  try {
    await test.step('from a fresh profile to the answer of a local model in three clicks', async () => {
      await page.addInitScript(() => {
        Object.assign(globalThis, { clicks: 0 });
        addEventListener('click', () => ((globalThis as unknown as { clicks: number }).clicks += 1), true);
      });
      await page.goto(baton.url);
      const search = page.getByRole('button', { name: 'Search this computer' });
      await expect(search).toBeVisible();
      expect(ollama.seen).toEqual([]);
      await search.click();
      const model = page.getByRole('button', { name: /qwen3:8b.*4.1K-token.*up to 41K/ });
      await expect(model).toBeVisible();
      await expectAccessible(page);
      await model.click();
      await expect(page.getByRole('combobox', { name: /^Model: qwen3:8b/ })).toBeVisible();
      await expect(page.locator('[data-composer]')).toBeFocused();
      await page.keyboard.type('Hello');
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await expect(page.getByText('Hello from this computer.')).toBeVisible();
      expect(await page.evaluate(() => (globalThis as unknown as { clicks: number }).clicks)).toBeLessThanOrEqual(4);
      expect(ollama.chats[0]).toMatchObject({ model: 'qwen3:8b', truncate: false, options: { num_ctx: 4096 } });

      // A message that is too long is refused in words, and sent once the user has set a longer context.
      await page.locator('[data-composer]').fill(`Begin ${'and so on '.repeat(2500)}`);
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await page.getByRole('button', { name: 'Conversation menu' }).click();
      await page.getByRole('menuitem', { name: 'Parameters…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Parameters' });
      await expect(dialog.getByText('Up to 41K tokens.')).toBeVisible();
      await dialog.getByRole('spinbutton', { name: 'Context length, tokens' }).fill('32768');
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(dialog).toBeHidden();
      await page.locator('[data-composer]').fill(`Begin ${'and so on '.repeat(2500)}`);
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await expect(page.getByText('Hello from this computer.')).toHaveCount(2);
      expect(ollama.chats.at(-1)).toMatchObject({ truncate: false, options: { num_ctx: 32_768 } });

      // The same server is found from the settings, and no second connection is made.
      await page.goto(`${baton.origin}/#/settings/vendors`);
      const again = page.getByRole('button', { name: 'Search this computer' });
      await again.click();
      await page.getByRole('button', { name: /qwen3:8b/ }).click();
      await expect(page).toHaveURL(/#\/s\//);
      await page.goto(`${baton.origin}/#/settings/vendors`);
      await expect(page.getByText(`http://127.0.0.1:${ollama.port}`)).toHaveCount(1);

      // It ends, and the next search says how to start one.
      ollama.close();
      await page.getByRole('button', { name: 'Search this computer' }).click();
      await expect(page.getByText('No model server is running on this computer.')).toBeVisible();
      await expect(page.getByText('ollama serve')).toBeVisible();
    });
    await test.step('a deployment of Azure with a header of one’s own, from its target URI to an answer', async () => {
      const seen: { url: string; headers: IncomingHttpHeaders }[] = [];
      const azure = createHttpServer((request, response) => {
        seen.push({ url: request.url ?? '', headers: request.headers });
        request.resume().on('end', () => writeChatAnswer(response, 'house-gpt', 'Hello from the deployment.'));
      });
      await new Promise<void>((resolve) => azure.listen(0, '127.0.0.1', resolve));
      const { port } = azure.address() as AddressInfo;
      const path = '/openai/deployments/house-gpt/chat/completions?api-version=2024-10-21';
      try {
        await page.getByRole('button', { name: 'Choose', exact: true }).click();
        await page.getByRole('radio', { name: 'Only this run' }).click();
        await page.getByRole('button', { name: 'Use this' }).click();
        await page.getByRole('button', { name: 'Add a connection' }).click();
        await page.getByLabel('Kind').selectOption({ label: 'Azure OpenAI, Microsoft Foundry' });
        await page.getByLabel('Name').fill('Work');
        await page.getByLabel('Base URL').fill(`http://127.0.0.1:${port}${path}`);
        await page.getByLabel(/^API key/).fill(KEY);
        await page.getByText('More: sent with every request').click();
        await page.getByLabel('Headers').fill('X-Team: research\nAuthorization: Bearer x');
        await expectAccessible(page);
        await page.getByRole('button', { name: 'Add', exact: true }).click();
        await expect(page.getByText('Line 2 can’t be sent.')).toBeVisible();
        await page.getByLabel('Headers').fill('X-Team: research');
        await page.getByRole('button', { name: 'Add', exact: true }).click();
        await expect(page.getByText('Work has 1 model.')).toBeVisible();
        await page.getByRole('button', { name: 'Done' }).click();

        await page.goto(`${baton.origin}/#/`);
        await page.getByRole('combobox', { name: /^Model:/ }).click();
        await page.getByRole('option', { name: /house-gpt/ }).click();
        await ask(page, 'Hello');
        await expect(page.getByText('Hello from the deployment.')).toBeVisible();
        expect(seen.map(({ url }) => url)).toEqual([path]);
        expect(seen[0]?.headers).toMatchObject({ 'api-key': KEY, 'x-team': 'research' });
        expect(seen[0]?.headers.authorization).toBeUndefined();
        const stored = readFileSync(join(baton.home, 'connections.json'), 'utf8');
        expect(stored).toContain('research');
        expect(stored).not.toContain('CANARY');
      } finally {
        azure.close();
      }
    });
    await test.step('it moves: its address is edited with the keyboard, its key is removed, its conversation goes on', async () => {
      const seen: IncomingHttpHeaders[] = [];
      const moved = createHttpServer((request, response) => {
        seen.push(request.headers);
        request.resume().on('end', () => writeChatAnswer(response, 'house-gpt', 'Hello from the new address.'));
      });
      await new Promise<void>((resolve) => moved.listen(0, '127.0.0.1', resolve));
      const { port } = moved.address() as AddressInfo;
      try {
        const conversation = page.url();
        await ask(page, 'Are you there?');
        const failed = page
          .getByRole('article', { name: 'house-gpt', exact: true })
          .getByRole('group', { name: 'The answer failed' });
        await failed.getByRole('button', { name: 'Open settings' }).press('Enter');
        const edit = page.getByRole('button', { name: 'Edit Work' });
        await expect(page.getByLabel('Name')).toBeFocused();
        await expect(page.getByLabel('Headers')).toHaveValue('X-Team: research\n');
        await page.getByRole('button', { name: 'Cancel' }).press('Enter');
        await expect(edit).toBeFocused();
        await edit.press('Enter');
        const key = page.getByLabel(/^API key/);
        await expect(key).toBeHidden();
        await page.getByLabel('Base URL').fill(`http://127.0.0.1:${port}/openai/deployments/house-gpt`);
        await expect(page.getByText(/The saved key was for 127\.0\.0\.1:\d+\./)).toBeVisible();
        await key.fill('azure-CANARY-2');
        await expectAccessible(page);
        await key.press('Enter');
        await expect(page.getByText('Work has 1 model.')).toBeVisible();
        await expect(page.getByRole('button', { name: 'Done' })).toBeFocused();
        await page.keyboard.press('Enter');
        await expect(edit).toBeFocused();

        await page.goto(conversation);
        await failed.getByRole('button', { name: 'Try again' }).click();
        await expect(page.getByText('Hello from the new address.')).toBeVisible();
        expect(seen).toHaveLength(1);
        expect(seen[0]).toMatchObject({ 'api-key': 'azure-CANARY-2', 'x-team': 'research' });
      } finally {
        moved.close();
      }
    });
  } finally {
    await baton.dispose();
  }
});
