// @vitest-environment jsdom
import { act } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { createRepairNotices } from '#state/repair-notices.ts';
import { FullBanner } from '#ui/features/history/recovery/full-banner.tsx';
import { WithServices } from '#test/fakes/services.tsx';
import { render } from '../../../support/render.tsx';
import { noMove, rescueWith } from '../../../support/rescue-with.ts';

it.each([
  ['en', 'There’s no space to store anything more.', 'while the window is open'],
  ['ko', '더 저장할 공간이 없어요.', '이 창이 열려 있는 동안'],
] as const)(
  'while there is no room that is said with the ways out, and no longer (%s)',
  async (language, ...expected) => {
    const store = createStore(() => ({ full: false }));
    const services = {
      rescue: rescueWith(),
      move: noMove,
      notices: createRepairNotices(),
      quota: { store },
      reload: () => undefined,
    };
    const { container } = await render(
      <WithServices services={{ recovery: services }}>
        <FullBanner />
      </WithServices>,
      language,
    );
    const banner = () => container.querySelector('[role=alert]');
    expect(banner()).toBe(null);
    await act(async () => store.setState({ full: true }));
    for (const said of expected) expect(banner()?.textContent).toContain(said);
    const ways = [...(banner()?.querySelectorAll('a') ?? [])].map((link) => link.getAttribute('href'));
    expect(ways).toEqual(['#/settings/deleted', '#/settings/history']);
    await act(async () => store.setState({ full: false }));
    expect(banner()).toBe(null);
  },
);
