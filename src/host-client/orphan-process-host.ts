import { OrphanProcessList } from '#contract/orphan-processes.ts';
import { createHostCalls } from './host-calls.ts';
import type { HostCallsDeps } from './host-calls.ts';

/** What commands left running at the host. Methods reject as those of HostClient do. */
export interface OrphanProcessHost {
  list(): Promise<OrphanProcessList>;
  /** Ends what a conversation left running; with `calls` what its calls run as well. */
  end(session: string, calls: boolean): Promise<void>;
}

export function createOrphanProcessHost(deps: HostCallsDeps): OrphanProcessHost {
  const { ask, tell } = createHostCalls(deps);
  const path = '/api/left-running';
  return {
    list: () => ask({ method: 'GET', path }, OrphanProcessList),
    end: (session, calls) => tell('DELETE', `${path}/${encodeURIComponent(session)}${calls ? '?calls=1' : ''}`),
  };
}
