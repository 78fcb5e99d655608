// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { Choices } from '#ui/kit/controls/choices.tsx';
import { Segmented } from '#ui/kit/controls/segmented.tsx';
import { Select } from '#ui/kit/controls/select.tsx';
import type { StoreChoice } from '#ui/kit/controls/use-chosen.ts';
import { render } from '../../support/render.tsx';
import { choose } from '../../support/user.ts';

type Size = 'small' | 'large';
interface Control {
  value: Size;
  onChange: StoreChoice<Size>;
}
const options = [
  { value: 'small' as const, label: 'small', body: '' },
  { value: 'large' as const, label: 'large', body: '' },
];

const chosenRadio = () => screen.getAllByRole('radio').find((one) => one.getAttribute('aria-checked') === 'true');
const radio = {
  choose: (size: Size) => choose(size),
  shown: () => chosenRadio()?.textContent,
};

it.each([
  ['segments', (control: Control) => <Segmented label="Size" options={options} {...control} />, radio],
  ['options', (control: Control) => <Choices label="Size" options={options} {...control} />, radio],
  [
    'a list',
    (control: Control) => <Select label="Size" options={options} {...control} />,
    {
      choose: (size: Size) => userEvent.selectOptions(screen.getByRole('combobox'), size),
      shown: () => screen.getByRole<HTMLSelectElement>('combobox').value,
    },
  ],
])('of %s, a choice is shown before it is stored, and no longer when storing fails', async (_, draw, user) => {
  const ends: ((stored: boolean) => void)[] = [];
  const store = createStore<{ stored: Size }>(() => ({ stored: 'small' }));
  function Slow() {
    const { stored } = useStore(store);
    return draw({ value: stored, onChange: () => new Promise<boolean>((resolve) => ends.push(resolve)) });
  }
  await render(<Slow />);
  await user.choose('large');
  expect(user.shown()).toBe('large');
  await act(async () => ends.shift()?.(false));
  expect(user.shown()).toBe('small');
  await user.choose('large');
  await act(async () => ends.shift()?.(true));
  expect(user.shown()).toBe('large');
  await act(async () => store.setState({ stored: 'large' }));
  expect(user.shown()).toBe('large');
});
