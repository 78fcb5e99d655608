import { describe, expect, test } from 'vitest';
import { GESTURE_HEADER, WINDOW_HEADER } from '#contract/headers.ts';
import type { HostDeps } from '#host/base/deps.ts';
import { createKnownWindows } from '#host/windows/known-windows.ts';

function setUp(mount: HostDeps['mount'] = 'browser') {
  const clock = {
    at: 1_000_000,
    now: () => clock.at,
    setTimeout: (fn: () => void, ms: number) => {
      clock.at += ms;
      queueMicrotask(fn);
    },
    clearTimeout: () => undefined,
  };
  const windows = createKnownWindows({ mount, clock });
  let gestures = 0;
  const request = (secret: string, gesture: number | string = (gestures += 1)) =>
    new Request('app://ui/x', { headers: { [WINDOW_HEADER]: secret, [GESTURE_HEADER]: String(gesture) } });
  const answers = (secret: string, gesture?: number | string): string => {
    try {
      windows.answering(request(secret, gesture));
      return 'yes';
    } catch (error) {
      return (error as { code: string }).code;
    }
  };
  return { clock, windows, request, answers };
}

describe('a window that may answer for the user', () => {
  test('is the first one, and none that merely knows the token', async () => {
    const { windows, answers } = setUp();
    const first = await windows.enter(null);
    const second = await windows.enter(null);
    const third = await windows.enter('made up');
    expect([first, second, third].map(({ standing }) => standing.known)).toEqual([true, false, false]);
    expect(answers(first.standing.secret)).toBe('yes');
    expect(answers(second.standing.secret)).toBe('window_unknown');
    expect(answers(third.standing.secret)).toBe('window_unknown');
    expect(answers('')).toBe('window_unknown');
  });

  test('stays the same over a lost connection', async () => {
    const { windows, answers } = setUp();
    const first = await windows.enter(null);
    first.leave();
    const again = await windows.enter(first.standing.secret);
    expect(again.standing).toEqual(first.standing);
    expect(answers(again.standing.secret)).toBe('yes');
  });

  test('is what follows on a known one by a reload, once and soon', async () => {
    const { clock, windows } = setUp();
    const first = await windows.enter(null);
    first.leave();
    clock.at += 59_000;
    const second = await windows.enter(first.standing.resume);
    expect(second.standing.known).toBe(true);
    expect((await windows.enter(first.standing.resume)).standing.known).toBe(false);
    second.leave();
    clock.at += 60_001;
    expect((await windows.enter(second.standing.resume)).standing.known).toBe(false);
  });

  test('is not who has found the code of one that is still there', async () => {
    const { windows } = setUp();
    const first = await windows.enter(null);
    expect((await windows.enter(first.standing.resume)).standing.known).toBe(false);
  });

  test('is one that a known one lets in, once and soon', async () => {
    const { clock, windows, request } = setUp();
    const first = await windows.enter(null);
    const stranger = await windows.enter(null);
    expect(() => windows.invite(request(stranger.standing.secret))).toThrow('window');
    const code = windows.invite(request(first.standing.secret));
    expect((await windows.enter(code)).standing.known).toBe(true);
    expect((await windows.enter(code)).standing.known).toBe(false);
    const late = windows.invite(request(first.standing.secret));
    clock.at += 30_001;
    expect((await windows.enter(late)).standing.known).toBe(false);
  });

  test('is one in which the passphrase was given', async () => {
    const { windows, request, answers } = setUp();
    await windows.enter(null);
    const stranger = await windows.enter(null);
    windows.admit(request(stranger.standing.secret));
    expect(answers(stranger.standing.secret)).toBe('yes');
  });

  test('is every one where only the app itself reaches the host', async () => {
    const { windows, answers } = setUp('electron');
    await windows.enter(null);
    expect(answers((await windows.enter(null)).standing.secret)).toBe('yes');
  });

  test('answers once for each gesture', async () => {
    const { windows, answers } = setUp();
    const { secret } = (await windows.enter(null)).standing;
    expect([3, 3, 2, 4].map((gesture) => answers(secret, gesture))).toEqual([
      'yes',
      'gesture_missing',
      'gesture_missing',
      'yes',
    ]);
    for (const gesture of ['', 'x', '1e999', '4.5']) expect(answers(secret, gesture)).toBe('gesture_missing');
  });

  test('is forgotten only when nobody is there', async () => {
    const { windows, answers } = setUp();
    const first = await windows.enter(null);
    for (let count = 0; count < 300; count++) (await windows.enter(null)).leave();
    expect(answers(first.standing.secret)).toBe('yes');
  });
});
