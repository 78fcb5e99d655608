import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';
import type { TransferClient } from '#transfer/transfer-client.ts';
import { failureOf, type TransferFailure } from '#transfer/transfer-error.ts';
import type { ExportJob, ExportReport, TransferProgress } from '#transfer/transfer-messages.ts';
import type { ExportDestination, ExportDestinations } from './export-destinations.ts';

export type ExportState =
  | { step: 'idle' }
  | { step: 'going'; name: string; progress: TransferProgress | null; stopping: boolean }
  /** `inBrowser`: the file is in the browser's own storage, and `handOver` gives it to the user again. */
  | { step: 'done'; name: string; report: ExportReport; inBrowser: boolean }
  | { step: 'failed'; name: string; failure: TransferFailure }
  | { step: 'stopped'; name: string };

export interface Exports {
  store: StoreApi<ExportState>;
  /**
   * Asks for a location and writes the export. Ignored while an export is in progress. Resolves when it ends, with any
   * outcome.
   */
  start: (job: ExportJob, name: string) => Promise<void>;
  stop: () => void;
  handOver: () => Promise<void>;
  /** Called when the user has seen the outcome. */
  dismiss: () => void;
}

/** The export of this window. It continues while the user navigates elsewhere. */
export function createExports(
  client: Pick<TransferClient, 'write'>,
  places: ExportDestinations,
  onFailed: (failure: TransferFailure) => void,
): Exports {
  const store = createStore<ExportState>(() => ({ step: 'idle' }));
  let abort: AbortController | null = null;
  let storedExport: ExportDestination | null = null;
  let busy = false;

  const fail = (name: string, error: unknown): void => {
    const failure = failureOf(error);
    onFailed(failure);
    store.setState({ step: 'failed', name, failure }, true);
  };

  function removeStoredExport(): void {
    storedExport?.remove().catch((error: unknown) => onFailed(failureOf(error)));
    storedExport = null;
  }

  async function handOver(): Promise<void> {
    const state = store.getState();
    if (state.step !== 'done' || !storedExport) return;
    try {
      await storedExport.handOver();
    } catch (error) {
      removeStoredExport();
      fail(state.name, error);
    }
  }

  async function write(job: ExportJob, destination: ExportDestination): Promise<void> {
    const { name } = destination;
    const own = new AbortController();
    abort = own;
    store.setState({ step: 'going', name, progress: null, stopping: false }, true);
    try {
      const report = await client.write(job, destination.handle, {
        signal: own.signal,
        onProgress: (progress) => store.setState({ step: 'going', name, progress, stopping: own.signal.aborted }, true),
      });
      if (destination.own) storedExport = destination;
      store.setState({ step: 'done', name, report, inBrowser: destination.own }, true);
      if (destination.own) await handOver();
    } catch (error) {
      if (destination.own) await destination.remove().catch(() => undefined);
      if (own.signal.aborted) store.setState({ step: 'stopped', name }, true);
      else fail(name, error);
    } finally {
      abort = null;
    }
  }

  return {
    store,
    async start(job, name) {
      if (busy) return;
      busy = true;
      try {
        const destination = await places.choose(name);
        if (!destination) return;
        removeStoredExport();
        await write(job, destination);
      } catch (error) {
        fail(name, error);
      } finally {
        busy = false;
      }
    },
    stop() {
      const state = store.getState();
      if (state.step !== 'going') return;
      store.setState({ ...state, stopping: true }, true);
      abort?.abort();
    },
    handOver,
    dismiss() {
      if (store.getState().step === 'going') return;
      removeStoredExport();
      store.setState({ step: 'idle' }, true);
    },
  };
}
