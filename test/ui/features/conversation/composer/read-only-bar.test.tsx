// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { ReadOnlyBar } from '#ui/features/conversation/composer/read-only-bar.tsx';
import { render } from '../../../support/render.tsx';

const foot = (readOnly: boolean, takeOver = vi.fn<() => void>()) => (
  <>
    <button>Elsewhere</button>
    {readOnly ? <ReadOnlyBar onTakeOver={takeOver} /> : <textarea />}
  </>
);

it('has the focus of the message box that it replaces, and takes over with its button only', async () => {
  const takeOver = vi.fn<() => void>();
  const { rerender } = await render(foot(false), 'en');
  screen.getByRole('textbox').focus();
  await rerender(foot(true, takeOver));
  const button = screen.getByRole('button', { name: 'Edit here' });
  expect(document.activeElement).toBe(button.parentElement);
  await userEvent.keyboard('a message');
  expect(takeOver).not.toHaveBeenCalled();
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  expect(takeOver).toHaveBeenCalledTimes(1);
});

it('leaves the focus where it is elsewhere', async () => {
  const { rerender } = await render(foot(false), 'en');
  screen.getByRole('button', { name: 'Elsewhere' }).focus();
  await rerender(foot(true));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Elsewhere' }));
});
