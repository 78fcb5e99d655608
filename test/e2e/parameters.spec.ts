import { violations } from './support/accessibility.ts';
import { ask, chooseModel, recordWire, startPractice } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { watchForFailures } from './support/frame.ts';

/** What a model takes is sent, what it refuses stays for the way back, and the request says so. */
test('parameters are sent where they are taken, and kept where not', async ({ page, baton }) => {
  const failures = watchForFailures(page);
  const wire = recordWire(page);
  await startPractice(page, baton);
  await ask(page, 'Hello');
  await page.getByRole('button', { name: 'Conversation menu' }).click();
  await page.getByRole('menuitem', { name: 'Parameters…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Parameters' });
  await expect(dialog.getByText('Temperature: not supported by this model')).toBeVisible();
  await dialog.getByRole('spinbutton', { name: 'Maximum answer, tokens' }).fill('3000');
  await dialog.getByRole('textbox', { name: 'Stop sequences, one per line' }).fill('END');
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await ask(page, 'Hello again');
  const last = () => JSON.parse(wire.at(-1)?.body ?? '{}') as Record<string, unknown>;
  expect(last()).toMatchObject({ max_tokens: 3000, stop_sequences: ['END'] });

  await chooseModel(page, 'Practice GPT');
  await ask(page, 'And you?');
  expect(last()).toMatchObject({ max_output_tokens: 3000 });
  expect(last()).not.toHaveProperty('stop');

  await chooseModel(page, 'Practice Claude');
  await ask(page, 'Back again');
  expect(last()).toMatchObject({ max_tokens: 3000, stop_sequences: ['END'] });
  expect(failures).toEqual([]);
});
