// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { DesktopPatch, DesktopState } from '#contract/desktop.ts';
import { readShortcut } from '#ui/shell/settings/accelerator.ts';
import { SystemPage } from '#ui/shell/settings/system-page.tsx';
import { required } from '#test/fakes/fake-clock.ts';
import { hostOn, hostWith, WithServices } from '#test/fakes/services.tsx';
import { render } from '../../support/render.tsx';

const STATE: DesktopState = {
  settings: { tray: 'ask', spelling: ['en-US'], quickShortcut: null },
  quick: { state: 'off', suggestions: ['Control+Shift+Space'] },
  startsAtLogin: null,
  dictionaries: { available: ['de', 'en-US', 'ko'], loading: [], failed: ['en-US'] },
};

/** The host stores changes once it is `free`. */
async function shown(desktop: DesktopState | null, refusal?: Error, free?: Promise<void>) {
  const changes: DesktopPatch[] = [];
  const host = hostWith({
    desktop: async () => ({ desktop }),
    // It has tests of its own.
    network: () => new Promise(() => undefined),
    crashes: () => new Promise(() => undefined),
    place: () => new Promise(() => undefined),
    encryption: () => new Promise(() => undefined),
    async changeDesktop(patch: DesktopPatch) {
      await free;
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
    <WithServices services={{ host, connections: hostOn('electron') }}>
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
  expect(document.body.textContent).toContain('a Google server');
  expect(document.body.textContent).toContain('download failed');
  await userEvent.selectOptions(screen.getByLabelText('Add a language'), 'ko');
  expect(changes).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Download' }));
  expect(changes).toEqual([{ spelling: ['en-US', 'ko'] }]);
  await waitFor(() => expect(document.body.textContent).toContain('downloading…'));
  await userEvent.click(screen.getByRole('button', { name: 'Remove Korean' }));
  expect(changes.at(-1)).toEqual({ spelling: ['en-US'] });
});

it('what is pressed while another change is being stored counts, too', async () => {
  const slow = Promise.withResolvers<void>();
  const settings = { ...STATE.settings, spelling: ['de', 'en-US', 'ko'] };
  const changes = await shown({ ...STATE, settings }, undefined, slow.promise);
  await userEvent.click(screen.getByRole('button', { name: 'Remove German' }));
  await userEvent.click(screen.getByRole('button', { name: 'Remove Korean' }));
  slow.resolve();
  await waitFor(() => expect(changes).toEqual([{ spelling: ['en-US', 'ko'] }, { spelling: ['en-US'] }]));
});

it('what the host refuses is said, and the switch stays', async () => {
  await shown({ ...STATE, startsAtLogin: false }, new Error('no'));
  const login = required(screen.getAllByRole('switch')[1]);
  await userEvent.click(login);
  expect((await screen.findByRole('alert')).textContent).toContain('no');
  expect(login.getAttribute('aria-checked')).toBe('false');
});

it('the keys of the quick window are pressed, suggested, tried again, and turned off', async () => {
  const taken = { settings: { ...STATE.settings, quickShortcut: 'Alt+Shift+Space' } };
  const changes = await shown({ ...STATE, ...taken, quick: { state: 'taken', suggestions: ['Control+Alt+Space'] } });
  expect(screen.getByText(/^Another program uses these keys/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Change…' }));
  await userEvent.keyboard('{Shift>}a{/Shift}');
  expect(screen.getByRole('alert').textContent).toContain('Hold Ctrl, Alt, or Windows');
  await userEvent.keyboard('{Escape}');
  expect(changes).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Change…' }));
  await userEvent.keyboard('{Control>}{Shift>}[KeyJ]{/Shift}{/Control}');
  await userEvent.click(screen.getByRole('button', { name: 'Turn off' }));
  expect(changes).toEqual([{ quickShortcut: 'Control+Shift+J' }, { quickShortcut: null }]);
});

it('free keys of the quick window are offered', async () => {
  const changes = await shown(STATE);
  expect(screen.queryByRole('button', { name: 'Turn off' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Use Ctrl+Shift+Space' }));
  expect(changes).toEqual([{ quickShortcut: 'Control+Shift+Space' }]);
});

it('under Wayland the way of the desktop is told and no keys are taken', async () => {
  await shown({ ...STATE, quick: { state: 'unavailable', suggestions: [] } });
  expect(document.body.textContent).toContain('xdg-open baton://quick');
  expect(screen.queryByRole('button', { name: 'Choose keys…' })).toBeNull();
});

it.each([
  ['a letter of a Hangul layout', { code: 'KeyA', ctrlKey: true, shiftKey: true }, 'Control+Shift+A'],
  ['Command', { code: 'Space', metaKey: true, altKey: true }, 'Alt+Command+Space'],
  ['Shift alone', { code: 'Digit1', shiftKey: true }, 'weak'],
  ['a modifier', { code: 'ControlLeft', ctrlKey: true }, 'waits'],
])('%s', (_name, press, expected) => {
  const keys = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false };
  const read = readShortcut({ ...keys, ...press }, true);
  expect(read.kind === 'shortcut' ? read.accelerator : read.kind).toBe(expected);
});
