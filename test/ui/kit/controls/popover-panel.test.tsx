// @vitest-environment jsdom
import { Popover } from '@base-ui/react/popover';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { PopoverPanel } from '#ui/kit/controls/popover-panel.tsx';
import { render } from '../../support/render.tsx';

/** As the list of active runs: each row goes when its button is pressed. */
function Rows() {
  const [rows, setRows] = useState(['one', 'two']);
  return (
    <Popover.Root>
      <Popover.Trigger>Rows</Popover.Trigger>
      <PopoverPanel side="top" title="Rows">
        {rows.map((row) => (
          <button key={row} onClick={() => setRows(rows.filter((other) => other !== row))}>
            {row}
          </button>
        ))}
      </PopoverPanel>
    </Popover.Root>
  );
}

it('keeps the focus while what has it goes', async () => {
  const user = userEvent.setup();
  await render(<Rows />);
  await user.click(screen.getByRole('button', { name: 'Rows' }));
  await user.click(await screen.findByRole('button', { name: 'one' }));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('two'));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('dialog')));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Rows' })));
});
