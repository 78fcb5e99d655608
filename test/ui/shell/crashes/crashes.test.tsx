// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { CrashState } from '#contract/crashes.ts';
import { CrashBanner } from '#ui/shell/crashes/crash-banner.tsx';
import { CrashSection } from '#ui/shell/crashes/crash-section.tsx';
import { hostWith, onlyWith, WithServices } from '#test/fakes/services.tsx';
import { render } from '../../support/render.tsx';

const CALM: CrashState = { news: null, reports: [], images: null, graphics: null };
const REPORT = {
  id: '1795000000000-page',
  kind: 'page',
  at: 1_795_000_000_000,
  text: 'Baton 1.0.0\nreason: crashed\n',
} as const;

async function shown(state: CrashState, language: 'en' | 'ko' = 'en', part: 'banner' | 'section' = 'section') {
  const calls: string[] = [];
  const answer = (name: string, next: CrashState) => async () => {
    calls.push(name);
    return next;
  };
  const host = hostWith({
    crashes: async () => state,
    readCrash: answer('read', { ...state, news: null }),
    deleteCrash: async (id: string) => answer(`delete ${id}`, { ...state, reports: [] })(),
    deleteCrashes: answer('delete all', CALM),
    useGraphics: answer('graphics', { ...state, graphics: { now: false, next: true } }),
  });
  await render(
    <WithServices services={{ host, log: onlyWith({}) }}>
      {part === 'banner' ? <CrashBanner /> : <CrashSection />}
    </WithServices>,
    language,
  );
  return calls;
}

it.each([
  ['en', 'The window ran out of memory and was reopened.', 'Answers were kept', 'Close'],
  ['ko', '창의 메모리가 부족해서 다시 열었어요.', '답변은 남아 있어요', '닫기'],
] as const)(
  'a window that came back says in %s what happened, until it is closed',
  async (language, what, kept, close) => {
    const calls = await shown({ ...CALM, news: { kind: 'memory', at: 0 } }, language, 'banner');
    const banner = await screen.findByRole('status');
    expect(banner.textContent).toContain(what);
    expect(banner.textContent).toContain(kept);
    await userEvent.click(screen.getByRole('button', { name: close }));
    expect(screen.queryByRole('status')).toBeNull();
    expect(calls).toEqual(['read']);
  },
);

it('nothing is said where nothing happened', async () => {
  await shown(CALM, 'en', 'banner');
  expect(document.querySelector('[data-crash]')).toBeNull();
});

it('an empty list says so, and offers nothing to delete', async () => {
  await shown(CALM);
  expect((await screen.findByText('No crashes so far.')).tagName).toBe('P');
  expect(screen.queryAllByRole('button')).toEqual([]);
});

it('a report is shown whole and deleted by its own button', async () => {
  const calls = await shown({ ...CALM, reports: [REPORT] });
  expect((await screen.findByText(/reason: crashed/)).tagName).toBe('PRE');
  await userEvent.click(screen.getByRole('button', { name: /Delete the report of/, hidden: true }));
  expect(calls).toEqual([`delete ${REPORT.id}`]);
  await screen.findByText('No crashes so far.');
});

it('memory images are named with their folder and a warning, and go with the rest', async () => {
  const calls = await shown({ ...CALM, images: { folder: '/home/me/Crashpad', count: 2, bytes: 2048 } });
  await waitFor(() => expect(document.body.textContent).toContain('2 memory images'));
  expect(document.body.textContent).toContain('/home/me/Crashpad');
  expect(document.body.textContent).toContain('Don’t pass them on');
  await userEvent.click(screen.getByRole('button', { name: 'Delete all' }));
  expect(calls).toEqual(['delete all']);
});

it('a graphics card that is off can be used again', async () => {
  const calls = await shown({ ...CALM, graphics: { now: false, next: false } });
  await userEvent.click(await screen.findByRole('button', { name: 'Use again' }));
  expect(calls).toEqual(['graphics']);
  await waitFor(() => expect(document.body.textContent).toContain('from the next start'));
});
