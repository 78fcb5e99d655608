// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { SETTINGS, type SettingKey } from '#core/reliability/setting-table.ts';
import { SettingRow } from '#ui/features/reliability/setting-row.tsx';
import { render } from '../../support/render.tsx';

/** From 1 to 20. */
const TURNS: SettingKey = 'experimental.dynamic_context_pruning.strategies.purge_errors.turns';

/** A number that the host stores, which takes a while. */
async function shown() {
  const saved: unknown[] = [];
  const setting = SETTINGS.find(({ key }) => key === TURNS);
  if (!setting) throw new Error('no such setting');
  const row = (value: number) => (
    <SettingRow setting={setting} value={value} origin="ui" onChange={async (next) => saved.push(next) > 0} />
  );
  const { rerender } = await render(row(4));
  const field = screen.getByRole<HTMLInputElement>('spinbutton');
  const type = (text: string) => userEvent.type(field, text, { initialSelectionStart: 0, initialSelectionEnd: 9 });
  return { saved, field, type, store: (value: number) => rerender(row(value)) };
}

it('a number that is being typed stays, with the focus, when the one before has been stored', async () => {
  const { saved, field, type, store } = await shown();
  await type('8{Enter}');
  await type('1');
  await store(8);
  expect(field).toBe(document.activeElement);
  expect(field.value).toBe('1');
  await userEvent.keyboard('2{Enter}');
  await store(12);
  expect(field.value).toBe('12');
  expect(saved).toEqual([8, 12]);
});

it('going back to the number before counts while the new one is being stored', async () => {
  const { saved, field, type, store } = await shown();
  await type('8{Enter}');
  await type('4{Enter}');
  await store(8);
  await store(4);
  expect(field.value).toBe('4');
  expect(saved).toEqual([8, 4]);
});

it('a number that was changed elsewhere is shown', async () => {
  const { saved, field, store } = await shown();
  await store(9);
  expect(field.value).toBe('9');
  expect(saved).toEqual([]);
});
