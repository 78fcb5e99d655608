import { HostLog } from '#contract/logs.ts';
import type { LogBatch } from '#contract/logs.ts';
import { callHost } from './call-host.ts';
import type { HostCallDeps } from './call-host.ts';

/** The log at the host. Methods reject like those of HostClient. */
export interface LogClient {
  /** `leaving`: the page is being unloaded, and the request must outlive it. */
  send(lines: LogBatch['lines'], leaving: boolean): Promise<void>;
  /** The host's own lines after that number. */
  read(after: number): Promise<HostLog>;
}

export function createLogClient(deps: HostCallDeps): LogClient {
  const lasting: HostCallDeps = {
    ...deps,
    fetch: (input, init) => deps.fetch(input, { ...init, keepalive: true }),
  };
  return {
    async send(lines, leaving) {
      await callHost(
        leaving ? lasting : deps,
        { method: 'POST', path: '/api/logs', body: { lines } satisfies LogBatch },
        null,
      );
    },
    async read(after) {
      const answer = await callHost(deps, { method: 'GET', path: `/api/logs?after=${after}` }, HostLog);
      return answer ?? { lines: [], file: null };
    },
  };
}
