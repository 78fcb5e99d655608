// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { FormsGuard, useFormStored } from '#ui/kit/controls/forms-guard.tsx';
import { useRoute } from '#ui/shared/navigation/use-route.ts';
import { render } from '../../support/render.tsx';
import { fill, press } from '../../support/user.ts';

afterEach(() => {
  window.location.hash = '';
});

/** Stays when it has been stored. */
function Staying() {
  const stored = useFormStored();
  return (
    <form
      aria-label="Staying"
      onSubmit={(event) => {
        event.preventDefault();
        stored(event.currentTarget);
      }}
    >
      <input aria-label="Address" />
      <button type="submit">Save</button>
    </form>
  );
}

function Page() {
  const route = useRoute();
  const [adding, setAdding] = useState(true);
  if (route.name !== 'settings') return <h1>Elsewhere</h1>;
  return (
    <FormsGuard>
      <input aria-label="Stored as it is written" />
      <form role="search">
        <input aria-label="Search" />
      </form>
      {adding && (
        <form>
          <input aria-label="Name" />
          <button type="button" onClick={() => setAdding(false)}>
            Cancel
          </button>
        </form>
      )}
      <Staying />
    </FormsGuard>
  );
}

async function open() {
  window.location.hash = '#/settings/tools';
  await render(<Page />);
}
const leave = () => {
  window.location.hash = '#/s/one';
};
const question = () => screen.findByRole('dialog', { name: 'Discard your changes?' });
const closes = () => fireEvent(window, new Event('beforeunload', { cancelable: true }));

it('asks before another address or a closed window throws away what is written in a form', async () => {
  await open();
  fill(screen.getByLabelText('Name'), 'my-server');
  expect(closes()).toBe(false);
  leave();
  await press('Keep editing', await question());
  expect(window.location.hash).toBe('#/settings/tools');
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('my-server');
  leave();
  await press('Discard', await question());
  await screen.findByRole('heading', { name: 'Elsewhere' });
});

it.each<[string, () => void | Promise<void>]>([
  ['nothing was written', () => undefined],
  ['it is stored as it is written', () => fill(screen.getByLabelText('Stored as it is written'), 'x')],
  ['it was searched', () => fill(screen.getByLabelText('Search'), 'x')],
  [
    'the form was cancelled',
    async () => {
      fill(screen.getByLabelText('Name'), 'x');
      await press('Cancel');
    },
  ],
  [
    'the form was stored',
    async () => {
      fill(screen.getByLabelText('Address'), 'x');
      await press('Save');
    },
  ],
  [
    'the form is empty again',
    () => {
      fill(screen.getByLabelText('Name'), 'x');
      fill(screen.getByLabelText('Name'), '');
    },
  ],
])('asks nothing where %s', async (_, act) => {
  await open();
  await act();
  expect(closes()).toBe(true);
  leave();
  await screen.findByRole('heading', { name: 'Elsewhere' });
});
