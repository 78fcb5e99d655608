import { createApiClient } from '#host-client/api-client.ts';
import { snapshotEndpoints } from '#contract/snapshot.ts';
import type { ReactNode } from 'react';
import { deferCalls, loadOnce } from '#core/load-once.ts';
import type { DatabaseRecovery } from '#history/recovery/create-database-recovery.ts';
import { hostSnapshots } from '#history/recovery/host-snapshots.ts';
import { openHistory, type OpenHistoryDeps } from '#history/recovery/open-history.ts';
import type { Packer } from '#history/recovery/snapshot-folder.ts';
import { removeUnfinished } from '#history/recovery/unfinished-restores.ts';
import { wholeJournals } from '#history/recovery/whole-journals.ts';
import type { HostCallsDeps } from '#host-client/host-calls.ts';
import { createJournalHost } from '#host-client/journal-host.ts';
import { preserveEntries, readRemembered, remember } from '#state/remembered-history.ts';
import { createStorageQuota, type StorageQuota } from '#state/storage-quota.ts';
import { LANGUAGES } from '#texts/languages.ts';
import type { BatonDatabase } from '#storage/database.ts';
import { StorageError, toStorageError } from '#storage/storage-error.ts';
import { watchQuery } from '#storage/watch-query.ts';
import { languageOfDevice } from '#ui/kit/theme/appearance.ts';
import { createStartStages } from './start-stage.ts';

export interface StartDeps {
  render: (content: ReactNode) => void;
  hostCalls: HostCallsDeps;
  packer: Packer;
  navigator: Pick<Navigator, 'locks' | 'storage'>;
  /** Outlives the database. Throws if the browser stores nothing here. */
  memory: () => Pick<Storage, 'getItem' | 'setItem'>;
  /** Ends with the window. */
  ofWindow: () => Pick<Storage, 'setItem'>;
  /** Notifies other windows that another database is in use. */
  switches: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>;
  now: () => number;
  isDesktop: boolean;
  reload: () => void;
}

export interface Start {
  rescue: DatabaseRecovery;
  quota: StorageQuota;
  /** Resolves to the history once everything about it is settled. */
  open: () => Promise<BatonDatabase>;
  /** What the start itself does not need: loads the screen for `fail` and removes what killed restores left behind. */
  prepare: () => Promise<void>;
  /** Replaces the page with what happened and what can be done. */
  fail: (error: unknown) => void;
  /** Part of the history was lost and can be restored: replaces the page with a question. */
  lose: (loss: { conversations: number; messages: number }, leave: () => Promise<void>) => void;
}

const WRITTEN_BY = 'Baton';
/** A browser that was killed may hold its files a moment longer, and the next one can't open them until then. */
const OPEN_AGAIN_MS = [300, 1_000, 2_000];
/** A history that opens within this time (ms) shows no message. */
const PATIENCE_MS = 600;
/** The engine may know the free space without revealing it. */
const freeBytes = async (storage: StorageManager): Promise<number | null> => {
  const { quota, usage } = await storage.estimate();
  return quota === undefined || usage === undefined ? null : quota - usage;
};

/** Shown before there is a history, and instead of it when it doesn't open. Nothing here waits for a database. */
export function createStart(deps: StartDeps): Start {
  const { render, packer, memory, switches, now, reload } = deps;
  const stages = createStartStages();
  const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(() => resolve(), ms));
  const folder = hostSnapshots(createApiClient(deps.hostCalls, snapshotEndpoints), pause);
  const journals = createJournalHost(deps.hostCalls);
  const quota = createStorageQuota({
    setTimeout: (fn, ms) => setTimeout(fn, ms),
    clearTimeout: (timer) => clearTimeout(timer as number),
  });
  let left = false;
  const recovery = {
    locks: deps.navigator.locks,
    folder,
    journals: {
      ...journals,
      // It would also delete the page's settings and this window's token.
      clearSiteData: () => preserveEntries([memory(), deps.ofWindow()], () => journals.clearSiteData()),
    },
    packer,
    now,
    writtenBy: WRITTEN_BY,
    switched() {
      // The user chose this: whatever the other database contains, nothing was lost.
      left = true;
      const last = readRemembered(memory);
      if (last) remember(memory, { ...last, conversations: 0 });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel, not a window
      switches.postMessage('switched');
    },
  };
  const loadRecovery = loadOnce(async () => {
    const { createDatabaseRecovery } = await import('#history/recovery/create-database-recovery.ts');
    return createDatabaseRecovery(recovery);
  });
  const rescue = deferCalls(loadRecovery.get);
  const screen = loadOnce(() => import('./start-screen.tsx'));
  let requested = false;
  const show = () => {
    requested = true;
    screen.get().then(
      // The history may have opened meanwhile.
      ({ StartScreen }) =>
        requested && render(<StartScreen stages={stages} rescue={rescue} isDesktop={deps.isDesktop} reload={reload} />),
      showPlainly,
    );
  };
  /** Where not even the screen can be loaded. */
  const showPlainly = (missing: unknown) => {
    const { stage } = stages.store.getState();
    const language = languageOfDevice(window);
    document.documentElement.lang = language;
    render(
      <main style={{ padding: '1.5rem', overflowWrap: 'anywhere' }}>
        <p role="alert">{LANGUAGES.get(language)?.unstarted}</p>
        <p>{String('error' in stage ? stage.error : missing)}</p>
      </main>,
    );
  };
  const fail = (error: unknown) => {
    stages.fail(error);
    show();
  };

  /** Another part of the page says that the host doesn't answer. */
  async function countSnapshots(): Promise<number> {
    const list = await folder.list().catch(() => []);
    const snapshots = list.filter(({ damaged, counts }) => !damaged && counts !== null && counts.messages > 0);
    const whole = await wholeJournals(journals).catch(() => []);
    return snapshots.length + whole.filter(({ messages }) => messages > 0).length;
  }

  async function openPatiently(given: OpenHistoryDeps): Promise<BatonDatabase> {
    for (const wait of OPEN_AGAIN_MS) {
      try {
        return await openHistory(given);
      } catch (error) {
        if (toStorageError(error).code !== 'unknown') throw error;
        await pause(wait);
      }
    }
    return openHistory(given);
  }

  async function open(): Promise<BatonDatabase> {
    const graceTimer = setTimeout(show, PATIENCE_MS);
    const unsubscribe = stages.store.subscribe(show);
    try {
      const db = await openPatiently({
        locks: deps.navigator.locks,
        now,
        ask: stages.ask,
        onProgress: stages.onProgress,
        async takeSnapshot(raw, options) {
          const { takeRawSnapshot } = await import('#history/recovery/take-raw-snapshot.ts');
          return takeRawSnapshot(raw, folder, packer, { writtenBy: WRITTEN_BY, writtenAt: now(), ...options });
        },
        countSnapshots,
        freeBytes: () => freeBytes(deps.navigator.storage),
        remembered: readRemembered(memory),
        quota,
        onClosed: fail,
      });
      switches.addEventListener('message', () => {
        db.close();
        fail(new StorageError('closed'));
      });
      // By an index, which only conversations that come or go change.
      watchQuery(() => db.sessions.orderBy('deletedAt').count(), {
        next: (conversations) => void (left || remember(memory, { database: db.name, conversations, at: now() })),
        // The component that shows the list receives the error, too.
        error: () => undefined,
      });
      return db;
    } catch (error) {
      // A script that can't be loaded says nothing about the history.
      throw error instanceof TypeError ? error : toStorageError(error);
    } finally {
      clearTimeout(graceTimer);
      requested = false;
      unsubscribe();
    }
  }
  function lose(loss: { conversations: number; messages: number }, leave: () => Promise<void>): void {
    show();
    void stages
      .ask({ kind: 'lost', ...loss })
      .then((answer) => (answer === 'anyway' ? leave() : undefined))
      .then(reload, fail);
  }

  async function prepare(): Promise<void> {
    await screen.get();
    // What is left anyway is removed at the next start.
    await removeUnfinished(deps.navigator.locks).catch(() => undefined);
  }

  return { rescue, quota, open, prepare, fail, lose };
}
