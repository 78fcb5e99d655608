// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { Modal } from '#ui/kit/controls/modal.tsx';
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
