// @vitest-environment jsdom
import { waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { readRunLimits, RUN_LIMITS_KEY } from '#flows/agent/run-limits.ts';
import { RunLimitSettings } from '#ui/shell/settings/run-limit-settings.tsx';
import { ChatWorld } from '#test/fakes/chat-world.ts';
import { createPageData } from '#test/fakes/page-data.tsx';
import { WithServices } from '#test/fakes/services.tsx';
import { render } from '../../support/render.tsx';

/** The values of the fields, and a way to write into them. */
async function shown() {
  const world = await ChatWorld.open();
  const data = await createPageData(world, world.window());
  const { container, unmount } = await render(
    <WithServices services={data}>
      <RunLimitSettings />
    </WithServices>,
  );
  const field = (name: string): HTMLInputElement => {
    const label = [...container.querySelectorAll('p')].find(({ textContent }) => textContent === name);
    const input = container.querySelector(`input[aria-labelledby="${label?.id}"]`);
    if (!(input instanceof HTMLInputElement)) throw new Error(`no field ${name}`);
    return input;
  };
  const write = async (name: string, text: string) => {
    const input = field(name);
    await userEvent.clear(input);
    if (text !== '') await userEvent.type(input, text);
    const invalid = field(name).ariaInvalid ?? field(name).getAttribute('aria-invalid');
    await userEvent.type(input, '{Enter}');
    return invalid;
  };
  const stored = () => readRunLimits(data.settings.store.getState().values.get(RUN_LIMITS_KEY));
  return { field, write, stored, unmount };
}

it('the limits of a run are shown as they hold, changed one by one, and taken back', async () => {
  const { field, write, stored } = await shown();
  expect([field('Steps per run').value, field('Cost per run').value]).toEqual(['100', '']);
  await write('Steps per run', '25');
  await write('Cost per run', '1.5');
  await waitFor(() => expect(stored()).toEqual({ steps: 25, cost: 1.5 }));
  await write('Cost per run', '');
  await waitFor(() => expect(stored()).toEqual({ steps: 25, cost: null }));
});

it('what cannot be a limit is marked and changes nothing', async () => {
  const { write, stored } = await shown();
  for (const text of ['0', '2.5', '10001', '']) expect(await write('Steps per run', text)).toBe('true');
  for (const text of ['0', '-1', '10001']) expect(await write('Cost per run', text)).toBe('true');
  expect(stored()).toEqual({});
});

it('a limit that was written counts when its page is left by a key, too', async () => {
  const { field, stored, unmount } = await shown();
  await userEvent.clear(field('Steps per run'));
  await userEvent.type(field('Steps per run'), '25');
  expect(stored()).toEqual({});
  unmount();
  await waitFor(() => expect(stored()).toEqual({ steps: 25 }));
});
