// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Modal } from '#ui/kit/controls/modal.tsx';
import { useShortcuts } from '#ui/kit/keyboard/use-shortcuts.ts';
import { render } from '../support/render.tsx';

const stay = () => undefined;

it('dims what is below it, also a dialog or a drawer that it was opened from', async () => {
  await render(
    <Modal open onOpenChange={stay} title="Project">
      <Modal open onOpenChange={stay} title="Discard your changes?" />
    </Modal>,
  );
  const [first, second] = document.querySelectorAll('[class*="backdrop"]');
  const [project] = document.querySelectorAll('[role="dialog"]');
  expect(first && project && first.compareDocumentPosition(project)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(second && project?.compareDocumentPosition(second)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

it('keeps the keys of the window from what is written in it, except the one that stops', async () => {
  const ran = vi.fn<(id: string) => void>();
  const keys = [
    { id: 'newChat', keys: '$mod+Shift+O' },
    { id: 'stop', keys: '$mod+Period', inModals: true },
  ] as const;
  function Page() {
    useShortcuts(keys, ran);
    return (
      <>
        <input aria-label="Message" />
        <Modal open onOpenChange={stay} title="Instructions">
          <input aria-label="Words" />
        </Modal>
      </>
    );
  }
  await render(<Page />);
  const press = (name: string, key: string, code: string, shiftKey: boolean) =>
    fireEvent.keyDown(screen.getByLabelText(name), { key, code, shiftKey, ctrlKey: true });
  // Nor does the browser do anything with it.
  expect(press('Words', 'O', 'KeyO', true)).toBe(false);
  press('Words', '.', 'Period', false);
  expect(ran.mock.calls).toEqual([['stop']]);
  press('Message', 'O', 'KeyO', true);
  expect(ran).toHaveBeenLastCalledWith('newChat');
});
