// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { render } from '../support/render.tsx';

function Remove() {
  const toast = useToast();
  return (
    <button onClick={() => toast({ title: 'Removed', action: { label: 'Undo', run: () => toast({ title: 'Back' }) } })}>
      Remove
    </button>
  );
}

it('gives the focus back to what had it before, when its button is pressed with the keyboard', async () => {
  const user = userEvent.setup();
  await render(<Remove />);
  await user.tab();
  await user.keyboard('{Enter}');
  const undo = await screen.findByRole('button', { name: 'Undo' });
  for (let steps = 0; document.activeElement !== undo && steps < 5; steps += 1) await user.tab();
  expect(document.activeElement).toBe(undo);
  await user.keyboard('{Enter}');
  await screen.findByText('Back');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove' })));
});
