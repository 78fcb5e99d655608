import type { permissionEndpoints } from '#contract/permissions.ts';
import type { Handlers } from '../base/to-routes.ts';
import type { HostServices } from './host-services.ts';

export function permissionHandlers({ mcp, events }: HostServices): Handlers<typeof permissionEndpoints> {
  return {
    permissions: () => mcp.permissions.list(),
    async removePermission({ params }) {
      await mcp.permissions.remove(params.permission);
      events.emit({ type: 'mcp-changed' });
    },
  };
}
