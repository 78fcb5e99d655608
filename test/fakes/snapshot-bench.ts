import { createSnapshotHost, type SnapshotHost } from '#host-client/snapshot-host.ts';
import { createHost, type Host } from '#host/create-host.ts';
import type { HostDeps } from '#host/deps.ts';
import type { SnapshotDisk } from '#host/snapshots/snapshot-disk.ts';
import { createHostBench, type HostBench, TEST_TOKEN } from './host-deps.ts';

/** What becomes of a call on its way: it never arrives, its answer is lost, or neither. */
export type Cut = 'before' | 'after' | null;

export interface SnapshotBench {
  home: HostBench;
  host: Host;
  client: SnapshotHost;
  /** For each call to the host. */
  cut: (url: string, method: string) => Cut;
  dispose(): Promise<void>;
}

/** The page's client of snapshots at a real host with a folder of its own. */
export function openSnapshotBench(disk?: SnapshotDisk, overrides: Partial<HostDeps> = {}): SnapshotBench {
  const home = createHostBench(overrides);
  const host = createHost(home.deps, disk ? { disk } : {});
  const bench: SnapshotBench = {
    home,
    host,
    cut: () => null,
    client: createSnapshotHost({
      origin: 'app://ui',
      token: TEST_TOKEN,
      newRunId: () => 'run',
      onPageHide: () => undefined,
      async fetch(url, init) {
        const how = bench.cut(url, init?.method ?? 'GET');
        if (how === 'before') throw new TypeError('Failed to fetch');
        const response = await host.fetch(new Request(url, init));
        if (how === 'after') throw new TypeError('Failed to fetch');
        return response;
      },
    }),
    async dispose() {
      await host.close();
      home.dispose();
    },
  };
  return bench;
}
