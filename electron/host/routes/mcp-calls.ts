import type { mcpCallEndpoints } from '#contract/mcp-calls.ts';
import type { AttachedFolders } from '#contract/mcp.ts';
import { findContextFiles } from '../mcp/context-files/find-context-files.ts';
import { outlineFolders } from '../mcp/context-files/outline-folders.ts';
import type { Handlers } from '../base/to-routes.ts';
import type { HostServices } from './host-services.ts';

const shown = (paths: readonly string[]): AttachedFolders => ({ folders: paths.map((path) => ({ path })) });

export function mcpCallHandlers({ mcp, events, leftRunning }: HostServices): Handlers<typeof mcpCallEndpoints> {
  return {
    allow: ({ body, given }) => mcp.allow(body, { ...given, session: body.session }),
    endTurn: ({ params }) => mcp.endTurn(params.turn),
    rules: async () => ({ rules: await mcp.rules() }),
    removeRules: () => mcp.removeRules(),
    removeRule: ({ params }) => mcp.removeRule(params.rule),
    folders: async ({ params }) => shown(await mcp.folders.of(params.session)),
    async attachFolder({ params: { session }, body, given }) {
      const folders = await mcp.folders.attach(session, body.path, body.wide, { ...given, session });
      // A folder adds its own configuration.
      events.emit({ type: 'config-changed' });
      return shown(folders);
    },
    async detachFolder({ params, body }) {
      const folders = await mcp.folders.detach(params.session, body.path);
      events.emit({ type: 'config-changed' });
      return shown(folders);
    },
    contextFiles: async ({ params, body, request }) => ({
      files: await findContextFiles(mcp.folders, params.session, body, request.signal),
    }),
    outline: async ({ params, request }) => ({
      folders: await outlineFolders(mcp.folders, params.session, request.signal),
    }),
    async forgetSession({ params }) {
      // First, while the session's folders still determine its configuration.
      await leftRunning.forget(params.session);
      await mcp.forgetSession(params.session);
    },
  };
}
