// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useRef, useState } from 'react';
import { expect, it } from 'vitest';
import { useKeptFocus } from '#ui/kit/keyboard/use-kept-focus.ts';

function Rows({ names }: { names: readonly string[] }) {
  const root = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(names);
  const [adding, setAdding] = useState(false);
  useKeptFocus(root);
  return (
    <div ref={root}>
      {adding ? (
        <form>
          <input />
          <button type="button" onClick={() => setAdding(false)}>
            Cancel
          </button>
        </form>
      ) : (
        <button onClick={() => setAdding(true)}>Add</button>
      )}
      <ul>
        {shown.map((name) => (
          <li key={name}>
            <button>Open {name}</button>
            <button onClick={() => setShown(shown.filter((one) => one !== name))}>Remove {name}</button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Presses a button that has the focus. */
function press(name: string): void {
  const button = screen.getByRole('button', { name });
  button.focus();
  fireEvent.click(button);
}
const focused = () => document.activeElement?.textContent;

it('moves the focus from a removed row to the same control of the next one, then of the one before', async () => {
  render(<Rows names={['a', 'b', 'c']} />);
  press('Remove b');
  await waitFor(() => expect(focused()).toBe('Remove c'));
  press('Remove c');
  await waitFor(() => expect(focused()).toBe('Remove a'));
  press('Remove a');
  await waitFor(() => expect(focused()).toBe('Add'));
});

it('returns from a form to the button in its place', async () => {
  render(<Rows names={['a']} />);
  press('Add');
  press('Cancel');
  await waitFor(() => expect(focused()).toBe('Add'));
});

it('leaves a focus alone that was elsewhere before it got lost', async () => {
  render(
    <>
      <Rows names={['a', 'b']} />
      <button>Outside</button>
    </>,
  );
  const remove = screen.getByRole('button', { name: 'Remove a' });
  remove.focus();
  const outside = screen.getByRole('button', { name: 'Outside' });
  outside.focus();
  fireEvent.click(remove);
  outside.blur();
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  expect(document.activeElement).toBe(document.body);
});
