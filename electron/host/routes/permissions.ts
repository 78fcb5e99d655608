import type { permissionEndpoints } from '#contract/permissions.ts';
import type { Handlers } from '../base/to-routes.ts';
import type { HostServices } from './host-services.ts';

export function permissionHandlers({ mcp, sandbox, events }: HostServices): Handlers<typeof permissionEndpoints> {
  return {
    list: async () => ({ ...(await mcp.permissions.list()), sandbox: await sandbox.state() }),
    async setSandbox({ body, given }) {
      await sandbox.set(body, given);
      events.emit({ type: 'mcp-changed' });
    },
    async remove({ params }) {
      await mcp.permissions.remove(params.permission);
      events.emit({ type: 'mcp-changed' });
    },
    async judgeFolder({ params: { session }, body: { path, own }, given }) {
      await mcp.folders.judge(session, path, own, { ...given, session });
      events.emit({ type: 'mcp-changed' });
      return mcp.folders.shown(session);
    },
    async acceptEdits({ params: { session }, given }) {
      await mcp.permissions.acceptEdits(session, { ...given, session });
      events.emit({ type: 'mcp-changed' });
    },
    stopEdits: ({ params }) => mcp.permissions.stopEdits(params.session),
    scope: async ({ params: { session }, body: { server, tool, arguments: args } }) => ({
      scope: await mcp.scopeOf({ server, session, tool, args }),
    }),
  };
}
