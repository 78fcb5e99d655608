import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { HostOptions } from '#host/create-handler.ts';
import { type Host, createHost } from '#host/create-host.ts';
import { createChosenStore } from '#host/secrets/chosen-store.ts';
import { hideKeys } from '#host/secrets/hide-keys.ts';
import type { HostDeps } from '../host/base/deps.ts';
import type { createFileLog } from '../host/log/log-file.ts';
import { systemClock } from '../host/base/system-clock.ts';
import { createCrashStore } from '../host/crashes/crash-store.ts';
import { createNetwork } from '../host/network/create-network.ts';
import type { WindowTokens } from '../host/base/window-tokens.ts';
import { openPractice } from './open-practice.ts';
import { readBrowserTexts } from './read-browser-texts.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** What outlives a host: its address, its folders, and the tokens of its windows. */
export interface HostPlace {
  /** Used by this process only: the home is locked. */
  home: string;
  portable: boolean;
  origin: string;
  port: number;
  env: HostDeps['env'];
  log: ReturnType<typeof createFileLog>;
  atRest: HostDeps['atRest'];
  windowKeys: WindowTokens;
}

export type OpenHost = (place: HostPlace) => Promise<Host>;

/** Opens the host of browser mode, with the practice vendors. */
export async function openHost(place: HostPlace, options: Pick<HostOptions, 'files'> = {}): Promise<Host> {
  const { home, portable, origin, port, env, log, atRest, windowKeys } = place;
  const now = () => systemClock.now();
  const secrets = hideKeys(createChosenStore({ home, now }), log.redactor);
  const network = createNetwork({ home, env, secrets, clock: systemClock });
  const { version } = JSON.parse(readFileSync(at('../../package.json'), 'utf8')) as { version: string };
  const texts = await readBrowserTexts();
  const deps: HostDeps = {
    version,
    mount: 'browser',
    origin,
    formerOrigin: `http://127.0.0.1:${port}`,
    newAddressText: texts.map(({ newAddress }) => `${newAddress}\n`).join(''),
    signInPage: {
      done: texts.map(({ signInDone }) => signInDone),
      stray: texts.map(({ signInStray }) => signInStray),
    },
    token: null,
    windowKeys,
    pageDir: at('../../dist/page'),
    env,
    home,
    portable,
    openHome: null,
    secrets,
    atRest,
    fetch: network.fetch,
    network,
    clock: systemClock,
    log,
    openExternal: null,
    pickFolder: null,
    setStoreAside: null,
    installer: null,
    crashes: createCrashStore({
      home,
      version,
      mount: 'browser',
      clock: systemClock,
      log,
      images: null,
      graphics: null,
    }),
    desktop: null,
  };
  return createHost(deps, { ...options, practice: await openPractice(home, systemClock) });
}
