// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Services } from '#ui/data/services.ts';
import { ProjectFiles } from '#ui/shared/projects/project-files.tsx';
import { ChatWorld } from '#test/fakes/chat-world.ts';
import { createPageData } from '#test/fakes/page-data.tsx';
import { onlyWith, WithServices } from '#test/fakes/services.tsx';
import { render } from '../../support/render.tsx';

it('says that models get nothing of a scan: a project gives them only what was read', async () => {
  const world = await ChatWorld.open();
  const data = await createPageData(world, world.window());
  const file = { id: 'a', folder: 'f', name: 'scan.pdf', mime: 'application/pdf', blob: 'b', bytes: 1, createdAt: 1 };
  await data.db.projectFiles.put(file);
  await data.db.projectTexts.put({ id: 'a', folder: 'f', text: '', tokens: 0, unread: 'no-text' });
  // Nothing is searched by meaning, and no file is read.
  const unused = () => Promise.reject(new Error('unexpected'));
  const projects = onlyWith<Services['projects']>({});
  await render(
    <WithServices services={{ ...data, projects, projectVectors: unused }}>
      <ProjectFiles folder="f" />
    </WithServices>,
  );
  const row = await screen.findByRole('listitem');
  await waitFor(() => expect(row.textContent).toContain('models get nothing from it. Attach it to a message instead.'));
  expect(row.textContent).not.toContain('can still read');
});
