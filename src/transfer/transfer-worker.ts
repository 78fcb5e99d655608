// oxlint-disable-next-line import/no-unassigned-import -- before every module that makes a schema
import '#contract/configure-zod.ts';
import type { RestoreDeps } from '#history/archive/merge-history.ts';
import { openDatabase } from '#storage/database.ts';
import { openWriterChannel } from '#storage/writer-channel.ts';
import { createSessionWriters } from '#storage/session-writers.ts';
import { StorageError } from '#storage/storage-error.ts';
import { serveTransfer } from './serve-transfer.ts';
import { failureOf } from './transfer-error.ts';
import type { TransferReply, TransferRequest } from './transfer-messages.ts';
import { completePlatform } from '#workers/complete-platform.ts';
import { createTransfers } from './transfers.ts';

completePlatform(globalThis);

const post = (reply: TransferReply): void => postMessage(reply);
const reportProblem = (error: unknown): void => post({ type: 'problem', failure: failureOf(error) });

let world: Promise<RestoreDeps> | null = null;

/** The history in this worker, with its own connection. If it was closed, the next call opens it again. */
async function openWorld(): Promise<RestoreDeps> {
  const channel = openWriterChannel();
  const forget = () => {
    channel.close();
    world = null;
  };
  try {
    const db = await openDatabase({ onClosed: forget });
    const writers = createSessionWriters({
      db,
      locks: navigator.locks,
      channel,
      setTimeout: (fn, ms) => setTimeout(fn, ms),
      clearTimeout: (handle) => (typeof handle === 'number' ? clearTimeout(handle) : undefined),
      onError: reportProblem,
    });
    const onUnreadableRow: RestoreDeps['onUnreadableRow'] = ({ table, key, issue }) =>
      reportProblem(new StorageError('unreadable', undefined, `${table} ${key}: ${issue}`));
    return { db, writers, onUnreadableRow };
  } catch (error) {
    forget();
    throw error;
  }
}

const transfers = createTransfers(() => (world ??= openWorld()), Date.now);
const serve = serveTransfer(transfers, post);

addEventListener('message', ({ data }: MessageEvent<TransferRequest>) => void serve(data));
