import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { ask, messageBox, startPractice, turns } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';

interface Spoken {
  text: string;
  voice: string | null;
  rate: number;
}

type Speaking = Window & { spoken: Spoken[]; silenced: number; endSentence: () => void };

/** Chromium has no voices of its own. These speak until the test says that a sentence has ended. */
async function fakeVoices(page: Page, voices: readonly object[]): Promise<void> {
  await page.addInitScript((given) => {
    const state = { spoken: [] as Spoken[], silenced: 0, endSentence: () => undefined as void };
    let current: EventTarget | null = null;
    class Utterance extends EventTarget {
      voice: { name: string } | null = null;
      lang = '';
      rate = 1;
      text: string;
      constructor(text: string) {
        super();
        this.text = text;
      }
    }
    const speaker = Object.assign(new EventTarget(), {
      getVoices: () => given,
      speak(utterance: Utterance) {
        current = utterance;
        state.spoken.push({ text: utterance.text, voice: utterance.voice?.name ?? null, rate: utterance.rate });
      },
      cancel() {
        if (current) state.silenced++;
        current = null;
      },
    });
    state.endSentence = () => {
      const ended = current;
      current = null;
      ended?.dispatchEvent(new Event('end'));
    };
    Object.assign(window, state, { SpeechSynthesisUtterance: Utterance });
    Object.defineProperties(window, {
      speechSynthesis: { value: speaker },
      spoken: { get: () => state.spoken },
      silenced: { get: () => state.silenced },
    });
  }, voices);
}

const voice = (name: string, lang: string, localService = true) => ({
  name,
  lang,
  localService,
  voiceURI: name,
  default: false,
});
const REMOTE = voice('Server', 'en-US', false);
const spoken = (page: Page) => page.evaluate(() => (window as unknown as Speaking).spoken);
const silenced = (page: Page) => page.evaluate(() => (window as unknown as Speaking).silenced);
const endSentence = (page: Page) => page.evaluate(() => (window as unknown as Speaking).endSentence());

async function openMenu(page: Page): Promise<void> {
  const answer = turns(page).last();
  await answer.hover();
  await answer.getByRole('button', { name: 'More' }).click();
}

test('an answer is read aloud by voices of this computer only, followed, paused, skipped and stopped', async ({
  baton,
  page,
}) => {
  await fakeVoices(page, [REMOTE, voice('Ann', 'en-US'), voice('Bob', 'en-GB'), voice('Yuna', 'ko-KR')]);
  await startPractice(page, baton);
  await ask(page, '!echo\n**First** one. 두 번째 문장입니다.\n\n```js\nlet a = 1;\n```\n\nThe last one.');
  await openMenu(page);
  await page.getByRole('menuitem', { name: 'Read aloud' }).click();
  const bar = page.getByRole('group', { name: 'Reading aloud' });
  await expect(bar).toContainText('First one.');
  await expectAccessible(page);

  await test.step('each sentence by a voice for its language, one after another', async () => {
    await endSentence(page);
    await expect(bar).toContainText('두 번째 문장입니다.');
    await endSentence(page);
    await expect(bar).toContainText('3 / 4');
    expect(await spoken(page)).toEqual([
      { text: 'First one.', voice: 'Ann', rate: 1 },
      { text: '두 번째 문장입니다.', voice: 'Yuna', rate: 1 },
      { text: 'Code.', voice: 'Ann', rate: 1 },
    ]);
  });

  await test.step('paused and resumed, back and forth, with another speed and voice, by the keyboard', async () => {
    await bar.getByRole('button', { name: 'Pause' }).focus();
    await page.keyboard.press('Enter');
    expect(await silenced(page)).toBe(1);
    await bar.getByRole('combobox', { name: 'Speed' }).selectOption('1.5');
    await bar.getByRole('combobox', { name: 'Voice' }).selectOption('Bob');
    await bar.getByRole('button', { name: 'Previous sentence' }).press('Enter');
    await bar.getByRole('button', { name: 'Previous sentence' }).press('Enter');
    expect(await spoken(page)).toHaveLength(3);
    await bar.getByRole('button', { name: 'Resume' }).press('Enter');
    expect((await spoken(page)).at(-1)).toEqual({ text: 'First one.', voice: 'Bob', rate: 1.5 });
  });

  await test.step('Escape ends it, and the focus is on the message', async () => {
    await bar.getByRole('button', { name: 'Next sentence' }).press('Escape');
    await expect(bar).toBeHidden();
    expect(await silenced(page)).toBe(2);
    await expect(turns(page).last()).toBeFocused();
  });

  await test.step('it ends with the text, leaves the focus alone, and remembers the choices', async () => {
    await page.reload();
    await openMenu(page);
    await page.getByRole('menuitem', { name: 'Read aloud' }).click();
    await messageBox(page).click();
    for (const left of ['두 번째', 'Code.', 'The last one.']) {
      await endSentence(page);
      await expect(bar).toContainText(left);
    }
    await endSentence(page);
    await expect(bar).toBeHidden();
    await expect(messageBox(page)).toBeFocused();
    expect((await spoken(page))[0]).toEqual({ text: 'First one.', voice: 'Bob', rate: 1.5 });
  });
});

test('where no voice of this computer can read, it is said, and no server is asked', async ({ baton, page }) => {
  await fakeVoices(page, [REMOTE, voice('Yuna', 'ko-KR')]);
  await startPractice(page, baton);
  await ask(page, '!echo\nOnly English.');
  await openMenu(page);
  await page.getByRole('menuitem', { name: 'Read aloud' }).click();
  await expect(page.getByText('This computer has no voice for English.', { exact: false })).toBeVisible();
  await expect(page.getByRole('group', { name: 'Reading aloud' })).toBeHidden();
  expect(await spoken(page)).toEqual([]);
});
