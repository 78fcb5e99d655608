// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { NotFound } from '#ui/shell/frame/not-found.tsx';
import { sessionRow } from '#test/fakes/session-row.ts';
import { render } from '../../support/render.tsx';

it('leads into the message box when the conversation is restored, also in another window', async () => {
  const stay = () => undefined;
  const session = sessionRow('one', { deletedAt: 1 });
  const { rerender } = await render(<NotFound session={session} onRestore={stay} onNewChat={stay} />);
  expect(document.activeElement).toBe(screen.getByRole('heading'));
  // It is read only until this window has the right to write.
  await rerender(<p>Read-only</p>);
  await rerender(<textarea data-composer="one" />);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox')));
});
