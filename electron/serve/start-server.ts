import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Host } from '#host/create-host.ts';
import type { HostDeps } from '../host/base/deps.ts';
import { findDataPlace, preparePlace } from '../host/base/data-place.ts';
import { removePartialFiles } from '../host/base/partial-files.ts';
import { createAtRest } from '../host/at-rest/at-rest.ts';
import { createFileLog } from '../host/log/log-file.ts';
import { markFormerOrigin } from '#host/origin-migration/moved-file.ts';
import { type OpenHost, openHost } from './open-host.ts';
import { systemClock } from '../host/base/system-clock.ts';
import { createWindowTokens, type TicketOptions } from '../host/base/window-tokens.ts';
import { claimHome } from './claim-home.ts';
import { listenForSecondStart, type InstanceRequest, type InstanceReply } from './instance-socket.ts';
import { originNameOf, originOf } from './origin-name.ts';
import { catchUnhandledErrors } from './catch-unhandled-errors.ts';
import { stopListening } from './listen.ts';
import { createNodeMount } from './node-mount.ts';
import { removeRunning, writeRunning } from './running-file.ts';

/** Fixed, because the origin owns the page's stored conversations. */
export const DEFAULT_PORT = 4127;
const GRACE_MS = 300;
const checkout = fileURLToPath(new URL('../..', import.meta.url));

export interface ServerOptions {
  /** 0 for any free port. */
  port?: number | null;
  /** Default: BATON_HOME, then a portable folder in the checkout, then the platform's folder for settings. */
  home?: string | null;
  /** The home is portable wherever it is; without `home` or BATON_HOME it is in the checkout. */
  portable?: boolean;
  /** The user's environment; by default that of this process. */
  env?: HostDeps['env'];
  /** The request to a Baton that already uses the home. */
  wish?: InstanceRequest;
  /** Handles a request from a later start. */
  onInstanceRequest?: (wish: InstanceRequest) => Promise<InstanceReply>;
  /** `npm run dev` opens a host that can be replaced. */
  openHost?: OpenHost;
  /** Handles upgrade requests. Without it, upgrades are not supported. */
  onUpgrade?: (origin: string, request: IncomingMessage, socket: Duplex, head: Buffer) => void;
}

export interface RunningServer {
  /** Returns a link that opens one window, once: its ticket is in the fragment. */
  link: (options?: TicketOptions) => string;
  origin: string;
  port: number;
  home: string;
  /** Number of connected windows. */
  windows(): number;
  close(): Promise<void>;
}

/**
 * Root of browser mode: serves the host over HTTP on the loopback addresses. Throws PortTakenError or
 * HomeUnusableError.
 */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const env = options.env ?? process.env;
  const args = [...(options.home ? ['--home', options.home] : []), ...(options.portable ? ['--portable'] : [])];
  const place = findDataPlace({ args, env, beside: { path: checkout } });
  const { home, portable } = place;
  await preparePlace(place);
  const now = () => systemClock.now();
  const atRest = createAtRest({ home, clock: systemClock });
  const log = createFileLog({ home, now, keys: atRest });
  // There is no keychain in browser mode.
  await atRest.connect(portable ? 'portable' : 'browser', { log, hide: (text) => log.redactor.hide(text) });
  const windowKeys = createWindowTokens(systemClock, () => log.write('warn', 'ticket-refused'));

  // The origin, and with it the host, depends on the port.
  const { promise: ready, resolve: setHost } = Promise.withResolvers<Host>();
  const server = createNodeMount({ fetch: async (request) => (await ready).fetch(request) });
  const onUnlockable = (error: unknown) => log.write('warn', 'home-not-locked', { error });
  const { port, lock } = await claimHome({
    server,
    home,
    port: options.port ?? DEFAULT_PORT,
    wish: options.wish ?? 'window',
    onUnlockable,
  });
  await removePartialFiles(home);
  const { name, isNew } = await originNameOf(home);
  if (isNew) await markFormerOrigin(home).catch((error: unknown) => log.write('warn', 'moved-not-written', { error }));
  log.redactor.hide(name);
  const origin = originOf(name, port);
  const link = (ticket?: TicketOptions) => `${origin}/#t=${windowKeys.issue(ticket)}`;
  const { onUpgrade } = options;
  if (onUpgrade) server.on('upgrade', (request, socket, head) => onUpgrade(origin, request, socket, head));
  const host = await (options.openHost ?? openHost)({ home, portable, origin, port, env, log, atRest, windowKeys });
  setHost(host);
  await writeRunning(home, process.pid).catch((error: unknown) =>
    log.write('warn', 'running-file-not-written', { error }),
  );
  const doorbell = await listenForSecondStart(home, async (wish) => {
    log.write('info', 'asked-for-window', { wish });
    return options.onInstanceRequest?.(wish) ?? 'failed';
  }).catch((error: unknown) => log.write('warn', 'no-doorbell', { error }));
  const removeNet = catchUnhandledErrors(log, (line) => void process.stderr.write(`${line}\n`));
  log.write('info', 'start', { mount: 'browser', port });

  return {
    link,
    origin,
    port,
    home,
    windows: () => host.windows(),
    async close() {
      doorbell?.close();
      await host.close();
      await stopListening(server, GRACE_MS);
      await removeRunning(home, process.pid);
      lock?.release();
      removeNet();
      await log.flush();
    },
  };
}
