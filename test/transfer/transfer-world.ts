import type { SessionHistory } from '#archive/records.ts';
import { openArchive } from '#archive/read-archive.ts';
import type { RestoreDeps } from '#history/archive/merge-history.ts';
import { restoreArchive } from '#history/archive/restore-archive.ts';
import type { BatonDatabase } from '#storage/database.ts';
import { createSessionWriters } from '#storage/session-writers.ts';
import { serveTransfer } from '#transfer/serve-transfer.ts';
import { createTransferClient, type TransferClient, type TransferRun } from '#transfer/transfer-client.ts';
import type { ExportJob, TransferProgress, TransferReply } from '#transfer/transfer-messages.ts';
import { createTransfers } from '#transfer/transfers.ts';
import { written } from '#test/archive/support.ts';
import { FakeLockManager } from '#test/fakes/lock-manager.ts';
import { collectReports, createWriterBus, openTestDatabase } from '#test/fakes/page-storage.ts';
import type { MemoryTarget } from './memory-target.ts';

export const EVERYTHING: ExportJob = {
  sessions: 'all',
  trash: true,
  format: 'archive',
  thinking: true,
  tools: true,
  branches: true,
  language: 'en',
};

export interface TransferWorld {
  deps: RestoreDeps & { db: BatonDatabase };
  client: TransferClient;
  locks: FakeLockManager;
}

/** The real client, messages and worker side, with a database of their own. */
export async function transferWorld(given?: Pick<RestoreDeps, 'db' | 'writers'>): Promise<TransferWorld> {
  const db = given?.db ?? (await openTestDatabase());
  const locks = new FakeLockManager();
  const writers =
    given?.writers ??
    createSessionWriters({
      db,
      locks,
      channel: createWriterBus()(),
      setTimeout: (fn, ms) => globalThis.setTimeout(fn, ms),
      clearTimeout: (handle) => globalThis.clearTimeout(handle as NodeJS.Timeout),
      onError: (error) => {
        throw error;
      },
    });
  const deps = { db, writers, onUnreadableRow: collectReports().onUnreadableRow };
  let at = 1_795_000_000_000;
  const client = createTransferClient({
    start() {
      let onMessage: (reply: TransferReply) => void = () => undefined;
      // Every reading of the clock is a second later, so that all progress is reported.
      const transfers = createTransfers(
        async () => deps,
        () => (at += 1_000),
      );
      const serve = serveTransfer(transfers, (reply) => onMessage(reply));
      return { post: (request) => void serve(request), listen: (on) => (onMessage = on), end: () => undefined };
    },
    writtenBy: () => 'Baton 1.0',
    onProblem: (problem) => {
      throw problem;
    },
  });
  return { deps, client, locks };
}

export function running(): TransferRun & { abort: AbortController; seen: TransferProgress[] } {
  const abort = new AbortController();
  const seen: TransferProgress[] = [];
  return { abort, seen, signal: abort.signal, onProgress: (progress) => seen.push(progress) };
}

export async function fill(world: TransferWorld, histories: readonly SessionHistory[]): Promise<void> {
  const archive = await openArchive((await written(histories)).list());
  await restoreArchive(world.deps, archive, archive.manifest.conversations);
}

export async function exported(world: TransferWorld, to: MemoryTarget): Promise<File> {
  await world.client.write(EVERYTHING, to, running());
  return to.getFile();
}
