import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { writeChatAnswer } from '#test/fakes/chat-answer.ts';
import { expectAccessible } from './support/accessibility.ts';
import { ask } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { openSettings, startPractice } from './support/frame.ts';

const KEY = 'azure-CANARY-5f2c81';

test('a deployment of Azure with a header of one’s own, from its target URI to an answer', async ({ baton, page }) => {
  const seen: { url: string; headers: IncomingHttpHeaders }[] = [];
  const azure = createServer((request, response) => {
    seen.push({ url: request.url ?? '', headers: request.headers });
    request.resume().on('end', () => writeChatAnswer(response, 'house-gpt', 'Hello from the deployment.'));
  });
  await new Promise<void>((resolve) => azure.listen(0, '127.0.0.1', resolve));
  const { port } = azure.address() as AddressInfo;
  const path = '/openai/deployments/house-gpt/chat/completions?api-version=2024-10-21';
  try {
    await startPractice(page, baton);
    await openSettings(page, 'Vendors and keys');
    await page.getByRole('button', { name: 'Choose', exact: true }).click();
    await page.getByRole('radio', { name: 'Only this run' }).click();
    await page.getByRole('button', { name: 'Use this' }).click();
    await page.getByRole('button', { name: 'Add a connection' }).click();
    await page.getByLabel('Kind').selectOption({ label: 'Azure OpenAI' });
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
