// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { askBeforeClosing } from '#ui/features/conversation/dictation/ask-before-closing.ts';
import { Dictations } from '#ui/features/conversation/dictation/dictations.ts';
import type { Recorder, Recording } from '#ui/features/conversation/dictation/recorder.ts';

const RECORDING: Recording = { sound: new Blob(['sound']), type: 'audio/webm', seconds: 3 };

it('the window asks before it closes while a recording would be lost, and not longer', async () => {
  const all = new Dictations();
  askBeforeClosing(all);
  const closes = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  const { promise, resolve } = Promise.withResolvers<Recorder>();
  const started = all.start('one', { open: () => promise }, () => undefined);
  // The browser asks for the microphone: nothing was said yet.
  expect(closes()).toBe(true);
  resolve({ level: () => 0, stop: async () => RECORDING });
  await started;
  expect(closes()).toBe(false);
  await all.leave('one');
  expect(closes()).toBe(false);
  await all.transcribe('one', { transcribe: () => Promise.reject(new Error('refused')) });
  expect(closes()).toBe(false);
  await all.transcribe('one', { transcribe: async () => 'Hello.' });
  expect(closes()).toBe(false);
  all.take('one');
  expect(closes()).toBe(true);
});
