import { type MuteUpdate, UpdateState } from '#contract/updates.ts';
import type { HostCall } from './call-host.ts';
import { createHostCalls } from './host-calls.ts';
import type { HostCallsDeps } from './host-calls.ts';

/** What the host knows of newer versions. Methods reject as those of HostClient do. */
export interface UpdateHost {
  state(): Promise<UpdateState>;
  /** A good moment to look; whether anything is asked is the host's decision. */
  check(): Promise<UpdateState>;
  /** Rejects with `approval_stale` when another address would be asked now. */
  agree(feed: string): Promise<UpdateState>;
  revoke(): Promise<UpdateState>;
  quiet(wish: MuteUpdate): Promise<UpdateState>;
}

export function createUpdateHost(deps: HostCallsDeps): UpdateHost {
  const { ask } = createHostCalls(deps);
  const call = (method: HostCall['method'], path: string, body?: unknown) =>
    ask({ method, path: `/api/updates${path}`, ...(body !== undefined && { body }) }, UpdateState);
  return {
    state: () => call('GET', ''),
    check: () => call('POST', '/check'),
    agree: (feed) => ask({ method: 'POST', path: '/api/updates/consent', body: { feed }, by: 'gesture' }, UpdateState),
    revoke: () => call('DELETE', '/consent'),
    quiet: (wish) => call('POST', '/quiet', wish),
  };
}
