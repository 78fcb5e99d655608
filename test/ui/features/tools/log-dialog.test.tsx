// @vitest-environment jsdom
import { waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { McpServer } from '#contract/mcp.ts';
import { reasonText } from '#core/reasons.ts';
import type { McpHost } from '#host-client/mcp-host.ts';
import { LogDialog } from '#ui/features/tools/log-dialog.tsx';
import type { McpServices } from '#ui/data/services.ts';
import { onlyWith, WithServices } from '#test/fakes/services.tsx';
import { render } from '../../support/render.tsx';

const SERVER = onlyWith<McpServer>({ id: 'files', label: 'Files' });

it('says Baton’s own lines in the user’s language and leaves those of the server as they are', async () => {
  const fault = reasonText('header.twice', { header: 'Region' });
  const host = onlyWith<McpHost>({
    log: async () => ({
      lines: [
        { at: 1, from: 'host', text: reasonText('server.starting') },
        { at: 2, from: 'stderr', text: 'Starting.' },
        { at: 3, from: 'host', text: reasonText('server.toolLeftOut', { tool: 'find', reason: fault }) },
        { at: 4, from: 'host', text: 'Error POSTing to endpoint (HTTP 502)' },
      ],
    }),
  });
  await render(
    <WithServices services={{ mcp: onlyWith<McpServices>({ host }) }}>
      <LogDialog server={SERVER} open onOpenChange={() => undefined} />
    </WithServices>,
    'ko',
  );
  const lines = () => [...document.querySelectorAll('[role=log] p')].map(({ textContent }) => textContent);
  await waitFor(() => expect(lines()[0]).toMatch(/Baton 시작하는 중이에요\.$/));
  expect(lines()[1]).toMatch(/stderr Starting\.$/);
  expect(lines()[2]).toMatch(/‘find’ 도구를 제외했어요: Region 헤더가 두 번 나와요\.$/);
  expect(lines()[3]).toMatch(/Baton Error POSTing to endpoint \(HTTP 502\)$/);
});
