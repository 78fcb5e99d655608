// @vitest-environment jsdom
import { render, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useFocusAfterLink } from '#ui/shell/scene/use-focus-after-link.ts';
import type { Route } from '#ui/shared/navigation/route.ts';

const CONVERSATION: Route<string> = { name: 'session', id: 'one' };

/** A conversation with a link in it, or the settings. */
function Page({ route }: { route: Route<string> }) {
  useFocusAfterLink(route);
  if (route.name === 'session') return <a href="#/settings/tools">Open settings</a>;
  return (
    <h2 id="settings-heading" tabIndex={-1}>
      Settings
    </h2>
  );
}

const frames = async (count: number) => {
  for (let n = 0; n < count; n++) await new Promise((resolve) => requestAnimationFrame(resolve));
};

it('focuses the heading of the settings when the link that led there is gone', async () => {
  const { rerender, getByRole } = render(<Page route={CONVERSATION} />);
  getByRole('link').focus();
  rerender(<Page route={{ name: 'settings', page: 'tools' }} />);
  await waitFor(() => expect(document.activeElement).toBe(getByRole('heading')));
});

it('does so once the palette that led there has closed', async () => {
  const palette = document.createElement('div');
  palette.dataset['baseUiPortal'] = '';
  const field = document.createElement('input');
  palette.append(field);
  document.body.append(palette);
  const { rerender, getByRole } = render(<Page route={CONVERSATION} />);
  field.focus();
  rerender(<Page route={{ name: 'settings', page: 'tools' }} />);
  await frames(3);
  expect(document.activeElement).toBe(field);
  palette.remove();
  await waitFor(() => expect(document.activeElement).toBe(getByRole('heading')));
});

it('leaves the focus to a form that the address names', async () => {
  const { rerender, getByRole } = render(<Page route={CONVERSATION} />);
  getByRole('link').focus();
  rerender(<Page route={{ name: 'settings', page: 'vendors', focus: 'openai' }} />);
  await frames(3);
  expect(document.activeElement).toBe(document.body);
});

it('leaves the focus alone where the settings are the first page', async () => {
  render(<Page route={{ name: 'settings', page: 'tools' }} />);
  await frames(3);
  expect(document.activeElement).toBe(document.body);
});
