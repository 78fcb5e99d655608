// oxlint-disable-next-line import/no-unassigned-import -- has to run before the first schema is made
import '#contract/configure-zod.ts';
import { createApiClient } from '#host-client/api-client.ts';
import { snapshotEndpoints } from '#contract/snapshot.ts';
import { openDatabase } from '#storage/database.ts';
import { completePlatform } from '#workers/complete-platform.ts';
import { serveSnapshots } from './serve-snapshots.ts';
import type { SnapshotRequest } from './snapshot-messages.ts';

completePlatform(globalThis);

const answer = serveSnapshots({
  openDatabase,
  connect: ({ origin, token }) =>
    createApiClient(
      { origin, token, fetch: (input, init) => fetch(input, { ...init, credentials: 'omit' }) },
      snapshotEndpoints,
    ),
  now: () => Date.now(),
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  // The page reports unreadable rows when it shows them.
  onUnreadableRow: () => undefined,
  post: (reply) => postMessage(reply),
});

addEventListener('message', ({ data }: MessageEvent<SnapshotRequest>) => void answer(data));
