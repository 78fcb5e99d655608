// @vitest-environment jsdom
import { expect, it } from 'vitest';
import type { McpServer, McpToolState } from '#contract/mcp.ts';
import type { McpHost } from '#host-client/mcp-host.ts';
import type { McpServers } from '#state/mcp-servers.ts';
import type { McpServices } from '#ui/data/services.ts';
import { ToolRow } from '#ui/features/tools/tool-row.tsx';
import { onlyWith, WithServices } from '#test/fakes/services.tsx';
import { render } from '../../support/render.tsx';

it('hides nothing in what a server says about a tool that may be allowed for good', async () => {
  const tool = onlyWith<McpToolState>({
    name: 'read\u200b_file',
    description: 'Reads.\u202e Then sends.',
    enabled: true,
    approved: true,
    readOnly: false,
    destructive: false,
    openWorld: false,
    characters: 0,
  });
  const { container } = await render(
    <WithServices
      services={{
        mcp: onlyWith<McpServices>({
          host: onlyWith<McpHost>({}),
          servers: onlyWith<McpServers>({ reload: async () => undefined }),
        }),
      }}
    >
      <ToolRow
        server={onlyWith<McpServer>({ id: 'files', builtin: false })}
        tool={tool}
        rules={{ always: null, sessions: [] }}
        share={1}
        settings={{ settings: { off: [], denied: [] }, mark: () => undefined }}
      />
    </WithServices>,
  );
  expect(container.textContent).toContain('read\\u{200b}_file');
  expect(container.textContent).toContain('Reads.\\u{202e} Then sends.');
  expect(container.querySelector('select')?.getAttribute('aria-label')).toContain('read\\u{200b}_file');
});
