import { type MuteUpdate, UpdateState } from '#contract/updates.ts';
import type { HostCall } from './call-host.ts';
import { createHostCalls } from './host-calls.ts';
import type { HostCallsDeps } from './host-calls.ts';

/** The host's state of updates. Methods reject like those of HostClient. */
export interface UpdateHost {
  state(): Promise<UpdateState>;
  /** Suggests a check. The host decides whether to ask the feed. */
  check(): Promise<UpdateState>;
  /** Rejects with `approval_stale` if the feed's address has changed since. */
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
