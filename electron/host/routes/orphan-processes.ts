import type { orphanProcessEndpoints } from '#contract/orphan-processes.ts';
import type { Handlers } from '../base/to-routes.ts';
import type { HostServices } from './host-services.ts';

/** The page may end orphaned processes by session; only the host knows which processes those are. */
export function orphanProcessHandlers({ leftRunning }: HostServices): Handlers<typeof orphanProcessEndpoints> {
  return {
    list: () => leftRunning.list(),
    end: ({ params, query }) => leftRunning.end(params.session, query.calls),
  };
}
