// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { AgentFlows } from '#flows/agent/agent-flows.ts';
import type { Services } from '#ui/data/services.ts';
import { InsertDialog } from '#ui/features/conversation/agent/insert/insert-dialog.tsx';
import { ChatWorld } from '#test/fakes/chat-world.ts';
import { createPageData } from '#test/fakes/page-data.tsx';
import { onlyWith, WithServices } from '#test/fakes/services.tsx';
import { render } from '../../../support/render.tsx';
import { click, fill, press } from '../../../support/user.ts';

/** The dialog of a server with two prompts that ask for something. */
async function open(onClose: () => void) {
  const prompt = (name: string) => ({
    id: name,
    name,
    description: '',
    fields: [{ name: 'topic', description: '', required: true }],
  });
  const flows = onlyWith<AgentFlows>({
    offerings: async () => ({
      servers: [
        { server: 's', label: 'Birds', resources: [], templates: [], prompts: [prompt('describe'), prompt('count')] },
      ],
      problems: [],
    }),
  });
  const world = await ChatWorld.open();
  const data = await createPageData(world, world.window());
  await render(
    <WithServices services={{ ...data, agent: onlyWith<Services['agent']>({ flows }) }}>
      <InsertDialog sessionId="a" onAttach={() => undefined} onInsert={() => undefined} onClose={onClose} />
    </WithServices>,
  );
}

const choose = async (name: string) => click(await screen.findByText(name));
const topic = () => screen.getByLabelText<HTMLInputElement>('topic');

it('keeps what was written for a prompt while others are looked at, and asks before it is thrown away', async () => {
  const close = vi.fn<() => void>();
  await open(close);
  await choose('describe');
  fill(topic(), 'heron');
  await press('Back');
  await choose('count');
  expect(topic().value).toBe('');
  await press('Back');
  await choose('describe');
  expect(topic().value).toBe('heron');
  fireEvent.keyDown(topic(), { key: 'Escape' });
  await press('Keep editing', await screen.findByRole('dialog', { name: 'Discard your changes?' }));
  expect(close).not.toHaveBeenCalled();
  expect(topic().value).toBe('heron');
});
