import type { CrashKind, CrashState } from '#contract/crashes.ts';
import type { DesktopActivity, DesktopPatch, DesktopState, GiveFile } from '#contract/desktop.ts';
import type { HostEvent } from '#contract/events.ts';
import type { ChooseSecretStore, SecretsState } from '#contract/secrets.ts';
import type { LogLevel, LogLine } from '#core/log/log-line.ts';
import type { NetworkState, PutNetwork } from '#contract/network.ts';
import type { PackageKind } from '#contract/update-package.ts';
import type { PackageTarget, ReleaseFile } from '#contract/updates.ts';
import type { AtRest, SealableFiles } from './at-rest-keys.ts';
import type { Network } from './base-url.ts';
import type { WindowTokens } from './window-tokens.ts';

export interface SignInPage {
  done: readonly string[];
  /** For a request that no sign-in waits for. */
  stray: readonly string[];
}

/** Everything the host needs from outside. Supplied by the roots (main.ts, serve.ts) and the tests. */
export interface HostDeps {
  version: string;
  mount: 'electron' | 'browser' | 'test';
  /** Exact origin of the page: `app://ui` or `http://<name of the home>.localhost:<port>`. */
  origin: string;
  /** The origin in earlier builds of browser mode: `http://127.0.0.1:<port>`. */
  formerOrigin?: string;
  /** What a browser shows at that origin. */
  newAddressText?: string;
  /** What a browser shows at the end of a sign-in: once for each language the user may have. */
  signInPage?: SignInPage;
  /** Every /api call must carry this token or the token of a window in `windowKeys`. */
  token: string | null;
  /** Set in browser mode, where each window has its own token. */
  windowKeys?: WindowTokens;
  /** Folder of the built page. */
  pageDir: string;
  /** The user's full environment. Kept only in memory: the process itself runs in a cleaned one (environment/). */
  env: Readonly<Record<string, string | undefined>>;
  /** Host state: config, secrets, logs. Exists, mode 0700. */
  home: string;
  /** Everything is beside the program. */
  portable: boolean;
  /** Shows the home in the system's file manager; rejects when it can't. `null` in browser mode. */
  openHome: (() => Promise<void>) | null;
  secrets: SecretStore;
  /** The keys under which journals, snapshots and logs are encrypted, if the user has chosen so. */
  atRest: AtRest;
  /**
   * The only way to make outgoing requests. Rejects when the address resolves to something deeper inside than `reach`.
   */
  fetch: (request: Request, reach: Network) => Promise<Response>;
  /** What `fetch` obeys. */
  network: NetworkSettings;
  clock: Clock;
  log: LogBook;
  /** Asks the user, then opens the address with the operating system. `null` where the page opens links itself. */
  openExternal: ((url: string) => Promise<boolean>) | null;
  /** Shows the system's dialog for a folder; `null` when the user cancels it. Itself `null` where there is none. */
  pickFolder: (() => Promise<string | null>) | null;
  /** Moves the page's databases out of the way by restarting. `null` where the browser itself can clear them. */
  setStoreAside: (() => Promise<void>) | null;
  crashes: CrashReports;
  /** `null` in browser mode. */
  installer: Installer | null;
  /** What only the desktop app has. `null` in browser mode. */
  desktop: Desktop | null;
}

/** Tray, badge, spell checker and start at login. */
export interface Desktop {
  state(): Promise<DesktopState>;
  change(patch: DesktopPatch): Promise<DesktopState>;
  report(activity: DesktopActivity): void;
  /** Resolves with the name of the written file; `null` when the user cancels. */
  savePdf(name: string): Promise<string | null>;
  /** Gives a file to another program. Resolves when it is under the pointer, or the system's menu is open. */
  giveFile(file: GiveFile, bytes: Uint8Array): Promise<void>;
  /** An archive that the system asked Baton to open, by the id in the page's address; `null` when it is gone. */
  openedFile(id: string): Promise<OpenedFile | null>;
  /** The user has pressed what reads the clipboard: the page may read it once, for a moment. */
  allowClipboard(): void;
  /** The user has pressed what records speech: the page may open the microphone, for a moment. */
  allowMicrophone(): Promise<void>;
  captureScreen(): Promise<ScreenPicture>;
}

export interface OpenedFile {
  bytes: number;
  body: ReadableStream<Uint8Array<ArrayBuffer>>;
}

export interface Install {
  version: string;
  /** Whether the new version starts afterwards. Asked at the last moment: the user may start Baton meanwhile. */
  restart: () => boolean;
  /** What the signed feed says of the file. Whatever is run or put in place is held against it once more. */
  file: Pick<ReleaseFile, 'sha512' | 'size'>;
  /** The history right before; `null` where there is none. */
  snapshot: InstallSnapshotRef | null;
}

export interface InstallSnapshotRef {
  id: string;
  at: number;
}

/** What installs a newer version in place of this one. */
export interface Installer {
  kind: PackageKind;
  /** What the feed calls its package; `null` where somebody else updates it. */
  target: PackageTarget | null;
  /** Takes a file that was checked. */
  install(path: string, how: Install): Promise<void>;
  quit(): void;
}

/** A PNG. `refused`: the user keeps Baton from recording the screen. `empty`: the system gave none. */
export type ScreenPicture = Uint8Array | 'refused' | 'empty';

/** Reports of crashes, as text without anything that somebody wrote. They never leave on their own. */
export interface CrashReports {
  /** Writes a report. Never throws: what it reports is trouble enough. `notify`: a window says what happened. */
  record(kind: CrashKind, more?: { facts?: Record<string, string | number>; error?: unknown; notify?: boolean }): void;
  state(): Promise<CrashState>;
  markRead(): Promise<CrashState>;
  remove(id: string): Promise<CrashState>;
  removeAll(): Promise<CrashState>;
  useGraphics(): Promise<CrashState>;
}

/** Proxy and certificate authorities, as the user has set them. */
export interface NetworkSettings {
  state(): Promise<NetworkState>;
  put(wish: PutNetwork): Promise<NetworkState>;
  addAuthority(pem: string): Promise<NetworkState>;
  removeAuthority(fingerprint: string): Promise<NetworkState>;
}

export interface Clock {
  now(): number;
  setTimeout(fn: () => void, ms: number): unknown;
  clearTimeout(handle: unknown): void;
}

/** Writes structured lines; every value is redacted first. */
export interface Log {
  write(level: LogLevel, event: string, data?: Readonly<Record<string, unknown>>): void;
}

/** The log as routes see it. */
export interface LogBook extends Log {
  /** Writes lines that a window sent. */
  adopt(lines: readonly LogLine[]): void;
  /** The host's own recent lines with a sequence number above `after`, oldest first. */
  recent(after: number): (LogLine & { seq: number })[];
  /** Path of the log file; `null` without one. */
  readonly file: string | null;
  /** All that is in the log's files, as lines of JSON, also where they are encrypted. */
  text(): AsyncIterable<Buffer>;
  /** The log's files as they lie on the disk. */
  readonly files: SealableFiles;
}

export type Emit = (event: HostEvent) => void;

/** Keys by connection id. `get` is for the vendor proxy only; no route returns its value. */
export interface SecretStore {
  state(): Promise<SecretsState>;
  choose(choice: ChooseSecretStore): Promise<void>;
  unlock(passphrase: string): Promise<void>;
  /**
   * Sets the unreadable or forgotten file aside (never erases it) and starts with an empty one: of the same kind, or
   * `unset` if the kind needs a new passphrase.
   */
  reset(): Promise<void>;
  /** The names of all keys. */
  ids(): Promise<string[]>;
  get(id: string): Promise<string | null>;
  set(id: string, value: string): Promise<void>;
  delete(id: string): Promise<void>;
}
