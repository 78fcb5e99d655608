import { OrphanProcessList } from '#contract/orphan-processes.ts';
import { createHostCalls } from './host-calls.ts';
import type { HostCallsDeps } from './host-calls.ts';

/** Orphaned processes at the host. Methods reject like those of HostClient. */
export interface OrphanProcessHost {
  list(): Promise<OrphanProcessList>;
  /** Ends the orphaned processes of a conversation; with `calls`, also what its calls are running. */
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
