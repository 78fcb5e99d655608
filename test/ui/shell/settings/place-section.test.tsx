// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { DataPlace } from '#contract/place.ts';
import { PlaceSection } from '#ui/shell/settings/place-section.tsx';
import { hostOn, hostWith, WithServices } from '#test/fakes/services.tsx';
import { render } from '../../support/render.tsx';

const PLACE: DataPlace = { home: '/media/me/Stick/baton-data', portable: false, sealedKeys: false, opens: true };

async function shown(place: Partial<DataPlace>, { failures = 0, mount = 'electron' } = {}) {
  const opened: number[] = [];
  let left = failures;
  const host = hostWith({
    place: async () => ({ ...PLACE, ...place }),
    async openPlace() {
      if (left > 0) {
        left -= 1;
        throw new Error('no file manager');
      }
      opened.push(1);
    },
  });
  await render(
    <WithServices services={{ host, connections: hostOn(mount) }}>
      <PlaceSection />
    </WithServices>,
  );
  await screen.findByText(PLACE.home);
  return opened;
}

it('the desktop app opens the folder, and a failure can be tried again', async () => {
  const opened = await shown({}, { failures: 1 });
  expect(document.body.textContent).not.toContain('Portable');
  expect(document.body.textContent).toContain('Conversations, settings, snapshots, and logs are in this folder.');
  await userEvent.click(screen.getByRole('button', { name: 'Open folder' }));
  expect((await screen.findByRole('alert')).textContent).not.toBe('');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(opened).toEqual([1]);
  expect(screen.queryByRole('alert')).toBeNull();
});

it('a browser window copies the path', async () => {
  const copied: string[] = [];
  const writeText = async (text: string) => void copied.push(text);
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
  await shown({ opens: false }, { mount: 'browser' });
  // They are in the browser's own profile.
  expect(document.body.textContent).toContain('This browser keeps the conversations.');
  expect(screen.queryByRole('button', { name: 'Open folder' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Copy path' }));
  expect(copied).toEqual([PLACE.home]);
});

it('portable is said, with what becomes of keys', async () => {
  await shown({ portable: true });
  expect(document.body.textContent).toContain('doesn’t start at login');
  expect(document.body.textContent).toContain('under a passphrase');
  expect(document.body.textContent).not.toContain('can’t be read here');
});

it('keys that a keychain has sealed are named', async () => {
  await shown({ portable: true, sealedKeys: true });
  expect(document.body.textContent).toContain('can’t be read here');
});
