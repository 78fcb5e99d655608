import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { APP_HEADER, APP_HEADER_VALUE, TOKEN_HEADER } from '#contract/headers.ts';
import type { SecretsState } from '#contract/secrets.ts';
import type { LogLine } from '#core/log/log-line.ts';
import { createAtRest } from '#host/at-rest/at-rest.ts';
import type { AtRest, Keychain, SealableFiles } from '#host/base/at-rest-keys.ts';
import type { CrashReports, HostDeps, LogBook, NetworkSettings, SecretStore } from '#host/base/deps.ts';
import { systemClock } from '#host/base/system-clock.ts';
import { createCrashStore } from '#host/crashes/crash-store.ts';
import { createNetwork } from '#host/network/create-network.ts';

export const TEST_TOKEN = 'test-token-test-token-test-token-test-token';

export interface RecordingLog extends LogBook {
  readonly lines: string[];
  readonly adopted: LogLine[];
}

const NO_FILES: SealableFiles = {
  pending: async () => [],
  convert: async () => undefined,
  locked: async () => [],
};

/** Nothing is encrypted, and no keychain is there. */
export function openTestAtRest(home: string, keychain: Keychain | 'browser' = 'browser'): AtRest {
  const atRest = createAtRest({ home, clock: systemClock });
  void atRest.connect(keychain, { log: { write: () => undefined }, hide: () => undefined });
  return atRest;
}

export function createRecordingLog(): RecordingLog {
  const lines: string[] = [];
  const flatten = (_key: string, value: unknown) =>
    value instanceof Error ? { message: value.message, cause: value.cause } : value;
  const adopted: LogLine[] = [];
  return {
    lines,
    adopted,
    file: null,
    files: NO_FILES,
    async *text() {},
    adopt: (more) => void adopted.push(...more),
    recent: () => [],
    write: (level, event, data) => lines.push(JSON.stringify({ level, event, ...data }, flatten)),
  };
}

/** A secret store that is open from the start. With `os` it acts as a keychain, which outlives a host. */
export function createMemorySecrets(
  keys: Record<string, string> = {},
  kind: 'os' | 'session' = 'session',
): SecretStore {
  const stored = new Map(Object.entries(keys));
  const state: SecretsState = { kind, locked: false, choices: [kind], backend: null, problem: null };
  return {
    state: async () => state,
    choose: async () => undefined,
    unlock: async () => undefined,
    reset: async () => stored.clear(),
    ids: async () => [...stored.keys()],
    get: async (id) => stored.get(id) ?? null,
    set: async (id, value) => void stored.set(id, value),
    delete: async (id) => void stored.delete(id),
  };
}

/** The usual settings of a home, with a password store of their own. */
export const openTestNetwork = (home: string): NetworkSettings =>
  createNetwork({ home, env: {}, secrets: createMemorySecrets(), clock: systemClock });

/** The reports of crashes of a home, as in browser mode. */
export const openTestCrashes = (home: string): CrashReports =>
  createCrashStore({
    home,
    version: '9.9.9',
    mount: 'test',
    clock: systemClock,
    log: createRecordingLog(),
    images: null,
    graphics: null,
  });

export interface HostBench {
  deps: HostDeps & { log: RecordingLog };
  home: string;
  pageDir: string;
  /** Names and contents of every file below the home, to check whether anything changed or leaked. */
  readHome(): Record<string, string>;
  dispose(): void;
}

const PAGE: Record<string, string> = {
  'index.html': '<!doctype html><title>Baton</title><script type="module" src="/assets/main-AbCd1234.js"></script>',
  'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'assets/main-AbCd1234.js': 'export const ready = true;',
  'assets/main-AbCd1234.css': 'body { margin: 0 }',
  'preview.html': '<!doctype html><title>Preview</title><script>void 0;</script>',
  'diagram.html': '<!doctype html><title>Diagrams</title><script>void 1;</script>',
  'theme-boot.js': 'void 0;',
};

/** Everything a host needs, with a home and a small page of its own on disk. */
export function createHostBench(overrides: Partial<HostDeps> = {}): HostBench {
  const root = mkdtempSync(join(tmpdir(), 'baton-host-'));
  const home = join(root, 'home');
  const pageDir = join(root, 'page');
  mkdirSync(home, { mode: 0o700 });
  mkdirSync(join(pageDir, 'assets'), { recursive: true });
  for (const [name, text] of Object.entries(PAGE)) writeFileSync(join(pageDir, name), text);
  writeFileSync(join(root, 'outside.txt'), 'outside the page');
  return {
    home,
    pageDir,
    deps: {
      version: '9.9.9',
      mount: 'test',
      origin: 'app://ui',
      token: TEST_TOKEN,
      env: process.env,
      pageDir,
      home,
      portable: false,
      openHome: null,
      secrets: createMemorySecrets(),
      fetch: () => Promise.reject(new Error('no network in this test')),
      network: openTestNetwork(home),
      clock: systemClock,
      openExternal: null,
      pickFolder: null,
      setStoreAside: null,
      installer: null,
      atRest: openTestAtRest(home),
      crashes: openTestCrashes(home),
      desktop: null,
      ...overrides,
      log: createRecordingLog(),
    },
    readHome() {
      const files = readdirSync(home, { recursive: true, encoding: 'utf8' }).toSorted();
      const plain = files.filter((name) => statSync(join(home, name)).isFile());
      return Object.fromEntries(plain.map((name) => [name, readFileSync(join(home, name), 'utf8')]));
    },
    dispose: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** Headers of a call to /api by the page itself. */
export function pageHeaders(more: Record<string, string> = {}): Record<string, string> {
  return { [APP_HEADER]: APP_HEADER_VALUE, [TOKEN_HEADER]: TEST_TOKEN, ...more };
}
