// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { McpHost } from '#host-client/mcp-host.ts';
import type { McpServices } from '#ui/data/services.ts';
import { PasteForm } from '#ui/features/tools/paste-form.tsx';
import { ChatWorld } from '#test/fakes/chat-world.ts';
import { createPageData } from '#test/fakes/page-data.tsx';
import { onlyWith, WithServices } from '#test/fakes/services.tsx';
import { render } from '../../support/render.tsx';

const OFFER = '{\n  "mcpServers": { "notes": { "command": "npx", "args": ["-y", "notes@1.0.0"] } }\n}';

/** Reading the text is all that the host may be asked for; any other call fails the test. */
async function open(offer: string | null) {
  const previewed: unknown[] = [];
  const imports = onlyWith<McpHost['imports']>({
    async preview({ source }) {
      previewed.push(source);
      return { servers: [], asks: [], problems: [] };
    },
  });
  const world = await ChatWorld.open();
  const data = await createPageData(world, world.window());
  const host = onlyWith<McpHost>({ imports });
  await render(
    <WithServices services={{ ...data, mcp: onlyWith<McpServices>({ host, servers: onlyWith({}) }) }}>
      <PasteForm start={offer} offered={offer !== null} onDone={() => undefined} />
    </WithServices>,
  );
  return previewed;
}

it('what a link offers stands there whole and is only read, until the user adds it', async () => {
  const previewed = await open(OFFER);
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe(OFFER);
  expect(document.body.textContent).toContain('A link outside of Baton offers this. Nothing was added.');
  expect(previewed).toEqual([{ text: OFFER }]);
});

it('a form that the user opened says nothing of a link', async () => {
  await open(null);
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('');
  expect(document.body.textContent).not.toContain('A link outside');
});
