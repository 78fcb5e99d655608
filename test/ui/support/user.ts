import { fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';

const inside = (part: Element | null | undefined) =>
  part === undefined ? screen : within((part ?? document.createElement('div')) as HTMLElement);

/** Clicks the one button with this name, anywhere or in a part of the page. */
export const press = (name: string | RegExp, part?: Element | null) =>
  userEvent.click(inside(part).getByRole('button', { name }));

/** Clicks what is there. */
export const click = (element: Element | null | undefined) => {
  if (!element) throw new Error('there is nothing to click');
  return userEvent.click(element);
};

/** Chooses one of several. */
export const choose = (name: string | RegExp) => userEvent.click(screen.getByRole('radio', { name }));

/** Replaces the text of a field at once, as pasting does. */
export const fill = (field: Element, value: string) => void fireEvent.input(field, { target: { value } });
