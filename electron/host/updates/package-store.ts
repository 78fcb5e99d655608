import { access, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { InstallSnapshot, PackageState } from '#contract/update-package.ts';
import { Release, type PackageTarget, type ReleaseFile, type UpdateState } from '#contract/updates.ts';
import { compareVersions, isVersion } from '#core/compare-versions.ts';
import type { HostDeps, Installer, InstallSnapshotRef } from '../base/deps.ts';
import { HostError } from '../base/problem.ts';
import { isMissing, readText, writePrivate } from '../base/private-file.ts';
import { createQueue } from '../base/serialize.ts';
import { readSnapshotId } from '../snapshots/snapshot-id.ts';
import { downloadPackage, isPackage, PackageMismatchError } from './download-package.ts';
import { checkFreshness, checkSignature, FeedError, type FeedProof } from './signed-feed.ts';

export interface PackageStoreDeps extends Pick<HostDeps, 'home' | 'version' | 'fetch' | 'clock' | 'log'> {
  installer: Installer | null;
  keys: readonly string[];
  /** Asks the feed now, checked in every way. Rejects where the user hasn't agreed, and where it isn't signed. */
  askFeed: (signal: AbortSignal) => Promise<{ release: Release; proof: FeedProof }>;
  /** Whether a snapshot with this id was read back and is whole. */
  isVerified: (id: string) => Promise<boolean>;
  onChange: () => void;
}

/** The package of a newer version: downloaded when the user asks for it, checked, and installed when Baton quits. */
export interface PackageStore {
  state(): Promise<PackageState>;
  /** Begins a download and doesn't wait for it. `version` is what the user saw. */
  download(version: string): Promise<PackageState>;
  /**
   * Ends a download, or takes back that a package is installed. With a version: only if it is that one.
   */
  cancel(version?: string): Promise<PackageState>;
  /** Ends a download; what has arrived stays. */
  close(): Promise<void>;
  /** Something may be ready, so `prepare` comes before the windows close. */
  waits(): boolean;
  /**
   * Waits until a window has made the snapshot of before the install, for a bounded time. Without it nothing is installed.
   * Resolves with whether Baton quits: a user who wanted the new version now, and doesn't get it, goes on.
   */
  prepare(): Promise<boolean>;
  /** For windows: what `prepare` waits for. */
  preparing(): Pick<UpdateState, 'preparing'>;
  /** What a window says about that snapshot. Rejects when nothing waits for it. */
  report(snapshot: InstallSnapshot): Promise<void>;
  /**
   * Installs what is ready, checked once more, if its snapshot was made. Called when Baton quits, after everything else has
   * ended. `wanted`: Baton starts again, for whatever reason. Resolves with whether that is left to the caller; a new version
   * that is being installed may not be disturbed.
   */
  install(wanted?: () => boolean): Promise<boolean>;
  /** A page kept Baton from quitting: a later quit is an ordinary one. */
  stay(): void;
  /** Quits to install what is ready. Rejects when nothing is. */
  restart(): Promise<void>;
}

/** For a window to begin with the snapshot: one may have to be opened and loaded first. */
const BEGIN_MS = 30_000;
/** For the whole snapshot. The words on the screen name it. */
const MAX_SNAPSHOT_MS = 5 * 60_000;
/** The note about a quit that couldn't install: the version, and what was missing. */
export const INSTALL_FAILED = 'install-failed';
/** In that note. */
const NO_SNAPSHOT = 'snapshot';

interface Stored {
  release: Release;
  file: ReleaseFile;
  path: string;
}

const fileFor = (release: Release, target: PackageTarget | null): ReleaseFile | null =>
  release.files?.find((one) => one.target === target) ?? null;

export function createPackageStore(deps: PackageStoreDeps): PackageStore {
  const { installer, log, keys } = deps;
  const folder = join(deps.home, 'updates');
  const feedFile = join(folder, 'feed.json');
  /** Written where the last quit couldn't install. */
  const failedFile = join(folder, INSTALL_FAILED);
  const enqueue = createQueue();
  let loading: {
    ending: AbortController;
    version: string;
    size: number;
    received: number;
    done: Promise<void>;
  } | null = null;
  let failure: PackageState['failure'] = null;
  /** What was hashed in this run already, by its SHA-512. */
  let checked = '';
  /** The version that was ready in this run. */
  let promised: string | null = null;
  let restarting = false;
  /** Something lies there that only `findReady` can judge. */
  let mayBeReady = false;
  if (installer?.target != null)
    access(feedFile).then(
      () => (mayBeReady = true),
      () => undefined,
    );
  let waiting: { version: string; begun: () => void; end: (outcome: InstallSnapshot | null) => void } | null = null;
  /** The snapshot that the next install builds on; `snapshot` is `null` where there is no history. */
  let secured: { snapshot: InstallSnapshotRef | null } | null = null;

  const pathOf = ({ sha512 }: ReleaseFile) => join(folder, `${sha512.slice(0, 32)}.package`);

  /** What is in the folder counts only if a key of this build signed the feed beside it. */
  async function readStored(): Promise<Stored | null> {
    if (installer?.target == null || keys.length === 0) return null;
    let bytes: Buffer;
    let signature: string;
    try {
      bytes = await readFile(feedFile);
      signature = await readFile(`${feedFile}.sig`, 'utf8');
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
    try {
      checkSignature(bytes, signature, keys);
      const release = Release.parse(JSON.parse(bytes.toString()));
      const file = fileFor(release, installer.target);
      if (file === null || compareVersions(release.version, deps.version) <= 0) return null;
      checkFreshness(release, { now: deps.clock.now(), seen: null }, compareVersions);
      return { release, file, path: pathOf(file) };
    } catch (error) {
      log.write('warn', 'update-package-not-trusted', { error });
      return null;
    }
  }

  async function findReady(): Promise<Stored | null> {
    const stored = await readStored();
    if (stored === null) return null;
    if (stored.file.sha512 !== checked && !(await isPackage(stored.path, stored.file))) return null;
    checked = stored.file.sha512;
    promised = stored.release.version;
    return stored;
  }

  async function clear(except: readonly string[] = []): Promise<void> {
    checked = '';
    promised = null;
    mayBeReady = false;
    const names = await readdir(folder).catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    });
    const old = names.filter((name) =>
      /^(install-failed|feed\.json(\.sig)?|[0-9a-f]{32}\.package(\.part)?|setup\.exe|before\.AppImage)$/.test(name),
    );
    const going = old.filter((name) => !except.includes(name));
    await Promise.all(going.map((name) => rm(join(folder, name), { force: true })));
  }

  /** The version of a package that is here and isn't what it was. A download that never ended left none. */
  async function findBroken(): Promise<string | null> {
    const stored = await readStored();
    return stored !== null && (await readdir(folder)).includes(basename(stored.path)) ? stored.release.version : null;
  }

  async function readFailed(): Promise<PackageState['failure']> {
    const note = await readText(failedFile);
    if (note === null) return null;
    const [version = ''] = note.split(/\s/);
    // An install that took longer than the next start, or one by hand.
    if (isVersion(version) && compareVersions(version, deps.version) <= 0) return null;
    return note.trim().endsWith(` ${NO_SNAPSHOT}`) ? 'snapshot' : 'install';
  }

  async function waitForSnapshot(version: string): Promise<InstallSnapshot | null> {
    const { promise, resolve } = Promise.withResolvers<InstallSnapshot | null>();
    const late = () => {
      log.write('warn', 'update-snapshot-late', { version });
      resolve(null);
    };
    const beginning = deps.clock.setTimeout(late, BEGIN_MS);
    const ending = deps.clock.setTimeout(late, MAX_SNAPSHOT_MS);
    waiting = { version, begun: () => deps.clock.clearTimeout(beginning), end: resolve };
    deps.onChange();
    try {
      return await promise;
    } finally {
      waiting = null;
      deps.clock.clearTimeout(beginning);
      deps.clock.clearTimeout(ending);
    }
  }

  async function prepare(): Promise<boolean> {
    secured = null;
    const ready = await enqueue(findReady);
    if (ready === null) return true;
    const { version } = ready.release;
    const outcome = await waitForSnapshot(version);
    const named = outcome?.step === 'made' ? readSnapshotId(outcome.id) : null;
    if (outcome?.step === 'nothing') secured = { snapshot: null };
    else if (named !== null && (await deps.isVerified(named.id)))
      secured = { snapshot: { id: named.id, at: named.at } };
    const stays = restarting && secured === null;
    if (secured !== null) await rm(failedFile, { force: true });
    else if (outcome?.step !== 'skipped') {
      log.write('error', 'update-not-secured', { version });
      await writePrivate(failedFile, `${version} ${NO_SNAPSHOT}\n`);
    }
    if (stays) restarting = false;
    deps.onChange();
    return !stays;
  }

  async function state(): Promise<PackageState> {
    const kind = installer?.kind ?? 'none';
    const failed = failure ?? (await readFailed());
    const base = { kind, installs: installer?.target != null && keys.length > 0, failure: failed };
    if (loading !== null) {
      const { version, size, received } = loading;
      return { ...base, step: 'loading', version, size, received };
    }
    const ready = await findReady();
    if (ready === null) return { ...base, step: 'none', version: null, size: 0, received: 0 };
    const { size } = ready.file;
    return { ...base, step: 'ready', version: ready.release.version, size, received: size };
  }

  async function load(file: ReleaseFile, signal: AbortSignal): Promise<void> {
    try {
      await downloadPackage(file, {
        ...deps,
        path: pathOf(file),
        signal,
        onProgress: (bytes) => {
          if (loading) loading.received = bytes;
        },
      });
      checked = file.sha512;
      log.write('info', 'update-package-ready', { target: file.target, size: file.size });
    } catch (error) {
      if (signal.aborted) return;
      log.write('warn', 'update-package-failed', { error });
      failure =
        error instanceof PackageMismatchError
          ? 'mismatch'
          : error instanceof Error && 'code' in error && error.code === 'ENOSPC'
            ? 'full'
            : 'network';
    } finally {
      loading = null;
      deps.onChange();
    }
  }

  async function begin(version: string): Promise<PackageState> {
    if (installer?.target == null || keys.length === 0) throw new HostError('not_found');
    if (loading !== null) return state();
    failure = null;
    const ending = new AbortController();
    let answer: Awaited<ReturnType<PackageStoreDeps['askFeed']>>;
    try {
      // Asked anew: what is stored of the last answer may have been changed since.
      answer = await deps.askFeed(ending.signal);
    } catch (error) {
      log.write('warn', 'update-feed-failed', { error });
      failure = error instanceof FeedError ? error.fault : 'network';
      return state();
    }
    const { release, proof } = answer;
    const file = fileFor(release, installer.target);
    if (release.version !== version || file === null || compareVersions(version, deps.version) <= 0)
      throw new HostError('approval_stale');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const name = `${file.sha512.slice(0, 32)}.package`;
    await clear([name, `${name}.part`]);
    mayBeReady = true;
    await writePrivate(feedFile, new TextDecoder().decode(proof.bytes));
    await writePrivate(`${feedFile}.sig`, proof.signature);
    if ((await findReady()) !== null) return state();
    const { promise, resolve } = Promise.withResolvers<undefined>();
    loading = { ending, version, size: file.size, received: 0, done: promise };
    void load(file, ending.signal).finally(() => resolve(undefined));
    deps.onChange();
    return state();
  }

  async function stop(): Promise<void> {
    const running = loading;
    running?.ending.abort();
    await running?.done;
  }

  return {
    state: () => enqueue(state),
    download: (version) => enqueue(() => begin(version)),
    cancel: (version) =>
      enqueue(async () => {
        if (version !== undefined && version !== (await state()).version) return state();
        await stop();
        failure = null;
        await clear();
        deps.onChange();
        return state();
      }),
    close: () => enqueue(stop),
    // Read at once: quitting has to be held up, or not, before the event returns.
    waits: () => mayBeReady,
    prepare,
    preparing: () => (waiting === null ? {} : { preparing: { version: waiting.version, restart: restarting } }),
    async report(snapshot) {
      if (waiting === null) throw new HostError('not_found');
      if (snapshot.step === 'begun') waiting.begun();
      else waiting.end(snapshot);
    },
    stay() {
      restarting = false;
    },
    install: (wanted = () => false) =>
      enqueue(async () => {
        const restart = () => restarting || wanted();
        // Hashed again: it may have lain there for days.
        checked = '';
        const ready = await findReady();
        if (installer === null) return restart();
        if (ready === null) {
          const version = promised ?? (await findBroken());
          if (version === null) return restart();
          log.write('error', 'update-no-longer-ready', { version });
          await writePrivate(failedFile, `${version}\n`);
          await rm(feedFile, { force: true });
          return restart();
        }
        const { file, path, release } = ready;
        const { version } = release;
        if (secured === null) {
          log.write('warn', 'update-postponed', { version });
          return restart();
        }
        log.write('info', 'update-installing', { version });
        try {
          await installer.install(path, { version, restart, file, snapshot: secured.snapshot });
          return false;
        } catch (error) {
          log.write('error', 'update-not-installed', { version, error });
          await writePrivate(failedFile, `${version}\n`);
          return restart();
        } finally {
          // Neither is tried again at each quit.
          await rm(feedFile, { force: true });
        }
      }),
    restart: () =>
      enqueue(async () => {
        if (installer === null || (await findReady()) === null) throw new HostError('not_found');
        restarting = true;
        installer.quit();
      }),
  };
}
