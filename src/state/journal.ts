import { createApiClient } from '#host-client/api-client.ts';
import { snapshotEndpoints } from '#contract/snapshot.ts';
import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';
import type { JournalList } from '#contract/journal.ts';
import type { HostCallsDeps } from '#host-client/host-calls.ts';
import { loadOnce } from '#core/load-once.ts';
import { createJournalHost } from '#host-client/journal-host.ts';
import type { JournalWriter, JournalStatus, JournalWriterDeps } from '#journal/write-journal.ts';
import type { PageLog } from './page-log.ts';
import type { Snapshots } from './snapshots.ts';

export interface JournalState {
  /** Status in this window; `off` in windows that don't write the journal. */
  status: JournalStatus;
  /** The error while the status is failing. */
  error: unknown;
  /** `undefined` until the host has responded. */
  list: JournalList | undefined;
}

/** The journal as the settings page shows it and snapshots build on it. */
export interface Journals {
  store: StoreApi<JournalState>;
  reload(): Promise<void>;
  change(on: boolean): Promise<void>;
  /** See `JournalWriter`. */
  begin(): void;
  check(): void;
  beginBase: JournalWriter['beginBase'];
}

export interface JournalsDeps extends Pick<JournalWriterDeps, 'db' | 'locks' | 'setTimeout' | 'onLoss'> {
  hostCalls: HostCallsDeps;
  snapshots: Pick<Snapshots, 'want'>;
  log: PageLog;
}

export function createJournals(deps: JournalsDeps): Journals {
  const { hostCalls, log, snapshots } = deps;
  const host = createJournalHost(hostCalls);
  const snapshotHost = createApiClient(hostCalls, snapshotEndpoints);
  const store = createStore<JournalState>(() => ({ status: 'off', error: null, list: undefined }));
  const onError = (error: unknown) => log.write('warn', 'journal-failed', { error });
  const reload = async () => store.setState({ list: await host.list() });
  // It writes from when the page is drawn, so it is loaded then.
  const writer = loadOnce(async () => {
    const { writeJournal } = await import('#journal/write-journal.ts');
    return writeJournal({
      ...deps,
      host,
      makesSnapshots: async () => (await snapshotHost.list()).settings.automatic,
      wantSnapshot: () => snapshots.want(),
      onStatus(status, error) {
        const changed = status !== store.getState().status;
        store.setState({ status, error });
        // Reloads only if the list is in use.
        if (changed && store.getState().list) reload().catch(onError);
      },
      onError,
    });
  });
  let due = false;
  const check = async (): Promise<void> => {
    try {
      const loaded = await writer.get();
      if (due) loaded.begin();
      due = false;
      loaded.check();
    } catch (error) {
      // The next check loads it.
      onError(error);
    }
  };
  return {
    store,
    reload,
    async change(on) {
      store.setState({ list: await host.change({ on }) });
      void check();
    },
    begin() {
      due = true;
      void check();
    },
    check: () => void check(),
    async beginBase() {
      try {
        return await (await writer.get()).beginBase();
      } catch (error) {
        onError(error);
        return null;
      }
    },
  };
}
