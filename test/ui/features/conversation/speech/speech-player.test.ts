import { beforeEach, describe, expect, it, vi } from 'vitest';
import { SpeechPlayer } from '#ui/features/conversation/speech/speech-player.ts';

/** Speaks until it is told that it has ended. As in a browser, what is canceled ends with an error, and later. */
class FakeSpeaker {
  readonly said: string[] = [];
  queue: SpeechSynthesisUtterance[] = [];
  late: SpeechSynthesisUtterance[] = [];
  speak(utterance: SpeechSynthesisUtterance): void {
    this.said.push(utterance.text);
    this.queue.push(utterance);
  }
  cancel(): void {
    this.late.push(...this.queue.splice(0));
  }
  end(): void {
    this.queue.shift()?.dispatchEvent(new Event('end'));
  }
  fail(error: string): void {
    this.queue.shift()?.dispatchEvent(Object.assign(new Event('error'), { error }));
  }
  tellLate(): void {
    for (const one of this.late.splice(0)) one.dispatchEvent(Object.assign(new Event('error'), { error: 'canceled' }));
  }
}

describe('SpeechPlayer', () => {
  let speaker = new FakeSpeaker();
  const onEnd = vi.fn<() => void>();
  const onError = vi.fn<(code: string) => void>();
  const start = (...texts: string[]) => {
    const player = new SpeechPlayer(
      speaker,
      texts.map((text) => ({ text, language: 'en' })),
    );
    player.handle({
      utteranceFor: ({ text }) => Object.assign(new EventTarget(), { text }) as SpeechSynthesisUtterance,
      onEnd,
      onError,
    });
    player.play();
    return player;
  };
  beforeEach(() => {
    speaker = new FakeSpeaker();
    vi.clearAllMocks();
  });

  it('reads one sentence after another, then ends', () => {
    const player = start('one', 'two');
    const seen: number[] = [];
    player.subscribe(() => seen.push(player.read().index));
    expect(speaker.said).toEqual(['one']);
    speaker.end();
    expect(speaker.said).toEqual(['one', 'two']);
    expect(seen).toEqual([1]);
    expect(onEnd).not.toHaveBeenCalled();
    speaker.end();
    expect(onEnd).toHaveBeenCalledOnce();
  });

  it('is silent while it pauses, wherever the user goes, and reads the sentence again', () => {
    const player = start('one', 'two', 'three');
    speaker.end();
    player.pause();
    speaker.tellLate();
    expect([player.read(), speaker.queue.length]).toEqual([{ index: 1, paused: true }, 0]);
    player.skip(1);
    expect(speaker.said).toEqual(['one', 'two']);
    player.skip(-1);
    player.play();
    expect(speaker.said).toEqual(['one', 'two', 'two']);
    expect(onError).not.toHaveBeenCalled();
  });

  it('skips within the text, and what was canceled neither ends nor fails it', () => {
    const player = start('one', 'two', 'three');
    player.skip(5);
    expect(speaker.said.at(-1)).toBe('three');
    speaker.tellLate();
    expect(player.read().index).toBe(2);
    player.skip(-9);
    expect(player.read().index).toBe(0);
    expect(speaker.queue).toHaveLength(1);
    expect([onEnd.mock.calls.length, onError.mock.calls.length]).toEqual([0, 0]);
  });

  it('begins the sentence again for another choice only', () => {
    const player = start('one');
    player.choose('fast');
    player.choose('fast');
    expect(speaker.said).toEqual(['one', 'one']);
    player.pause();
    player.choose('slow');
    expect(speaker.said).toHaveLength(2);
  });

  it('pauses when another window takes the voice', () => {
    const player = start('one', 'two');
    speaker.fail('interrupted');
    expect([player.read(), onError.mock.calls.length]).toEqual([{ index: 0, paused: true }, 0]);
    player.play();
    expect(speaker.said).toEqual(['one', 'one']);
  });

  it('says why it failed, and stops for good', () => {
    const player = start('one', 'two');
    speaker.fail('synthesis-failed');
    expect(onError).toHaveBeenCalledExactlyOnceWith('synthesis-failed');
    expect(speaker.said).toEqual(['one']);
    player.play();
    player.stop();
    speaker.tellLate();
    expect(onError).toHaveBeenCalledOnce();
    expect(speaker.queue).toEqual([]);
  });
});
