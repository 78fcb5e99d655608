import { expect, test } from './support/fixtures.ts';
import { watchForFailures } from './support/frame.ts';
import { dumpStorage } from './support/storage.ts';

const CANARY = 'sk-ant-CANARY-2b8e61f0c9d7a5';

test('the first screen speaks two languages, leads to a composer at one click, and greets nobody twice', async ({
  baton,
  page,
}) => {
  await test.step('speaks Korean at one click and remembers it', async () => {
    await page.goto(baton.url);
    await page.getByRole('radio', { name: '한국어' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('하나의 대화, 어떤 모델이든');
    await expect(page.locator('html')).toHaveAttribute('lang', 'ko');
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('lang', 'ko');
    await expect(page.getByRole('button', { name: '연습 시작' })).toBeVisible();
    await page.getByRole('radio', { name: 'English' }).click();
    await page.goto('about:blank');
  });
  await test.step('without a key: one click leads to a composer that is ready to type in', async () => {
    const failures = watchForFailures(page);
    await page.goto(baton.url);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('One conversation, any model');
    expect(page.url()).not.toContain('t=');
    await page.getByRole('button', { name: 'Start practice' }).click();
    await expect(page.locator('[data-composer]')).toBeFocused();
    await expect(page).toHaveURL(/#\/s\//);
    await expect(page.getByRole('combobox', { name: /^Model: Practice Claude/ })).toBeVisible();
    await page.keyboard.type('Hello there');
    await page.keyboard.press('Enter');
    await expect(
      page.getByRole('navigation', { name: 'Conversations' }).getByRole('link', { name: /Hello there/ }),
    ).toBeVisible();
    await page.reload();
    await expect(page.locator('[data-composer]')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Start practice' })).toHaveCount(0);
    expect(failures).toEqual([]);
  });
  await test.step('does not greet anyone twice', async () => {
    await page.goto(`${baton.origin}/#/`);
    await expect(page).toHaveURL(/#\/s\//);
    await expect(page.getByRole('button', { name: 'Start practice' })).toHaveCount(0);
  });
});

test.describe('on a Korean system', () => {
  test.use({ locale: 'ko-KR' });
  test('starts in Korean', async ({ baton, page }) => {
    await page.goto(baton.url);
    await expect(page.getByRole('button', { name: '키 추가' })).toBeVisible();
  });
});

test('with a key: choose where keys are kept, see what the vendor says, keep it anyway', async ({ baton, page }) => {
  await page.goto(baton.url);
  await page.getByRole('button', { name: 'Add a key' }).click();
  await page.getByRole('button', { name: 'OpenAI' }).click();
  // Nothing is preselected.
  await expect(page.getByRole('radio', { name: 'Encrypted file' })).not.toBeChecked();
  await expect(page.getByRole('radio', { name: 'Only this run' })).not.toBeChecked();
  await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled();
  await page.getByRole('radio', { name: 'Only this run' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();

  const key = page.getByLabel('API key for OpenAI');
  await expect(key).toBeFocused();
  await expect(key).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Test and save' }).click();
  await expect(page.getByText('Paste a key first.')).toBeVisible();

  // A key of another vendor is detected and moved, not refused.
  await key.fill(CANARY);
  await expect(page.getByText('This looks like a key for Anthropic.')).toBeVisible();
  await page.getByRole('button', { name: 'Add it to Anthropic' }).click();
  const right = page.getByLabel('API key for Anthropic');
  await right.fill(`export ANTHROPIC_API_KEY="${CANARY}"`);
  await page.getByRole('button', { name: 'Test and save' }).click();
  // The vendor is unreachable from here, or refuses. In both cases its answer is shown and nothing is stored.
  await expect(page.getByRole('alert').filter({ hasText: 'Anthropic' })).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Save anyway' }).click();
  await expect(page.getByRole('combobox', { name: /^Model: Claude/ })).toBeVisible();
  await expect(page.locator('[data-composer]')).toBeFocused();

  const traces = [
    await page.content(),
    JSON.stringify(await dumpStorage(page)),
    await page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])),
    page.url(),
  ].join('\n');
  expect(traces).not.toContain('CANARY');
});
