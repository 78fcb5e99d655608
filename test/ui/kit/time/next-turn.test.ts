// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { nextTurn } from '#ui/kit/time/next-turn.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('goes on in a page that was hidden before its frame came', async () => {
  // Frames end when a page is hidden.
  vi.stubGlobal('requestAnimationFrame', () => 0);
  const order: string[] = [];
  const last = new Promise<void>((resolve) => {
    nextTurn(() => order.push('first'));
    nextTurn(() => {
      order.push('second');
      resolve();
    });
  });
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(order).toEqual([]);

  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  document.dispatchEvent(new Event('visibilitychange'));
  await last;
  expect(order).toEqual(['first', 'second']);
});
