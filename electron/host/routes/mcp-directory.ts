import type { mcpDirectoryEndpoints } from '#contract/mcp-directory.ts';
import type { Handlers } from '../base/to-routes.ts';
import type { HostServices } from './host-services.ts';

export function mcpDirectoryHandlers({ mcpDirectory }: HostServices): Handlers<typeof mcpDirectoryEndpoints> {
  return {
    directory: () => mcpDirectory.state(),
    setDirectory: ({ body }) => mcpDirectory.setAddress(body.address),
    agreeToDirectory: ({ body, given }) => mcpDirectory.agree(body.address, given),
    leaveDirectory: () => mcpDirectory.revoke(),
    searchDirectory: ({ query }) => mcpDirectory.search(query.search, query.cursor),
  };
}
