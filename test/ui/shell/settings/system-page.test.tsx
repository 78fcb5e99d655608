// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { DesktopPatch, DesktopState } from '#contract/desktop.ts';
import { SystemPage } from '#ui/shell/settings/system-page.tsx';
import { required } from '#test/fakes/fake-clock.ts';
import { hostWith, WithServices } from '#test/fakes/services.tsx';
import { render } from '../../support/render.tsx';

const STATE: DesktopState = {
  settings: { tray: 'ask', spelling: ['en-US'] },
  startsAtLogin: null,
  dictionaries: { available: ['de', 'en-US', 'ko'], loading: [], failed: ['en-US'] },
};

async function shown(desktop: DesktopState | null, refusal?: Error) {
  const changes: DesktopPatch[] = [];
  const host = hostWith({
    desktop: async () => ({ desktop }),
    // It has tests of its own.
    network: () => new Promise(() => undefined),
    crashes: () => new Promise(() => undefined),
    async changeDesktop(patch: DesktopPatch) {
      changes.push(patch);
      if (refusal) throw refusal;
      const { startsAtLogin, ...settings } = patch;
      return {
        ...STATE,
        settings: { ...STATE.settings, ...settings },
        dictionaries: { available: ['de', 'en-US', 'ko'], loading: settings.spelling ?? [], failed: [] },
        ...(startsAtLogin !== undefined && { startsAtLogin }),
      };
    },
  });
  await render(
    <WithServices services={{ host }}>
      <SystemPage />
    </WithServices>,
  );
  return changes;
}

it('a browser window says whose settings these are, and offers none', async () => {
  await shown(null);
  expect(document.body.textContent).toContain('belong to the desktop app');
  expect(screen.queryAllByRole('switch')).toEqual([]);
});

it('the tray is off until it is wanted; start at login is absent where it is not possible', async () => {
  const changes = await shown(STATE);
  const [tray, ...others] = screen.getAllByRole('switch');
  expect(others).toEqual([]);
  expect(tray?.ariaChecked ?? tray?.getAttribute('aria-checked')).toBe('false');
  await userEvent.click(required(tray));
  await waitFor(() => expect(tray?.getAttribute('aria-checked')).toBe('true'));
  expect(changes).toEqual([{ tray: 'on' }]);
});

it('a dictionary is downloaded when its button is pressed and not when it is chosen', async () => {
  const changes = await shown(STATE);
  expect(document.body.textContent).toContain('a server of Google');
  expect(document.body.textContent).toContain('download failed');
  await userEvent.selectOptions(screen.getByLabelText('Add a language'), 'ko');
  expect(changes).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Download' }));
  expect(changes).toEqual([{ spelling: ['en-US', 'ko'] }]);
  await waitFor(() => expect(document.body.textContent).toContain('downloading…'));
  await userEvent.click(screen.getByRole('button', { name: 'Remove Korean' }));
  expect(changes.at(-1)).toEqual({ spelling: ['en-US'] });
});

it('what the host refuses is said, and the switch stays', async () => {
  await shown({ ...STATE, startsAtLogin: false }, new Error('no'));
  const login = required(screen.getAllByRole('switch')[1]);
  await userEvent.click(login);
  expect((await screen.findByRole('alert')).textContent).toContain('no');
  expect(login.getAttribute('aria-checked')).toBe('false');
});
