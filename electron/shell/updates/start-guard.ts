import { copyFileSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { chmodSync } from 'node:fs';
import type { App } from 'electron';
import type { InstallSnapshotRef, Log } from '../../host/base/deps.ts';
import { INSTALL_FAILED } from '../../host/updates/package-store.ts';
import { readSnapshotId } from '../../host/snapshots/snapshot-id.ts';
import { addressOfSnapshot } from '../addresses.ts';
import type { Relaunch } from '../relaunch.ts';

/** Starts that never became usable before the user is asked. */
const MAX_FAILED = 2;
/** Names of an install's files (installer.ts, host/updates/package-store.ts). */
const COPIES = /^(setup\.exe|before\.AppImage)$/;
const PACKAGES = /^(feed\.json\.sig|[0-9a-f]{32}\.package(\.part)?)$/;

interface Expected {
  version: 1;
  from: string;
  to: string;
  /** The package of before, where it is kept. */
  kept: string | null;
  /** Starts of the new version so far. */
  starts: number;
  /** Id of the snapshot that was made right before the install. */
  snapshot: string | null;
}

/** Watches over the first starts of a version that was just installed. */
export interface StartGuard {
  /** Before an install: this version starts next. */
  expect(version: string, kept: string | null, snapshot: InstallSnapshotRef | null): Promise<void>;
  /** At a start: what the user is asked, if earlier ones of this version failed. Counts this one. */
  begin(): { from: string; to: string; canGoBack: boolean; snapshot: InstallSnapshotRef | null } | null;
  /** The user wants to see that snapshot in whatever starts next. */
  offerRestore(): void;
  /** Where the page begins if they do: the preview of that snapshot. Once; `null` otherwise. */
  takeAddress(): string | null;
  /** The page works. */
  healthy(): void;
  /** Puts the package of before back and starts it. Throws where it can't. */
  goBack(): void;
}

interface GuardDeps {
  app: Pick<App, 'exit'>;
  relaunch: Relaunch;
  folder: string;
  /** Of the running app. */
  version: string;
  /** Where the running AppImage is; absent elsewhere. */
  image: string | undefined;
  log: Log;
}

/** Only what the host could have called a snapshot. */
function nameOf(id: unknown): InstallSnapshotRef | null {
  const named = typeof id === 'string' ? readSnapshotId(id) : null;
  return named && { id: named.id, at: named.at };
}

/** `start.json` beside the packages. Read and written at once: the next line may be the last of this process. */
export function createStartGuard({ app, relaunch, folder, version, image, log }: GuardDeps): StartGuard {
  const file = join(folder, 'start.json');
  /** Read by the version that starts next, which may be the one of before. */
  const restoreFile = join(folder, 'restore');
  let current: Expected | null = null;

  function read(): Expected | null {
    try {
      const found = JSON.parse(readFileSync(file, 'utf8')) as Partial<Expected>;
      const { from, to, kept, starts, snapshot } = found;
      if (found.version !== 1 || typeof from !== 'string' || typeof to !== 'string') return null;
      // Only what this app put there itself is ever put back.
      const isOwn = typeof kept === 'string' && dirname(kept) === folder;
      return {
        version: 1,
        from,
        to,
        kept: isOwn ? kept : null,
        starts: typeof starts === 'number' ? starts : 0,
        snapshot: nameOf(snapshot)?.id ?? null,
      };
    } catch {
      return null;
    }
  }
  function write(next: Expected): void {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    // A full disk leaves what is there.
    writeFileSync(`${file}.part`, `${JSON.stringify(next)}\n`, { mode: 0o600 });
    renameSync(`${file}.part`, file);
  }
  /** Nothing here is worth a start that fails, as on a full disk. */
  function attempt(act: () => void): void {
    try {
      act();
    } catch (error) {
      log.write('warn', 'update-record-not-written', { error });
    }
  }
  /** Removes what an install has left. Packages stay while another one is being fetched. */
  function sweep(packages: boolean): void {
    const names = readdirSync(folder);
    const going = packages && !names.includes('feed.json') ? [COPIES, PACKAGES] : [COPIES];
    for (const name of names)
      if (going.some((form) => form.test(name))) attempt(() => rmSync(join(folder, name), { force: true }));
  }

  return {
    async expect(next, kept, snapshot) {
      write({ version: 1, from: version, to: next, kept, starts: 0, snapshot: snapshot?.id ?? null });
    },
    begin() {
      const found = read();
      if (found === null) return null;
      if (found.to !== version) {
        log.write('warn', 'update-not-started', { expected: found.to });
        attempt(() => rmSync(file, { force: true }));
        // The package stays: it may be tried again.
        attempt(() => sweep(false));
        // Still the version of before: what was started at the last quit has failed.
        if (found.from === version)
          attempt(() => writeFileSync(join(folder, INSTALL_FAILED), `${found.to}\n`, { mode: 0o600 }));
        return null;
      }
      current = { ...found, starts: found.starts + 1 };
      const next = current;
      attempt(() => write(next));
      if (found.starts < MAX_FAILED) return null;
      const canGoBack = found.kept !== null && image !== undefined;
      return { from: found.from, to: found.to, canGoBack, snapshot: nameOf(found.snapshot) };
    },
    offerRestore() {
      const id = current?.snapshot;
      if (id) attempt(() => writeFileSync(restoreFile, `${id}\n`, { mode: 0o600 }));
    },
    takeAddress() {
      let id: string;
      try {
        id = readFileSync(restoreFile, 'utf8').trim();
      } catch {
        return null;
      }
      attempt(() => rmSync(restoreFile, { force: true }));
      return nameOf(id) === null ? null : addressOfSnapshot(id);
    },
    healthy() {
      if (current === null) return;
      current = null;
      attempt(() => rmSync(file, { force: true }));
      attempt(() => sweep(true));
    },
    goBack() {
      if (!current?.kept || image === undefined) throw new Error('no package of before is kept');
      const next = `${image}.part`;
      copyFileSync(current.kept, next);
      chmodSync(next, 0o755);
      renameSync(next, image);
      rmSync(file, { force: true });
      relaunch();
      app.exit(0);
    },
  };
}
