import type { localServerEndpoints } from '#contract/local-servers.ts';
import { findLocalServers } from '../base/find-local-servers.ts';
import type { Handlers } from '../base/to-routes.ts';
import type { HostServices } from './host-services.ts';

export function localServerHandlers({ config, deps }: HostServices): Handlers<typeof localServerEndpoints> {
  return {
    async findLocalServers() {
      const { localPorts = {} } = (await config.read()).config;
      const servers = await findLocalServers(deps, localPorts);
      deps.log.write('info', 'local-servers', { found: servers.map(({ label, baseUrl }) => `${label} ${baseUrl}`) });
      return { servers };
    },
  };
}
