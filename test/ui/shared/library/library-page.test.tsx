// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { createLibraryFlows } from '#flows/library/library-flows.ts';
import { assistants, prompts } from '#storage/library-repository.ts';
import { LibraryPage } from '#ui/features/library/library-page.tsx';
import { PromptForm } from '#ui/shared/library/prompt-form.tsx';
import { UnlockProvider } from '#ui/shared/secrets/unlock.tsx';
import { ChatWorld } from '#test/fakes/chat-world.ts';
import { createPageData } from '#test/fakes/page-data.tsx';
import { WithServices } from '#test/fakes/services.tsx';
import { typedByTest } from '../../support/no-raw-places.ts';
import { render } from '../../support/render.tsx';
import { fill, press } from '../../support/user.ts';

async function show() {
  const world = await ChatWorld.open();
  const data = await createPageData(world, world.window());
  const { container } = await render(
    <WithServices services={{ ...data, library: createLibraryFlows(data.db, world.clock) }}>
      <UnlockProvider>
        <LibraryPage />
      </UnlockProvider>
    </WithServices>,
  );
  return { container, data };
}

describe('the page of prompts and assistants', () => {
  it('takes a prompt only with a name and a text, says what it asks for, and deletes with a way back', async () => {
    const { container, data } = await show();
    expect(container.textContent).toContain('No prompts yet.');
    await press('New prompt');
    await press('Save');
    expect(document.body.textContent).toContain('Enter a value.');
    fill(screen.getByLabelText('Name'), 'Summary');
    typedByTest('{{readers}}', '{{topic}}');
    fill(screen.getByLabelText('Text'), 'For {{readers}}: {{topic}}');
    expect(document.body.textContent).toContain('Fill in: readers, topic');
    await press('Save');
    await waitFor(() => expect(container.querySelector('li')?.textContent).toBe('SummaryFor {{readers}}: {{topic}}'));
    await press('Delete Summary');
    await waitFor(() => expect(container.querySelector('li')).toBeNull());
    await press('Undo');
    await waitFor(() => expect(container.querySelector('li')?.textContent).toContain('Summary'));
    expect(await prompts.list(data.db, data.onUnreadableRow)).toHaveLength(1);
  });

  it('makes an assistant that leaves model and tools open until they are chosen', async () => {
    const { container, data } = await show();
    await press('New assistant');
    fill(screen.getByLabelText('Name'), '편집자');
    fill(screen.getByLabelText('Instructions'), 'Cut what repeats.');
    await press('Save');
    await waitFor(() => expect(container.querySelector('li')?.textContent).toContain('편집자'));
    const [row] = await assistants.list(data.db, data.onUnreadableRow);
    expect(row).toMatchObject({ name: '편집자', system: 'Cut what repeats.', target: null });
    expect(row).not.toHaveProperty('tools');
  });
});

it('a prompt with places asks for each, and leaves those without an answer', async () => {
  const inserted: string[] = [];
  const at = { createdAt: 1, updatedAt: 1 };
  const prompt = { id: 'p', name: 'Summary', text: '{{topic}} for {{readers}}, {{topic}}!', ...at };
  await render(<PromptForm prompt={prompt} onInsert={(text) => inserted.push(text)} onClose={() => undefined} />);
  fill(screen.getByLabelText('topic'), 'Tides');
  await press('Put in the message');
  expect(inserted).toEqual(['Tides for {{readers}}, Tides!']);
});

it('a prompt with places asks before the answers are thrown away', async () => {
  const close = vi.fn<() => void>();
  const prompt = { id: 'p', name: 'Summary', text: '{{topic}}', createdAt: 1, updatedAt: 1 };
  await render(<PromptForm prompt={prompt} onInsert={() => undefined} onClose={close} />);
  fill(screen.getByLabelText('topic'), 'Tides');
  fireEvent.keyDown(screen.getByLabelText('topic'), { key: 'Escape' });
  await press('Keep editing', await screen.findByRole('dialog', { name: 'Discard your changes?' }));
  expect(close).not.toHaveBeenCalled();
  expect(screen.getByLabelText<HTMLInputElement>('topic').value).toBe('Tides');
});
