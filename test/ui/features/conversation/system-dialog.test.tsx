// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { SystemDialog } from '#ui/features/conversation/system-dialog.tsx';
import { useRoute } from '#ui/shared/navigation/use-route.ts';
import { render } from '../../support/render.tsx';
import { fill, press } from '../../support/user.ts';

vi.mock('#ui/features/conversation/shared-parts.tsx', () => ({ SharedParts: () => null }));

it('keeps instructions that could not be stored', async () => {
  const save = vi.fn<(system: string) => Promise<boolean>>();
  const close = vi.fn<() => void>();
  await render(<SystemDialog open system="" begun={false} onClose={close} onSave={save} />);
  const field = await screen.findByRole('textbox');
  fill(field, 'Be brief. ');

  save.mockResolvedValueOnce(false);
  await press('Save');
  expect(save.mock.calls).toEqual([['Be brief.']]);
  expect(close).not.toHaveBeenCalled();
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Be brief. ');

  save.mockResolvedValueOnce(true);
  await press('Save');
  expect(close).toHaveBeenCalledOnce();
});

it('asks before Escape or a closed window throws away what was written, and not without changes', async () => {
  const close = vi.fn<() => void>();
  await render(<SystemDialog open system="Be brief." begun onClose={close} onSave={async () => true} />);
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox');
  const closes = () => dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(closes()).toBe(true);
  fill(field, 'Be brief and kind.');
  expect(closes()).toBe(false);
  fireEvent.keyDown(field, { key: 'Escape' });
  await screen.findByRole('dialog', { name: 'Discard your changes?' });
  expect(close).not.toHaveBeenCalled();
  await press('Keep editing');
  expect(close).not.toHaveBeenCalled();
  expect(field.value).toBe('Be brief and kind.');
  fireEvent.keyDown(field, { key: 'Escape' });
  await screen.findByRole('dialog', { name: 'Discard your changes?' });
  await press('Discard');
  expect(close).toHaveBeenCalledOnce();

  close.mockClear();
  fill(field, 'Be brief.');
  fireEvent.keyDown(field, { key: 'Escape' });
  expect(close).toHaveBeenCalledOnce();
});

it('asks before another address, such as that of the back button, throws away what was written', async () => {
  window.location.hash = '#/s/one';
  const stored = async () => true;
  function Page() {
    const route = useRoute();
    const [open, setOpen] = useState(true);
    if (route.name !== 'session' || route.id !== 'one') return <h1>Elsewhere</h1>;
    return <SystemDialog open={open} system="" begun={false} onClose={() => setOpen(false)} onSave={stored} />;
  }
  await render(<Page />);
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox');
  fill(field, 'Be brief.');
  const leave = async () => {
    window.location.hash = '#/s/two';
    return screen.findByRole('dialog', { name: 'Discard your changes?' });
  };
  await press('Keep editing', await leave());
  expect(window.location.hash).toBe('#/s/one');
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Be brief.');
  await press('Discard', await leave());
  await screen.findByRole('heading', { name: 'Elsewhere' });
  expect(window.location.hash).toBe('#/s/two');
});
