// oxlint-disable-next-line import/no-unassigned-import -- has to run before the first schema is made
import '#contract/configure-zod.ts';
import { createSnapshotHost } from '#host-client/snapshot-host.ts';
import { openDatabase } from '#storage/database.ts';
import { serveSnapshots } from './serve-snapshots.ts';
import type { SnapshotRequest } from './snapshot-messages.ts';

const answer = serveSnapshots({
  openDatabase,
  connect: ({ origin, token }) =>
    createSnapshotHost({
      origin,
      token,
      fetch: (input, init) => fetch(input, { ...init, credentials: 'omit' }),
      newRunId: () => crypto.randomUUID(),
      // A worker ends with its page, and its requests with it.
      onPageHide: () => undefined,
    }),
  now: () => Date.now(),
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  // The page reports unreadable rows when it shows them.
  report: () => undefined,
  post: (reply) => postMessage(reply),
});

addEventListener('message', ({ data }: MessageEvent<SnapshotRequest>) => void answer(data));
