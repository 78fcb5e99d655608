import { describe, expect, test } from 'vitest';
import { createGestures } from '#host-client/gestures.ts';

function setUp(active = true) {
  const listeners = new Map<string, (event: Event) => void>();
  const clock = { at: 0 };
  const gestures = createGestures(
    { addEventListener: (kind, listener) => void listeners.set(kind, listener) },
    () => active,
    () => clock.at,
  );
  const happens = (type: string, more: object = {}) =>
    listeners.get(type)?.({ type, isTrusted: true, ...more } as Event);
  return { gestures, happens, clock };
}

describe('a gesture of the user', () => {
  test('is good for one approval, soon after it', () => {
    const { gestures, happens, clock } = setUp();
    expect(gestures.take()).toBe(false);
    happens('pointerup');
    expect([gestures.take(), gestures.take()]).toEqual([true, false]);
    happens('keydown');
    clock.at += 2001;
    expect(gestures.take()).toBe(false);
  });

  test('is one, whatever events a press sends', () => {
    const { gestures, happens, clock } = setUp();
    for (const type of ['pointerup', 'click', 'submit', 'change']) {
      happens(type);
      clock.at += 100;
    }
    expect([gestures.take(), gestures.take()]).toEqual([true, false]);
    happens('click');
    expect(gestures.take()).toBe(false);
    clock.at += 500;
    // By voice or a screen reader: a click without a preceding event.
    happens('click');
    expect(gestures.take()).toBe(true);
  });

  test('begins with a drag, too, before anything is let go', () => {
    const { gestures, happens, clock } = setUp();
    happens('keydown');
    expect(gestures.take()).toBe(true);
    clock.at += 100;
    happens('dragstart', { isTrusted: false });
    expect(gestures.take()).toBe(false);
    happens('dragstart');
    expect([gestures.take(), gestures.take()]).toEqual([true, false]);
  });

  test('is none that a script has made', () => {
    const { gestures, happens } = setUp();
    for (const type of ['pointerup', 'keydown', 'click', 'submit', 'change']) happens(type, { isTrusted: false });
    happens('keydown', { repeat: true });
    expect(gestures.take()).toBe(false);
  });

  test('is none that the browser itself no longer takes for one, but for what was chosen in its own list', () => {
    const { gestures, happens } = setUp(false);
    happens('pointerup');
    expect(gestures.take()).toBe(false);
    const list = setUp(false);
    list.happens('change');
    expect(list.gestures.take()).toBe(true);
  });
});
