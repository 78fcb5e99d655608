import { createApiClient } from '#host-client/api-client.ts';
import { snapshotEndpoints } from '#contract/snapshot.ts';
import { createJournalHost, type JournalHost } from '#host-client/journal-host.ts';
import { type SnapshotHost } from '#host-client/host-api.ts';
import { createHost, type Host } from '#host/create-host.ts';
import type { HostOptions } from '#host/create-handler.ts';
import type { HostDeps } from '#host/base/deps.ts';
import type { SnapshotDisk } from '#host/snapshots/snapshot-disk.ts';
import { createHostBench, type HostBench, TEST_TOKEN } from './host-deps.ts';

/** The fate of a call: it never arrives, its answer is lost, or neither. */
export type Cut = 'before' | 'after' | null;

export interface SnapshotBench {
  home: HostBench;
  host: Host;
  client: SnapshotHost;
  journals: JournalHost;
  /** Called for each call to the host. */
  cut: (url: string, method: string) => Cut;
  dispose(): Promise<void>;
}

/** The page's clients for snapshots and journals, connected to a real host with a folder of its own. */
export function openSnapshotBench(
  disk?: SnapshotDisk,
  overrides: Partial<HostDeps> = {},
  options: HostOptions = {},
): SnapshotBench {
  const home = createHostBench(overrides);
  const host = createHost(home.deps, { ...options, ...(disk && { disk }) });
  const calls = {
    origin: 'app://ui',
    token: TEST_TOKEN,
    newRunId: () => 'run',
    onPageHide: () => undefined,
    async fetch(url: string, init?: RequestInit) {
      const how = bench.cut(url, init?.method ?? 'GET');
      if (how === 'before') throw new TypeError('Failed to fetch');
      const response = await host.fetch(new Request(url, init));
      if (how === 'after') throw new TypeError('Failed to fetch');
      return response;
    },
  };
  const bench: SnapshotBench = {
    home,
    host,
    cut: () => null,
    client: createApiClient(calls, snapshotEndpoints),
    journals: createJournalHost(calls),
    async dispose() {
      await host.close();
      home.dispose();
    },
  };
  return bench;
}
