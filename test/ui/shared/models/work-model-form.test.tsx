// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { EditModal } from '#ui/kit/controls/edit-modal.tsx';
import { FormsGuard } from '#ui/kit/controls/forms-guard.tsx';
import { WorkModelForm } from '#ui/shared/models/work-model-form.tsx';
import { CONNECTION } from '#test/fakes/chat-world.ts';
import { render } from '../../support/render.tsx';
import { fill, press } from '../../support/user.ts';

const server = (id: string) => ({
  ...CONNECTION,
  id,
  label: id,
  protocol: 'openai-chat' as const,
  practice: false,
  custom: true,
  configured: true,
});

const onChoose = vi.fn<(choice: object) => Promise<void>>(async () => undefined);
const form = (
  <WorkModelForm
    work="transcription"
    connections={[server('one'), server('two')]}
    labels={{ connection: 'Vendor', model: 'Model', choose: 'Choose', nobody: '' }}
    renderNotice={() => null}
    onCancel={() => undefined}
    onChoose={onChoose}
  />
);
const model = () => screen.getByLabelText<HTMLInputElement>('Model');
const closes = () => fireEvent(window, new Event('beforeunload', { cancelable: true }));

it('keeps a model that is half written while another vendor is looked at', async () => {
  await render(form);
  fill(model(), 'whisper-');
  fireEvent.change(screen.getByLabelText('Vendor'), { target: { value: 'two' } });
  expect(model().value).toBe('');
  fireEvent.change(screen.getByLabelText('Vendor'), { target: { value: 'one' } });
  expect(model().value).toBe('whisper-');
});

it('asks before a closed window throws it away on a page, and takes Enter', async () => {
  await render(<FormsGuard>{form}</FormsGuard>);
  expect(closes()).toBe(true);
  fill(model(), 'whisper-1');
  expect(closes()).toBe(false);
  fireEvent.submit(model());
  expect(onChoose).toHaveBeenCalledWith({ connection: 'one', model: 'whisper-1' });
});

it('asks before Escape throws it away in a dialog', async () => {
  const onClose = vi.fn<() => void>();
  await render(
    <EditModal open unsaved={false} onClose={onClose} title="Project">
      {form}
    </EditModal>,
  );
  fill(model(), 'whisper-');
  fireEvent.keyDown(model(), { key: 'Escape' });
  await press('Keep editing', await screen.findByRole('dialog', { name: 'Discard your changes?' }));
  expect(onClose).not.toHaveBeenCalled();
  expect(model().value).toBe('whisper-');
});
