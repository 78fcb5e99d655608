import { expect, it, vi } from 'vitest';
import { Dictations, type DictationWork } from '#ui/features/conversation/dictation/dictations.ts';
import type { Recorder, Recording } from '#ui/features/conversation/dictation/recorder.ts';

const RECORDING: Recording = { sound: new Blob(['sound']), type: 'audio/webm', seconds: 3 };

function microphone() {
  const stop = vi.fn<Recorder['stop']>(async () => RECORDING);
  return { stop, open: async () => ({ level: () => 0, stop }) };
}

const never = () => undefined;

async function recording(): Promise<{ all: Dictations; stop: ReturnType<typeof microphone>['stop'] }> {
  const all = new Dictations();
  const { open, stop } = microphone();
  await all.start('one', { open }, never);
  return { all, stop };
}

it('has what was recorded written down, for its conversation, once', async () => {
  const { all, stop } = await recording();
  expect([all.of('one')?.stage, all.of('two')]).toEqual(['recording', null]);
  const transcribe = vi.fn<DictationWork['transcribe']>(async () => 'Hello.');
  await all.transcribe('one', { transcribe });
  expect(stop).toHaveBeenCalledOnce();
  expect(transcribe).toHaveBeenCalledWith(RECORDING, expect.any(AbortSignal));
  expect([all.take('one'), all.take('one'), all.of('one')]).toEqual(['Hello.', null, null]);
});

it('keeps a recording that could not be written down, and tries it again', async () => {
  const { all } = await recording();
  const refusal = new Error('refused');
  await all.transcribe('one', { transcribe: () => Promise.reject(refusal) });
  expect(all.of('one')).toEqual({ stage: 'held', recording: RECORDING, problem: refusal });
  await all.transcribe('one', { transcribe: async () => 'Hello.' });
  expect(all.take('one')).toBe('Hello.');
});

it('keeps a recording whose transcription is cancelled, without a complaint', async () => {
  const { all } = await recording();
  const aborted = all.transcribe('one', {
    transcribe: (_recording, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  });
  await vi.waitFor(() => expect(all.of('one')?.stage).toBe('transcribing'));
  const now = all.of('one');
  if (now?.stage === 'transcribing') now.cancel();
  await aborted;
  expect(all.of('one')).toEqual({ stage: 'held', recording: RECORDING, problem: null });
});

it('ends a recording that the user leaves, and keeps it', async () => {
  const { all, stop } = await recording();
  await all.leave('one');
  expect(stop).toHaveBeenCalledOnce();
  expect(all.of('one')).toEqual({ stage: 'held', recording: RECORDING, problem: null });
});

it('closes a microphone that opens after the user has left', async () => {
  const all = new Dictations();
  const { stop } = microphone();
  const { promise, resolve } = Promise.withResolvers<Recorder>();
  const started = all.start('one', { open: () => promise }, never);
  await all.leave('one');
  resolve({ level: () => 0, stop });
  await started;
  expect([stop.mock.calls.length, all.of('one')]).toEqual([1, null]);
});

it('gives a discarded recording back, unless another one has begun', async () => {
  const { all } = await recording();
  const undo = await all.discard('one');
  expect(all.of('one')).toBeNull();
  undo?.();
  expect(all.of('one')?.stage).toBe('held');
  const again = await all.discard('one');
  await all.start('one', { open: microphone().open }, never);
  again?.();
  expect(all.of('one')?.stage).toBe('recording');
});

it('is over when there is no microphone, and says why', async () => {
  const all = new Dictations();
  const denied = new DOMException('', 'NotAllowedError');
  await expect(all.start('one', { open: () => Promise.reject(denied) }, never)).rejects.toBe(denied);
  expect(all.of('one')).toBeNull();
});
