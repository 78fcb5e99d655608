import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { PackageState } from '#contract/update-package.ts';
import { Release, type PackageTarget, type ReleaseFile } from '#contract/updates.ts';
import { compareVersions } from '#core/compare-versions.ts';
import type { HostDeps, Installer } from '../base/deps.ts';
import { HostError } from '../base/problem.ts';
import { isMissing, readText, writePrivate } from '../base/private-file.ts';
import { createQueue } from '../base/serialize.ts';
import { downloadPackage, isPackage, PackageMismatchError } from './download-package.ts';
import { checkFreshness, checkSignature, FeedError, type FeedProof } from './signed-feed.ts';

export interface PackageStoreDeps extends Pick<HostDeps, 'home' | 'version' | 'fetch' | 'clock' | 'log'> {
  installer: Installer | null;
  keys: readonly string[];
  /** Asks the feed now, checked in every way. Rejects where the user hasn't agreed, and where it isn't signed. */
  askFeed: (signal: AbortSignal) => Promise<{ release: Release; proof: FeedProof }>;
  onChange: () => void;
}

/** The package of a newer version: downloaded when the user asks for it, checked, and installed when Baton quits. */
export interface PackageStore {
  state(): Promise<PackageState>;
  /** Begins a download and doesn't wait for it. `version` is what the user saw. */
  download(version: string): Promise<PackageState>;
  /** Ends a download, or takes back that a package is installed. */
  cancel(): Promise<PackageState>;
  /** Ends a download; what has arrived stays. */
  close(): Promise<void>;
  /** Installs what is ready, checked once more. Called when Baton quits, after everything else has ended. */
  install(): Promise<void>;
  /** Quits to install what is ready. Rejects when nothing is. */
  restart(): Promise<void>;
}

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
  const failedFile = join(folder, 'install-failed');
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
  let restarting = false;

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
    if (stored === null || stored.file.sha512 === checked) return stored;
    if (!(await isPackage(stored.path, stored.file))) return null;
    checked = stored.file.sha512;
    return stored;
  }

  async function clear(except: readonly string[] = []): Promise<void> {
    checked = '';
    const names = await readdir(folder).catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    });
    const old = names.filter((name) =>
      /^(install-failed|feed\.json(\.sig)?|[0-9a-f]{32}\.package(\.part)?)$/.test(name),
    );
    const going = old.filter((name) => !except.includes(name));
    await Promise.all(going.map((name) => rm(join(folder, name), { force: true })));
  }

  async function state(): Promise<PackageState> {
    const kind = installer?.kind ?? 'none';
    const failed = failure ?? ((await readText(failedFile)) === null ? null : 'install');
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
    cancel: () =>
      enqueue(async () => {
        await stop();
        failure = null;
        await clear();
        deps.onChange();
        return state();
      }),
    close: () => enqueue(stop),
    install: () =>
      enqueue(async () => {
        // Hashed again: it may have lain there for days.
        checked = '';
        const ready = await findReady();
        if (ready === null || installer === null) return;
        const { version } = ready.release;
        log.write('info', 'update-installing', { version });
        try {
          await installer.install(ready.path, { version, restart: restarting });
        } catch (error) {
          log.write('error', 'update-not-installed', { version, error });
          await writePrivate(failedFile, `${version}\n`);
        }
        // Neither is tried again at each quit.
        await rm(feedFile, { force: true });
      }),
    restart: () =>
      enqueue(async () => {
        if (installer === null || (await findReady()) === null) throw new HostError('not_found');
        restarting = true;
        installer.quit();
      }),
  };
}
