import type { ReactNode } from 'react';
import { loadOnce } from '#core/load-once.ts';
import { importFromFormerOrigin } from '#flows/origin-migration/import-from-former-origin.ts';
import type { DatabaseRecovery } from '#history/recovery/create-database-recovery.ts';
import { hostSnapshots } from '#history/recovery/host-snapshots.ts';
import type { MoveHost } from '#host-client/host-api.ts';
import type { SnapshotHost } from '#host-client/host-api.ts';

export interface MoveDeps {
  host: MoveHost;
  snapshots: SnapshotHost;
  rescue: DatabaseRecovery;
  render: (content: ReactNode) => void;
  page: Pick<Window, 'location' | 'localStorage' | 'sessionStorage' | 'addEventListener'>;
}

/** The history of earlier builds, which had another address. */
export interface Move {
  /** Runs before the history is opened. Never resolves when it navigates away from the page. */
  bring: () => Promise<void>;
  /** Whether there may still be one there. */
  isOpen: () => Promise<boolean>;
  /** Navigates to the former address. */
  begin: () => Promise<void>;
}

const LEFT_KEY = 'baton-moving';
const never = () => new Promise<never>(() => undefined);

export function createMove({ host, snapshots, rescue, render, page }: MoveDeps): Move {
  const screens = loadOnce(() => import('./move-screen.tsx'));
  const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(() => resolve(), ms));

  function reload(): Promise<never> {
    page.location.reload();
    return never();
  }

  function leave(url: string): Promise<never> {
    page.sessionStorage.setItem(LEFT_KEY, 'yes');
    // The browser may restore this very page from its cache, in its state when it left.
    page.addEventListener('pageshow', ({ persisted }) => void (persisted && reload()));
    page.location.assign(url);
    return never();
  }

  return {
    bring: () =>
      importFromFormerOrigin({
        host,
        rescue,
        folder: hostSnapshots(snapshots, pause),
        async ask(question) {
          const { MoveScreen } = await screens.get();
          return new Promise((resolve) =>
            render(<MoveScreen key={question.kind} question={question} onAnswer={resolve} />),
          );
        },
        onProgress(done, of) {
          // The question that follows reports a failure.
          screens.get().then(
            ({ MoveProgress }) => render(<MoveProgress done={done} of={of} />),
            () => undefined,
          );
        },
        keep(storage) {
          for (const [key, value] of Object.entries(storage)) page.localStorage.setItem(key, value);
        },
        hasReturned() {
          const left = page.sessionStorage.getItem(LEFT_KEY) !== null;
          page.sessionStorage.removeItem(LEFT_KEY);
          return left;
        },
        leave,
        reload,
      }),
    isOpen: async () => (await host.state()).step !== 'none',
    begin: async () => leave((await host.begin()).url),
  };
}
