import type { crossingEndpoints } from '#contract/crossing.ts';
import type { Handlers } from '../base/to-routes.ts';
import type { HostServices } from './host-services.ts';

export function crossingHandlers({ crossing }: HostServices): Handlers<typeof crossingEndpoints> {
  return {
    crossing: () => crossing.state(),
    markBrought: ({ body }) => crossing.markBrought(body.snapshot),
    bringKeys: ({ body }) => crossing.bringKeys(body.passphrase),
    leaveKeys: ({ body }) => crossing.leaveKeys(body.passphrase),
  };
}
