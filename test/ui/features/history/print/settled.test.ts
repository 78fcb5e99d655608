// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { settled } from '#ui/features/history/print/settled.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] }));
afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

function sheet(html: string): HTMLElement {
  const element = document.createElement('article');
  element.innerHTML = html;
  document.body.append(element);
  return element;
}

it('waits for a text that is read elsewhere, however long nothing changes', async () => {
  const element = sheet('<div data-loading></div>');
  const end = vi.fn<(whole: boolean) => void>();
  void settled(element, new AbortController().signal).then(end);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(end).not.toHaveBeenCalled();
  element.querySelector('div')?.removeAttribute('data-loading');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(end.mock.calls).toEqual([[true]]);
});

it('says that something is missing when it takes too long', async () => {
  const end = vi.fn<(whole: boolean) => void>();
  void settled(sheet('<div data-loading></div>'), new AbortController().signal).then(end);
  await vi.advanceTimersByTimeAsync(61_000);
  expect(end.mock.calls).toEqual([[false]]);
});

it('ends when it is stopped', async () => {
  const run = new AbortController();
  const waiting = settled(sheet('<div data-loading></div>'), run.signal).catch((error: unknown) => error);
  run.abort(new Error('stopped'));
  await vi.advanceTimersByTimeAsync(100);
  expect(await waiting).toEqual(new Error('stopped'));
});
