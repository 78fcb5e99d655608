// @vitest-environment jsdom
import { act, cleanup } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createStore } from 'zustand';
import type { SearchClient } from '#search/search-client.ts';
import { parseRoute } from '#ui/shared/navigation/route.ts';
import { SearchPage } from '#ui/features/search/search-page.tsx';
import { modelCatalog } from '#flows/base/vendor-services.ts';
import type { Services } from '#ui/data/services.ts';
import { WithServices } from '#test/fakes/services.tsx';
import { render, type Rendered } from '../../support/render.tsx';
import { fill } from '../../support/user.ts';

const nothing: SearchClient['search'] = async () => ({ messages: 0, sessions: 0, unreadable: 0 });

/** What a hit says of who answered. */
const data = {
  catalog: modelCatalog,
  settings: { store: createStore(() => ({ values: {} })) },
  connections: { store: createStore(() => ({ connections: [] })) },
} as unknown as Partial<Services>;

function Page({ text, search = nothing }: { text: string; search?: SearchClient['search'] }) {
  return (
    <WithServices services={{ ...data, search: { search, passages: async () => [] } }}>
      <SearchPage text={text} />
    </WithServices>
  );
}

let page: Rendered;
const field = () => page.container.querySelector('input') as HTMLInputElement;
const inAddress = () => {
  const route = parseRoute(window.location.hash);
  return route.name === 'search' ? route.text : null;
};
const rest = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms));
/** The page is notified of the address after it has changed. */
const onAddressChange = () => page.rerender(<Page text={inAddress() ?? ''} />);
const press = (letters: string) =>
  act(async () => {
    fill(field(), field().value + letters);
  });

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('requestIdleCallback', (then: () => void) => setTimeout(then));
  vi.stubGlobal('cancelIdleCallback', clearTimeout);
  window.location.hash = '#/search';
  page = await render(<Page text="" />);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it('keeps letters that are typed between the change of the address and the news of it', async () => {
  await press('gradient');
  await rest(300);
  expect(inAddress()).toBe('gradient');
  expect(field().value).toBe('gradient');
  await press(' ');
  await onAddressChange();
  expect(field().value).toBe('gradient ');
  await press('descent');
  expect(field().value).toBe('gradient descent');
  await rest(300);
  expect(inAddress()).toBe('gradient descent');
});

it('takes the words of a link or of the back button, the same ones again too', async () => {
  await press('gradient');
  await rest(300);
  await onAddressChange();
  await page.rerender(<Page text="" />);
  expect(field().value).toBe('');
  await page.rerender(<Page text="gradient" />);
  expect(field().value).toBe('gradient');
});

it('keeps the newest words when something else is opened at once, and leaves its address alone', async () => {
  await press('gradient');
  await act(async () => field().blur());
  expect(inAddress()).toBe('gradient');
  await press('s');
  window.location.hash = '#/settings/about';
  await rest(300);
  expect(window.location.hash).toBe('#/settings/about');
});

it('writes large numbers of hits as the language does', async () => {
  await page.rerender(<Page text="" search={async () => ({ messages: 3000, sessions: 1200, unreadable: 0 })} />);
  await press('gradient');
  await rest(300);
  expect(page.container.textContent).toContain('3,000 messages · 1,200 conversations');
});

it('shows nothing of earlier words at the first letter after the field was emptied', async () => {
  const found = { id: 'a', title: 'A', updatedAt: 1, pinned: false, archived: false, deleted: false, titleMarks: [] };
  const search: SearchClient['search'] = async ({ terms }, { onFound, signal }) => {
    if (terms.includes('old')) onFound({ ...found, hits: [], total: 1 });
    // Other searches last until they are called off.
    if (!terms.includes('old')) return new Promise((resolve) => signal.addEventListener('abort', () => resolve(null)));
    return { messages: 1, sessions: 1, unreadable: 0 };
  };
  await page.rerender(<Page text="" search={search} />);
  const height = () => page.container.querySelector<HTMLElement>('[style*="height"]')?.style.height;
  await press('old');
  expect(height()).not.toBe('0px');
  await act(async () => {
    fill(field(), '');
  });
  await press('n');
  expect(height()).toBe('0px');
});

it('lays out a hit before anything is typed, so that the first one is fast, and leaves nothing of it', async () => {
  const laidOut: number[] = [];
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    if (this.querySelector('mark')) laidOut.push(this.querySelectorAll('li').length);
    return new DOMRect();
  });
  await rest(1_000);
  expect(laidOut).toEqual([2]);
  expect(page.container.querySelector('mark, section, li')).toBeNull();
});
