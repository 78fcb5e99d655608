import type { HostCallDeps } from './api-client.ts';
import { endRun, type RunFetchDeps } from './abortable-fetch.ts';

export interface HostCallsDeps extends HostCallDeps {
  newRunId(): string;
  /** Calls `fn` when the page is being unloaded. Its running requests are ended then. */
  onPageHide(fn: () => void): void;
}

/** For streaming requests, which are ended when the page is unloaded. */
export function openStreams(deps: HostCallsDeps): RunFetchDeps {
  const running = new Set<string>();
  deps.onPageHide(() => {
    for (const run of running) endRun(deps, run);
  });
  return { ...deps, running };
}
