import type { networkEndpoints } from '#contract/network.ts';
import type { Handlers } from '../base/to-routes.ts';
import type { HostServices } from './host-services.ts';
import { testKey } from './test-key.ts';

export function networkHandlers(parts: HostServices): Handlers<typeof networkEndpoints> {
  const { network } = parts.deps;
  return {
    network: () => network.state(),
    putNetwork: ({ body }) => network.put(body),
    addAuthority: ({ body }) => network.addAuthority(body.pem),
    removeAuthority: ({ params }) => network.removeAuthority(params.fingerprint),
    async testNetwork({ body }) {
      const { status, message } = await testKey(parts, await parts.connections.find(body.connection), null);
      return { status, problem: status === null ? message : null };
    },
  };
}
