import { steps } from '#test/runs.ts';
import { ask, chooseModel, newChat, startPractice, stopButton, turns } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { readMessages } from './support/storage.ts';

/** What can go wrong at a vendor, and what the user must see. The chat is usable afterwards every time. */
const FAULTS: { script: string; shows: RegExp }[] = [
  { script: '!fault 401', shows: /didn’t accept your key/ },
  { script: '!fault 402', shows: /needs payment/ },
  { script: '!fault overflow', shows: /too long for/ },
  { script: '!fault refusal', shows: /declined to answer/ },
  { script: '!fault max_tokens\nTell me more.', shows: /Hit the length limit/ },
  { script: '!fault empty', shows: /returned an empty answer/ },
  { script: '!think 1\n!fault thoughts', shows: /but gave no answer/ },
  { script: '!fault malformed', shows: /The answer failed|was cut off|had a problem/ },
  { script: '!fault reset after=60\nTell me more.', shows: /The answer was cut off/ },
  {
    script: '!think 0\n!fault cut after=100\nTell me more.',
    shows: /The answer was cut off.*Your partial answer is saved.*Continue/,
  },
  { script: '!fault model', shows: /doesn’t have this model.*Choose another model.*Refresh lists/ },
  { script: '!fault 204', shows: /sent an empty response/ },
  { script: '!fault 304', shows: /sent an empty response/ },
  { script: '!fault login', shows: /A web page responded instead of.*Practice Hotel: sign in to use the Wi-Fi/ },
];

const MODELS = ['Practice Claude', 'Practice GPT', 'Practice Chat', 'Practice Gemini'];

// What each vendor's service makes of each fault is the matter of `test/vendors/practice.test.ts`; a thorough run shows all
// of it in the page, too.
for (const shift of MODELS.slice(0, steps(1, MODELS.length)).keys())
  test(`every fault ends in a usable chat, and a busy vendor is asked again, with the ${MODELS.length} vendors in turn from ${MODELS[shift]} on`, async ({
    baton,
    page,
  }) => {
    test.slow();
    await startPractice(page, baton);
    await test.step('every fault ends in a usable chat', async () => {
      for (const [index, { script, shows }] of FAULTS.entries()) {
        await chooseModel(page, MODELS[(index + shift) % MODELS.length] ?? '');
        await ask(page, script);
        await expect(turns(page).last(), script).toContainText(shows);
        await ask(page, `After ${script.split('\n')[0]?.slice(1)}: are you there?`);
        // A window learned from a refusal is small: earlier messages may be sent as a summary.
        await expect(turns(page).last(), script).toContainText(/You wrote|only this message/);
      }
      const messages = await readMessages(page);
      expect(messages.filter(({ author }) => author === undefined)).toHaveLength(FAULTS.length * 4);
      expect(messages.every((message) => message.status === 'complete')).toBe(true);
    });
    await test.step('a busy vendor is asked again by itself, and once the user stops waiting, not any more', async () => {
      await newChat(page);
      await ask(page, '!fault 529 times=1\nTell me what just happened.');
      await expect(turns(page).last()).toContainText('Tell me what just happened');

      await page.getByRole('textbox', { name: 'Message', exact: true }).fill('!fault 429 retry-after=30\nhello');
      await page.keyboard.press('Enter');
      await expect(page.getByText(/Retrying in \d+ s/).first()).toBeVisible();
      await stopButton(page).click();
      await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeVisible();
      await ask(page, 'never mind');
      await expect(turns(page).last()).toContainText('never mind');
    });
  });
