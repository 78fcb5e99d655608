// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { IconButton } from '#ui/kit/controls/icon-button.tsx';
import { Tooltips } from '#ui/kit/tooltips/tooltips.tsx';
import { render } from '../../support/render.tsx';

it('says the new name of a control whose name changes while it is shown', async () => {
  // jsdom has no popovers.
  const shows = vi.fn<() => void>();
  Object.assign(HTMLElement.prototype, { showPopover: shows });
  const { rerender } = await render(
    <>
      <IconButton label="Show sidebar" icon={<i />} onClick={() => undefined} />
      <Tooltips />
    </>,
  );
  const tooltip = () => document.querySelector('[popover]')?.textContent;
  await act(async () => screen.getByRole('button').focus());
  expect(tooltip()).toBe('Show sidebar');
  await act(async () =>
    rerender(
      <>
        <IconButton label="사이드바 열기" icon={<i />} onClick={() => undefined} />
        <Tooltips />
      </>,
    ),
  );
  expect(tooltip()).toBe('사이드바 열기');
  expect(shows).toHaveBeenCalledTimes(2);
});
