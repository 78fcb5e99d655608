// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { openRecorder } from '#ui/features/conversation/dictation/recorder.ts';

afterEach(() => vi.unstubAllGlobals());

/** A browser with a microphone, whose recorder and meter do what the test says. */
function browser(recorder: { construct?: () => void; start?: () => void }, meter: () => void = () => undefined) {
  const stop = vi.fn<() => void>();
  const close = vi.fn<() => void>();
  const track = Object.assign(new EventTarget(), { stop });
  const stream = { getTracks: () => [track], getAudioTracks: () => [track] };
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia: async () => stream } });
  vi.stubGlobal(
    'MediaRecorder',
    class extends EventTarget {
      static readonly isTypeSupported = () => true;
      constructor() {
        super();
        recorder.construct?.();
      }
      readonly start = () => recorder.start?.();
    },
  );
  vi.stubGlobal(
    'AudioContext',
    class {
      readonly createMediaStreamSource = () => ({ connect: meter });
      readonly close = close;
    },
  );
  vi.stubGlobal(
    'AnalyserNode',
    class {
      readonly fftSize = 1024;
    },
  );
  return { stop, close };
}

const fails = () => {
  throw new DOMException('', 'NotSupportedError');
};

it.each([
  ['the recorder can’t be made', () => browser({ construct: fails })],
  ['the recorder can’t start', () => browser({ start: fails })],
  ['the sound can’t be measured', () => browser({}, fails)],
])('lets go of the microphone where %s', async (_, open) => {
  const { stop } = open();
  await expect(openRecorder(() => undefined)).rejects.toThrow(DOMException);
  expect(stop).toHaveBeenCalledOnce();
});

it('leaves no open meter where the recorder can’t start', async () => {
  const { close } = browser({ start: fails });
  const made = vi.spyOn(globalThis, 'AudioContext');
  await expect(openRecorder(() => undefined)).rejects.toThrow(DOMException);
  expect(close.mock.calls.length).toBe(made.mock.calls.length);
});
