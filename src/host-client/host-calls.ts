import type { z } from 'zod';
import { callHost } from './call-host.ts';
import type { HostCall, HostCallDeps } from './call-host.ts';
import { HostAnswerUnreadable } from './host-error.ts';
import { endRun } from './abortable-fetch.ts';
import type { RunFetchDeps } from './abortable-fetch.ts';

export interface HostCallsDeps extends HostCallDeps {
  newRunId(): string;
  /** Calls `fn` when the page is being unloaded. Its running requests are ended then. */
  onPageHide(fn: () => void): void;
}

/** The ways to call the host that all its clients share. */
export interface HostCalls {
  ask: <T>(call: HostCall, answer: z.ZodType<T>) => Promise<T>;
  /** For a call without a response body. */
  tell: (method: HostCall['method'], path: string) => Promise<void>;
  /** For streaming requests, which are ended when the page is unloaded. */
  streams: RunFetchDeps;
}

export function createHostCalls(deps: HostCallsDeps): HostCalls {
  const running = new Set<string>();
  deps.onPageHide(() => {
    for (const run of running) endRun(deps, run);
  });
  return {
    async ask(call, answer) {
      const value = await callHost(deps, call, answer);
      if (value === null) throw new HostAnswerUnreadable(call.path);
      return value;
    },
    async tell(method, path) {
      await callHost(deps, { method, path }, null);
    },
    streams: { ...deps, running },
  };
}
