import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';
import type { TransferClient } from '#transfer/transfer-client.ts';
import { failureOf, type TransferFailure } from '#transfer/transfer-error.ts';
import type {
  Opened,
  PickedFile,
  TransferPreview,
  TransferProgress,
  TransferReport,
} from '#transfer/transfer-messages.ts';

/** State of undoing a restore. */
export type UndoState =
  | { step: 'possible' }
  | { step: 'going' }
  /** `stayed`: ids of conversations that were continued since. */
  | { step: 'done'; stayed: readonly string[] }
  | { step: 'failed'; failure: TransferFailure };

export type IncomingTransferState =
  | { step: 'idle' }
  /** Detecting the format and comparing with the history. Changes nothing. */
  | { step: 'reading'; progress: TransferProgress | null; stopping: boolean }
  /** `omitted`: conversations that the user deselected. */
  | { step: 'choosing'; opened: Opened; preview: TransferPreview; omitted: ReadonlySet<string> }
  | { step: 'restoring'; opened: Opened; progress: TransferProgress | null; stopping: boolean }
  | {
      step: 'done';
      opened: Opened;
      preview: TransferPreview;
      selected: readonly string[];
      report: TransferReport;
      undo: UndoState;
    }
  | { step: 'failed'; failure: TransferFailure };

export interface IncomingTransfer {
  store: StoreApi<IncomingTransferState>;
  /** Discards what was chosen before, unless it is in progress. */
  open: (files: readonly (File | PickedFile)[]) => Promise<void>;
  /** Selects or deselects these conversations. */
  choose: (ids: Iterable<string>, selected: boolean) => void;
  restore: () => Promise<void>;
  stop: () => void;
  undo: () => Promise<void>;
  /** Returns to the initial state. */
  dismiss: () => void;
}

/** Conversations that a restore would change. */
export function changedSessions({ results }: TransferPreview): TransferPreview['results'] {
  return results.filter(({ kind }) => kind === 'new' || kind === 'diverged');
}

/** The restore or import of this window. It continues while the user navigates elsewhere. */
export function createIncomingTransfer(
  client: Pick<TransferClient, 'open' | 'preview' | 'restore' | 'undo' | 'close'>,
  onFailed: (failure: TransferFailure) => void,
): IncomingTransfer {
  const store = createStore<IncomingTransferState>(() => ({ step: 'idle' }));
  let abort: AbortController | null = null;

  const set = (state: IncomingTransferState): void => store.setState(state, true);
  const failed = (error: unknown): TransferFailure => {
    const failure = failureOf(error);
    onFailed(failure);
    return failure;
  };
  const isActive = (): boolean => ['reading', 'restoring'].includes(store.getState().step);

  function close(opened: Opened): void {
    client.close(opened.id).catch(failed);
  }

  function closeOpened(): void {
    const state = store.getState();
    if (state.step === 'choosing' || state.step === 'done') close(state.opened);
  }

  return {
    store,
    async open(files) {
      if (isActive() || files.length === 0) return;
      closeOpened();
      const own = new AbortController();
      abort = own;
      const onProgress = (progress: TransferProgress | null): void =>
        set({ step: 'reading', progress, stopping: own.signal.aborted });
      onProgress(null);
      let opened: Opened | null = null;
      try {
        opened = await client.open(files, { signal: own.signal, onProgress });
        const preview = await client.preview(opened.id, { signal: own.signal, onProgress });
        set({ step: 'choosing', opened, preview, omitted: new Set() });
      } catch (error) {
        if (opened) close(opened);
        set(own.signal.aborted ? { step: 'idle' } : { step: 'failed', failure: failed(error) });
      } finally {
        abort = null;
      }
    },
    choose(ids, selected) {
      const state = store.getState();
      if (state.step !== 'choosing') return;
      const omitted = new Set(state.omitted);
      for (const id of ids) {
        if (selected) omitted.delete(id);
        else omitted.add(id);
      }
      set({ ...state, omitted });
    },
    async restore() {
      const state = store.getState();
      if (state.step !== 'choosing') return;
      const { opened, preview, omitted } = state;
      const selected = changedSessions(preview).flatMap(({ id }) => (omitted.has(id) ? [] : [id]));
      const own = new AbortController();
      abort = own;
      const onProgress = (progress: TransferProgress | null): void =>
        set({ step: 'restoring', opened, progress, stopping: own.signal.aborted });
      onProgress(null);
      try {
        const report = await client.restore(opened.id, selected, { signal: own.signal, onProgress });
        if (report.stopped !== null && report.stopped !== 'cancelled') onFailed(report.stopped);
        set({ step: 'done', opened, preview, selected, report, undo: { step: 'possible' } });
      } catch (error) {
        close(opened);
        set(own.signal.aborted ? { step: 'idle' } : { step: 'failed', failure: failed(error) });
      } finally {
        abort = null;
      }
    },
    stop() {
      const state = store.getState();
      if (state.step !== 'reading' && state.step !== 'restoring') return;
      set({ ...state, stopping: true });
      abort?.abort();
    },
    async undo() {
      const state = store.getState();
      if (state.step !== 'done' || state.report.id === null || state.undo.step === 'going') return;
      const { id } = state.report;
      set({ ...state, undo: { step: 'going' } });
      let undo: UndoState;
      try {
        const stayed = await client.undo(id, { signal: new AbortController().signal, onProgress: () => undefined });
        undo = { step: 'done', stayed };
      } catch (error) {
        undo = { step: 'failed', failure: failed(error) };
      }
      const now = store.getState();
      if (now.step === 'done') set({ ...now, undo });
    },
    dismiss() {
      if (isActive()) return;
      closeOpened();
      set({ step: 'idle' });
    },
  };
}
