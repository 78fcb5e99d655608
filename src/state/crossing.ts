import type { StoreApi } from 'zustand/vanilla';
import { createStore } from 'zustand/vanilla';
import type { CrossingState } from '#contract/crossing.ts';
import type { Snapshot, SnapshotReason } from '#contract/snapshot.ts';
import { SnapshotError, toSnapshotError } from '#snapshots/snapshot-error.ts';
import type { TransferClient } from '#transfer/transfer-client.ts';
import { failureOf, type TransferFailure } from '#transfer/transfer-error.ts';
import type { TransferPreview } from '#transfer/transfer-messages.ts';
import { createIncomingTransfer, type IncomingTransfer } from './incoming-transfer.ts';
import type { Snapshots } from './snapshots.ts';

export type Side = 'browser' | 'desktop';

/** What each side leaves when the user goes to the other one. */
const LEAVES: Record<Side, Extract<SnapshotReason, `from-${string}`>> = {
  browser: 'from-browser',
  desktop: 'from-desktop',
};

export const otherSide = (side: Side): Side => (side === 'browser' ? 'desktop' : 'browser');

/** The newest snapshot that a side left. One that was found damaged is none. */
export function findLeft(snapshots: readonly Snapshot[], side: Side): Snapshot | null {
  return snapshots.find(({ reason, state }) => reason === LEAVES[side] && state !== 'damaged') ?? null;
}

/** What the other side left and was not brought here yet. */
export function findOffer(snapshots: readonly Snapshot[], { brought }: CrossingState, here: Side): Snapshot | null {
  const left = findLeft(snapshots, otherSide(here));
  return left === null || brought.some(({ snapshot }) => snapshot === left.id) ? null : left;
}

/** Conversations of the snapshot that the history doesn't hold whole. */
export function missingOf({ results }: TransferPreview): TransferPreview['results'] {
  return results.filter(({ kind }) => kind !== 'same');
}

/** Whether what was brought is there, found by reading the snapshot once more. */
export type Comparison =
  | { step: 'none' }
  | { step: 'going' }
  | { step: 'done'; compared: number; missing: TransferPreview['results'] }
  | { step: 'failed'; failure: TransferFailure };

export interface CrossingView {
  /** The snapshot that is read back before anything is made of it. */
  fetching: string | null;
  failure: SnapshotError | null;
  comparison: Comparison;
}

export interface Crossing {
  store: StoreApi<CrossingView>;
  /** The restore, with its preview, progress and undo. It always takes everything. */
  intake: IncomingTransfer;
  /** Makes a snapshot of everything for the other side. */
  leave(here: Side): Promise<Snapshot>;
  /** Verifies what the other side left, and compares it with the history. Changes nothing. */
  open(snapshot: string): Promise<void>;
  /** Resolves when everything was restored and compared. */
  bring(): Promise<void>;
  dismiss(): void;
}

interface CrossingDeps {
  client: Pick<TransferClient, 'open' | 'preview' | 'restore' | 'undo' | 'close'>;
  snapshots: Pick<Snapshots, 'check' | 'file' | 'leave'>;
  /** Everything of the snapshot was found in the history. */
  onBrought: (snapshot: string) => Promise<unknown>;
  onFailed: (failure: TransferFailure) => void;
  /** The snapshot could not be read back. */
  onUnread: (error: SnapshotError) => void;
}

const NOTHING: CrossingView = { fetching: null, failure: null, comparison: { step: 'none' } };

/**
 * Brings everything from the other side here. Restoring merges and never removes, so it may be stopped, repeated and
 * done in both directions; the snapshot stays, and so does the history that it was made of.
 */
export function createCrossing({ client, snapshots, onBrought, onFailed, onUnread }: CrossingDeps): Crossing {
  const store = createStore<CrossingView>(() => NOTHING);
  const intake = createIncomingTransfer(
    // Prompts, projects and assistants come along only with the whole archive.
    { ...client, restore: (id, _chosen, run) => client.restore(id, 'all', run) },
    onFailed,
  );
  let source: string | null = null;

  async function compare(): Promise<void> {
    const state = intake.store.getState();
    if (state.step !== 'done' || state.report.stopped !== null) return;
    store.setState({ comparison: { step: 'going' } });
    try {
      const run = { signal: new AbortController().signal, onProgress: () => undefined };
      const preview = await client.preview(state.opened.id, run);
      const missing = missingOf(preview);
      if (missing.length === 0 && source !== null && state.report.damaged.length === 0) await onBrought(source);
      store.setState({ comparison: { step: 'done', compared: preview.results.length, missing } });
    } catch (error) {
      const failure = failureOf(error);
      onFailed(failure);
      store.setState({ comparison: { step: 'failed', failure } });
    }
  }

  return {
    store,
    intake,
    leave: async (here) => (await snapshots.leave(LEAVES[here])).snapshot,
    async open(snapshot) {
      if (store.getState().fetching !== null) return;
      source = snapshot;
      store.setState({ ...NOTHING, fetching: snapshot });
      try {
        const { state } = await snapshots.check(snapshot);
        if (state !== 'verified') throw new SnapshotError('not-verified', state);
        const file = await snapshots.file(snapshot, new AbortController().signal);
        store.setState({ fetching: null });
        await intake.open([file]);
      } catch (error) {
        const stopped = error instanceof DOMException && error.name === 'AbortError';
        const failure = stopped ? null : toSnapshotError(error);
        if (failure) onUnread(failure);
        store.setState({ fetching: null, failure });
      }
    },
    async bring() {
      await intake.restore();
      await compare();
    },
    dismiss() {
      intake.dismiss();
      store.setState(NOTHING);
    },
  };
}
