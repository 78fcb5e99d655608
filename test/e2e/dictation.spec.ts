import type { Page } from '@playwright/test';
import { messageBox, newChat } from './support/chat.ts';
import { browserLaunch } from './support/browser.ts';
import { expect, test } from './support/fixtures.ts';
import { openSettings, startPractice } from './support/frame.ts';

const { launchOptions } = browserLaunch();
// The browser asks nobody, and hears a beep every second.
const microphoneArgs = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
test.use({ launchOptions: { ...launchOptions, args: [...(launchOptions.args ?? []), ...microphoneArgs] } });

const HEARD = 'A practice model can’t hear: here you would read what you said.';
const microphone = (page: Page) => page.getByRole('button', { name: /^Dictate with/ });
const bar = (page: Page) => page.getByRole('group', { name: 'Dictation' });

/** Of the requests that a model writes down, in order. */
function watchTranscriptions(page: Page): string[] {
  const seen: string[] = [];
  page.on('request', (request) => {
    if (/\/transcription\?/.test(request.url())) seen.push(new URL(request.url()).search);
  });
  return seen;
}

test('what is said is recorded after a press, written into the message, and never lost or sent by itself', async ({
  baton,
  page,
}) => {
  const asked = watchTranscriptions(page);
  await startPractice(page, baton);
  await expect(microphone(page)).toHaveCount(0);

  await test.step('nobody writes speech down before the user says who, and where it goes', async () => {
    await openSettings(page, 'Chat');
    await page.getByRole('button', { name: 'Choose a model' }).click();
    await expect(page.getByLabel('Connection')).toBeFocused();
    await page.getByLabel('Connection').selectOption('Practice (OpenAI Chat)');
    await expect(page.getByLabel('Transcription model')).toHaveValue('practice-transcription');
    await expect(page.getByText('What you dictate is sent to Practice (OpenAI Chat) on this computer.')).toBeVisible();
    await page.getByRole('button', { name: 'Turn on' }).click();
    await expect(page.getByText('practice-transcription, Practice (OpenAI Chat)')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Turn off' })).toBeFocused();
  });

  await newChat(page);
  await test.step('without a microphone, the user is told how to allow it', async () => {
    await page.evaluate(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'));
    });
    await microphone(page).click();
    await expect(page.getByRole('alert')).toContainText('Baton isn’t allowed to use the microphone.');
    await expect(messageBox(page)).toBeFocused();
  });

  await test.step('while the browser asks, the user can change their mind', async () => {
    await page.evaluate(() => {
      navigator.mediaDevices.getUserMedia = () => new Promise(() => undefined);
    });
    await microphone(page).click();
    await expect(bar(page).getByText('Opening the microphone')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(messageBox(page)).toBeFocused();
    await expect(microphone(page)).toBeVisible();
    await page.evaluate(() => Reflect.deleteProperty(navigator.mediaDevices, 'getUserMedia'));
  });

  await test.step('a recording is written where the cursor is, and only then gone', async () => {
    await messageBox(page).fill('Hello world');
    await page.keyboard.press('End');
    for (let step = 0; step < 'world'.length; step += 1) await page.keyboard.press('ArrowLeft');
    await microphone(page).click();
    await expect(bar(page).getByText('Recording for Practice (OpenAI Chat)')).toBeVisible();
    await expect(bar(page).getByRole('button', { name: 'Transcribe' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(messageBox(page)).toHaveValue(`Hello ${HEARD} world`);
    await expect(messageBox(page)).toBeFocused();
    await expect(bar(page)).toHaveCount(0);
    expect(asked).toEqual(['?model=practice-transcription&type=audio%2Fwebm']);
    await page.keyboard.press('ControlOrMeta+z');
    await expect(messageBox(page)).toHaveValue('Hello world');
  });

  await test.step('a refused recording stays, and is tried again', async () => {
    await page.route(/\/transcription\?/, (route) => route.fulfill({ json: { problem: 'Too many requests' } }));
    await microphone(page).click();
    await bar(page).getByRole('button', { name: 'Transcribe' }).click();
    await expect(bar(page)).toContainText('Too many requests');
    await expect(bar(page).getByRole('button', { name: 'Try again' })).toBeFocused();
    const saved = page.waitForEvent('download');
    await bar(page).getByRole('button', { name: 'Save the recording' }).click();
    expect((await saved).suggestedFilename()).toBe('recording.webm');
    await page.unroute(/\/transcription\?/);
    await bar(page).getByRole('button', { name: 'Try again' }).click();
    await expect(messageBox(page)).toHaveValue(`Hello ${HEARD} world`);
  });

  await test.step('leaving the conversation ends the recording and keeps it, and discarding it can be undone', async () => {
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Backspace');
    await microphone(page).click();
    await expect(bar(page).getByText('Recording for')).toBeVisible();
    await openSettings(page, 'Chat');
    await page.getByRole('button', { name: 'Back to conversation' }).click();
    await expect(bar(page)).toContainText('hasn’t been transcribed yet');
    await bar(page).getByRole('button', { name: 'Discard the recording' }).click();
    await expect(bar(page)).toHaveCount(0);
    await expect(messageBox(page)).toBeFocused();
    await page.getByRole('button', { name: 'Undo' }).click();
    await bar(page).getByRole('button', { name: 'Transcribe' }).click();
    await expect(messageBox(page)).toHaveValue(HEARD);
    await expect(page.getByRole('article')).toHaveCount(0);
  });
});
