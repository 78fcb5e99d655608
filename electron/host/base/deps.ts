import type { HostEvent } from '#contract/events.ts';
import type { ChooseSecretStore, SecretsState } from '#contract/secrets.ts';
import type { LogLevel, LogLine } from '#core/log/log-line.ts';
import type { Network } from './base-url.ts';
import type { WindowTokens } from './window-tokens.ts';

/** Everything the host needs from outside. The roots (main.ts, serve.ts) and the tests supply it. */
export interface HostDeps {
  version: string;
  mount: 'electron' | 'browser' | 'test';
  /** Exact origin of the page: `app://ui` or `http://<name of the home>.localhost:<port>`. */
  origin: string;
  /** What it was in earlier builds of browser mode: `http://127.0.0.1:<port>`. */
  formerOrigin?: string;
  /** Every /api call carries this token, or that of a window of `windowKeys`. */
  token: string | null;
  /** In browser mode, where each window has a token of its own. */
  windowKeys?: WindowTokens;
  /** Folder of the built page. */
  pageDir: string;
  /** The user's whole environment. It lives in memory alone: the process runs in a cleaned one (environment/). */
  env: Readonly<Record<string, string | undefined>>;
  /** Host state: config, secrets, logs. Exists, mode 0700. */
  home: string;
  secrets: SecretStore;
  /** The only way out. Rejects when the name of the address resolves to something deeper inside than `reach`. */
  fetch: (request: Request, reach: Network) => Promise<Response>;
  clock: Clock;
  log: LogBook;
  /** Asks the user and hands the address to the operating system; null where the page opens links itself. */
  openExternal: ((url: string) => Promise<boolean>) | null;
  /** Moves the page's databases out of the way, by a new start; null where the browser itself can clear them. */
  setStoreAside: (() => Promise<void>) | null;
}

export interface Clock {
  now(): number;
  setTimeout(fn: () => void, ms: number): unknown;
  clearTimeout(handle: unknown): void;
}

/** Structured lines; every value is redacted before it is written. */
export interface Log {
  write(level: LogLevel, event: string, data?: Readonly<Record<string, unknown>>): void;
}

/** The log as routes see it. */
export interface LogBook extends Log {
  /** Takes over what happened in a window. */
  adopt(lines: readonly LogLine[]): void;
  /** The host's own newest lines behind a number, oldest first. */
  recent(after: number): (LogLine & { seq: number })[];
  /** Where it is kept; null where it is not. */
  readonly file: string | null;
}

export type Emit = (event: HostEvent) => void;

/** Keys by connection id. `get` is for the vendor proxy only; no route returns what it returns. */
export interface SecretStore {
  state(): Promise<SecretsState>;
  choose(choice: ChooseSecretStore): Promise<void>;
  unlock(passphrase: string): Promise<void>;
  /**
   * Sets the unreadable or forgotten file aside (never erases it) and starts empty: with the same kind, or with `unset`
   * where the kind needs a new passphrase.
   */
  reset(): Promise<void>;
  get(id: string): Promise<string | null>;
  set(id: string, value: string): Promise<void>;
  delete(id: string): Promise<void>;
}
