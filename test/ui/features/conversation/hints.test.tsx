// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { SEEN_HINTS_KEY } from '#core/setting-keys.ts';
import type { Settings } from '#state/settings.ts';
import type { HintId } from '#ui/features/conversation/hints/hint-ids.ts';
import { HintLine } from '#ui/features/conversation/hints/hint-line.tsx';
import { useHint } from '#ui/features/conversation/hints/use-hint.ts';
import { WithServices } from '#test/fakes/services.tsx';
import { render } from '../../support/render.tsx';

const KNOT = /^A knot marks/;
const STITCH = /^A stitch marks/;

function fakeSettings(seen: readonly HintId[] = []): Settings {
  const store = createStore(() => ({ values: new Map<string, unknown>([[SEEN_HINTS_KEY, [...seen]]]) }));
  return {
    store,
    set: async (key, value) => store.setState(({ values }) => ({ values: new Map(values).set(key, value) })),
    close: () => undefined,
  };
}

function Subject({ id }: { id: HintId }) {
  useHint(id);
  return null;
}

const page = (settings: Settings, ids: readonly HintId[]) => (
  <WithServices services={{ settings }}>
    {ids.map((id) => (
      <Subject key={id} id={id} />
    ))}
    <HintLine />
  </WithServices>
);

const shown = () => screen.queryAllByRole('complementary', { name: 'Tip' }).map((line) => line.textContent);
const seenIn = (settings: Settings) => settings.store.getState().values.get(SEEN_HINTS_KEY);

afterEach(() => vi.restoreAllMocks());

it('explains what comes first, one thing at a time, until it is dismissed, and never again', async () => {
  const settings = fakeSettings();
  const { rerender, unmount } = await render(page(settings, ['knot', 'stitch']));
  expect(shown()).toEqual([expect.stringMatching(KNOT)]);
  expect(screen.getByRole('status').textContent).toMatch(KNOT);
  await act(async () => screen.getByRole('button', { name: 'Got it' }).click());
  expect(shown()).toEqual([]);
  expect(seenIn(settings)).toEqual(['knot']);
  await rerender(page(settings, []));
  await rerender(page(settings, ['knot', 'stitch']));
  expect(shown()).toEqual([expect.stringMatching(STITCH)]);
  unmount();
});

it('leaves with what it explains, and counts as read only after a while', async () => {
  const settings = fakeSettings();
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  const { rerender, unmount } = await render(page(settings, ['knot']));
  clock.mockReturnValue(500);
  await rerender(page(settings, []));
  expect(shown()).toEqual([]);
  expect(seenIn(settings)).toEqual([]);
  await rerender(page(settings, ['knot']));
  expect(shown()).toEqual([expect.stringMatching(KNOT)]);
  clock.mockReturnValue(60_000);
  await rerender(page(settings, []));
  expect(seenIn(settings)).toEqual(['knot']);
  unmount();
});

it('explains what waits for the user at once, in place of a mark', async () => {
  const settings = fakeSettings();
  const { rerender, unmount } = await render(page(settings, ['knot']));
  await rerender(page(settings, ['knot', 'approval']));
  expect(shown()).toEqual([expect.stringMatching(/^Tools ask/)]);
  await rerender(page(settings, ['knot', 'approval', 'switch-panel']));
  expect(shown()).toEqual([expect.stringMatching(/^Tools ask/)]);
  await rerender(page(settings, ['knot']));
  expect(shown()).toEqual([]);
  expect(seenIn(settings)).toEqual([]);
  unmount();
});

it('says nothing that was read in another window', async () => {
  const settings = fakeSettings();
  const { unmount } = await render(page(settings, ['knot']));
  await act(async () => settings.set(SEEN_HINTS_KEY, ['knot']));
  expect(shown()).toEqual([]);
  unmount();
});
