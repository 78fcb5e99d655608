import type { pingEndpoints } from '#contract/ping.ts';
import type { Handlers } from '../base/to-routes.ts';
import type { HostServices } from './host-services.ts';

export function pingHandlers({ deps }: HostServices): Handlers<typeof pingEndpoints> {
  return { ping: () => ({ ok: true, version: deps.version, mount: deps.mount }) };
}
