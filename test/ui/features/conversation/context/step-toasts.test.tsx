// @vitest-environment jsdom
import { act } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { useStepToasts, type WindowFacts } from '#ui/features/conversation/context/use-step-toasts.ts';
import { render } from '../../../support/render.tsx';

const nothing = () => undefined;

interface WatchedProps extends Partial<WindowFacts> {
  share: number | null;
}

function Watched({ share, on = false, left = 0, summarizes = true }: WatchedProps) {
  useStepToasts(share, { on, left, summarizes }, nothing);
  return null;
}

const shown = () =>
  [...document.querySelectorAll('[role="dialog"]')].flatMap(
    ({ textContent }) => /Context window approaching limit \(\d+%\)/.exec(textContent ?? '')?.[0] ?? [],
  );
const TITLE = (percent: number) => `Context window approaching limit (${percent}%)`;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the toast about a window that fills up', () => {
  test('comes once for each step crossed upwards, in the documented words, and stands the longer the fuller it is', async () => {
    const page = await render(<Watched share={0.5} on />);
    expect(shown()).toEqual([]);
    const stands: number[] = [];
    for (const [share, percent] of [
      [0.7, 70],
      [0.8, 80],
      [0.95, 95],
    ] as const) {
      await page.rerender(<Watched share={share} on />);
      expect(shown()).toEqual([TITLE(percent)]);
      await page.rerender(<Watched share={share + 0.01} on />);
      expect(shown()).toEqual([TITLE(percent)]);
      let ms = 0;
      for (; shown().length > 0 && ms < 60_000; ms += 500) await act(async () => vi.advanceTimersByTimeAsync(500));
      stands.push(ms);
    }
    expect(stands).toEqual([...stands].sort((a, b) => a - b));
    expect(new Set(stands).size).toBe(3);
    expect(Math.max(...stands)).toBeLessThan(60_000);
  });

  test('goes when its conversation is left', async () => {
    const page = await render(<Watched key="one" share={0.5} on />);
    await page.rerender(<Watched key="one" share={0.75} on />);
    expect(shown()).toEqual([TITLE(70)]);
    await page.rerender(<Watched key="other" share={0.1} on />);
    await act(async () => vi.advanceTimersByTimeAsync(500));
    expect(shown()).toEqual([]);
  });

  test('does not call a limit near that has been passed', async () => {
    const page = await render(<Watched share={0.5} on />);
    await page.rerender(<Watched share={1} on />);
    expect(shown()).toEqual([]);
    expect(document.body.textContent).toContain('Context window full');
  });

  test('says what becomes of the oldest messages: left out only where Baton does not summarize, or has not', async () => {
    for (const [share, facts, words] of [
      [0.96, {}, 'Baton summarizes the oldest messages'],
      [1, {}, 'Baton summarizes the oldest messages'],
      [1, { left: 2 }, 'The oldest messages are now left out'],
      [0.96, { summarizes: false }, 'The oldest messages will soon be left out'],
    ] as const) {
      const page = await render(<Watched share={0.5} on {...facts} />);
      await page.rerender(<Watched share={share} on {...facts} />);
      expect(document.body.textContent).toContain(words);
      page.unmount();
    }
  });

  test('does not come while it is switched off, and nothing is made up for afterwards', async () => {
    const page = await render(<Watched share={0.5} on={false} />);
    await page.rerender(<Watched share={0.75} on={false} />);
    expect(shown()).toEqual([]);
    await page.rerender(<Watched share={0.76} on />);
    expect(shown()).toEqual([]);
    await page.rerender(<Watched share={0.81} on />);
    expect(shown()).toEqual([TITLE(80)]);
  });
});
