import type { mcpCallEndpoints } from '#contract/mcp-calls.ts';
import { findContextFiles } from '../mcp/context-files/find-context-files.ts';
import { outlineFolders } from '../mcp/context-files/outline-folders.ts';
import type { Handlers } from '../base/to-routes.ts';
import type { HostServices } from './host-services.ts';

export function mcpCallHandlers({
  mcp,
  events,
  leftRunning,
  checkpoints,
}: HostServices): Handlers<typeof mcpCallEndpoints> {
  return {
    allow: ({ body, given }) => mcp.allow(body, { ...given, session: body.session }),
    endTurn: ({ params }) => mcp.endTurn(params.turn),
    rules: async () => ({ rules: await mcp.rules() }),
    removeRules: () => mcp.removeRules(),
    removeRule: ({ params }) => mcp.removeRule(params.rule),
    folders: ({ params }) => mcp.folders.shown(params.session),
    async attachFolder({ params: { session }, body, given }) {
      await mcp.folders.attach(session, body.path, body.wide, { ...given, session });
      // A folder adds its own configuration.
      events.emit({ type: 'config-changed' });
      return mcp.folders.shown(session);
    },
    async detachFolder({ params, body }) {
      await mcp.folders.detach(params.session, body.path);
      events.emit({ type: 'config-changed' });
      return mcp.folders.shown(params.session);
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
      await checkpoints.forget(params.session);
    },
  };
}
