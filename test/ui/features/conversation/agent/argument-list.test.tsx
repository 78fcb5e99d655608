// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { ArgumentList } from '#ui/features/conversation/agent/argument-list.tsx';
import { render } from '../../../support/render.tsx';

const SAME = { path: 'a.txt', old_text: 'the whole of a private letter', new_text: 'the whole of a private letter' };

it('shows a server’s arguments whole, whatever it calls them', async () => {
  const { container } = await render(<ArgumentList tool="notes__update" args={SAME} />, 'en');
  expect(container.textContent?.split('private letter')).toHaveLength(3);
});

it('shows what an edit changes', async () => {
  const args = { ...SAME, new_text: 'the whole of a public letter' };
  const { container } = await render(<ArgumentList tool="builtin_workspace_server__edit" args={args} />, 'en');
  expect(container.querySelector('del')?.textContent).toContain('private');
  expect(container.querySelector('ins')?.textContent).toContain('public');
  expect(container.textContent).not.toContain('old_text');
});
