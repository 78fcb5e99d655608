// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { Switch } from '#ui/kit/controls/switch.tsx';
import { render } from '../../support/render.tsx';
import { click } from '../../support/user.ts';

/** A switch whose presses are stored when the test says so. What is stored is read a moment later. */
async function slowSwitch() {
  const sent: boolean[] = [];
  const ends: ((stored: boolean) => void)[] = [];
  const shown = createStore(() => ({ stored: false }));
  function Slow() {
    const { stored } = useStore(shown);
    return (
      <>
        <span id="name">Journal</span>
        <Switch
          checked={stored}
          labelledBy="name"
          onChange={(on) => {
            sent.push(on);
            return new Promise<boolean>((resolve) => ends.push(resolve));
          }}
        />
      </>
    );
  }
  await render(<Slow />);
  return {
    sent,
    press: () => click(screen.getByRole('switch')),
    isOn: () => screen.getByRole('switch').getAttribute('aria-checked') === 'true',
    /** The earliest press that is being stored ends. */
    end: (stored: boolean) => act(async () => ends.shift()?.(stored)),
    read: (stored: boolean) => act(async () => shown.setState({ stored })),
  };
}

it('shows what was pressed at once, and the next press is the opposite', async () => {
  const { sent, press, isOn, end, read } = await slowSwitch();
  await press();
  expect(isOn()).toBe(true);
  await press();
  expect(isOn()).toBe(false);
  await press();
  expect([isOn(), sent]).toEqual([true, [true]]);
  await press();
  await end(true);
  // What was stored first is read only now.
  await read(true);
  expect([isOn(), sent]).toEqual([false, [true, false]]);
  await end(true);
  await read(false);
  expect(isOn()).toBe(false);
  // What someone else stores counts again.
  await read(true);
  expect(isOn()).toBe(true);
});

it('stays as pressed until what was stored is read, and goes back if nothing was', async () => {
  const { press, isOn, end, read } = await slowSwitch();
  await press();
  await end(true);
  expect(isOn()).toBe(true);
  await read(true);
  await press();
  expect(isOn()).toBe(false);
  await end(false);
  expect(isOn()).toBe(true);
});
