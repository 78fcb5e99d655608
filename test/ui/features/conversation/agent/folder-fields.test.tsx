// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { AgentFlows } from '#flows/agent/agent-flows.ts';
import type { Services } from '#ui/data/services.ts';
import { FolderFields } from '#ui/features/conversation/agent/folder-fields.tsx';
import { ChatWorld } from '#test/fakes/chat-world.ts';
import { createPageData } from '#test/fakes/page-data.tsx';
import { onlyWith, WithServices } from '#test/fakes/services.tsx';
import { render } from '../../../support/render.tsx';

it('a path that is begun while the one before is being attached stays', async () => {
  const slow = Promise.withResolvers<{ folders: []; edits: boolean }>();
  const attached: string[] = [];
  const flows = onlyWith<AgentFlows>({
    folders: async () => ({ folders: [], edits: false }),
    async attachFolder(_session, path) {
      attached.push(path);
      return slow.promise;
    },
  });
  const world = await ChatWorld.open();
  const data = await createPageData(world, world.window());
  await render(
    <WithServices services={{ ...data, agent: onlyWith<Services['agent']>({ flows }) }}>
      <FolderFields sessionId="s" />
    </WithServices>,
  );
  const path = await screen.findByRole<HTMLInputElement>('textbox');
  await userEvent.type(path, '/one{Enter}');
  await userEvent.clear(path);
  await userEvent.type(path, '/tw');
  slow.resolve({ folders: [], edits: false });
  await waitFor(() => expect(screen.getByRole('button', { name: 'Attach' }).ariaBusy).not.toBe('true'));
  await userEvent.type(path, 'o{Enter}');
  await waitFor(() => expect(attached).toEqual(['/one', '/two']));
  await waitFor(() => expect(path.value).toBe(''));
});
