import type { moveEndpoints } from '#contract/origin-migration.ts';
import type { Handlers } from '../base/to-routes.ts';
import type { HostServices } from './host-services.ts';

/** The history of earlier builds, which had another address. */
export function moveHandlers({ move }: HostServices): Handlers<typeof moveEndpoints> {
  return { state: () => move.state(), begin: () => move.begin(), finish: () => move.finish() };
}
