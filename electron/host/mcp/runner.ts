import type { McpHealth } from '#contract/mcp.ts';
import { canonicalJson } from '#core/canonical-json.ts';
import { errorMessage } from '#core/thrown.ts';
import { reasonText } from '#core/reasons.ts';
import type { Clock } from '../base/deps.ts';
import { HostError } from '../base/problem.ts';
import { abortable } from '#core/abortable.ts';
import type { ConnectEvents, ServerConnection } from './bridge/connection.ts';
import { connectServer } from './bridge/server-connection.ts';
import { withTimeout } from './bridge/host-calls.ts';
import type { LogTail } from './base/log-tail.ts';
import { RefusedError, SignInNeededError } from './base/refused-error.ts';
import type { SecretRedactor } from './base/redact-secrets.ts';
import { type Tool, listTools, validTools } from './bridge/tool-list.ts';
import type { RpcMessage, Wire } from './base/wire.ts';

export interface RunnerOptions {
  clock: Clock;
  version: string;
  log: LogTail;
  /** Connects with the current definition; throws RefusedError when it may not run. */
  connect(): Promise<{ wire: Wire; scrub: SecretRedactor }>;
  /** Called with the server's tools before any client learns of them. */
  onTools(tools: readonly Tool[], info: ServerConnection['info']): Promise<void>;
  onNotification(message: RpcMessage): void;
  onChange(): void;
  rootsOf: ConnectEvents['rootsOf'];
  mayRepeat: ConnectEvents['mayRepeat'];
  idleMs?: number;
}

export interface Runner {
  /**
   * Returns the running server, starting it if needed. Concurrent callers share one start; if one gives up, it
   * continues.
   */
  ensure(): Promise<ServerConnection>;
  /** Returns the connection without starting anything. */
  current(): ServerConnection | null;
  readonly health: Omit<McpHealth, 'state'> & { state: 'stopped' | 'starting' | 'running' | 'crashed' | 'sign-in' };
  /** As of the last start. */
  readonly tools: readonly Tool[] | null;
  readonly revision: number;
  readonly info: ServerConnection['info'] | null;
  /** Stops the server, even while it starts. */
  stop(): Promise<void>;
  /** Records why a requested sign-in failed. */
  signInFailed(reason: string): void;
  /** Forgets crashes, so that the next start happens at once. */
  forgive(): void;
}

const TOOLS_CHANGED: RpcMessage = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' };
/** Number of stderr lines reported with a crash. */
const LAST_WORDS = 4;
const IDLE_MS = 10 * 60_000;
/** Long, because the first start of a package downloads it. */
const START_MS = 120_000;
/** For a listing while the server runs. Later ones wait for it. */
const LIST_MS = 60_000;
const FIRST_DELAY_MS = 1000;
const MAX_DELAY_MS = 5 * 60_000;
/** A server that ran this long before it crashed starts with a count of one again. */
const STABLE_MS = 60_000;
/** Callers wait silently this long for the next start; if it takes longer, the error says when it happens. */
const PATIENCE_MS = 5000;

/**
 * The life cycle of one server: started on first use, shared, stopped when idle, restarted with growing delays after
 * crashes.
 */
export function createRunner(options: RunnerOptions): Runner {
  const { clock, log } = options;
  const idleMs = options.idleMs ?? IDLE_MS;
  let link: ServerConnection | null = null;
  let starting: { promise: Promise<ServerConnection>; stop: AbortController } | null = null;
  let stopping: Promise<void> | null = null;
  let lastUse = 0;
  let startedAt = 0;
  let idleTimer: unknown = null;
  let relisting: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;
  let tools: readonly Tool[] | null = null;
  let info: ServerConnection['info'] | null = null;
  let revision = 0;
  const health: Runner['health'] = { state: 'stopped', since: clock.now(), reason: null, nextTry: null, crashes: 0 };

  function become(state: Runner['health']['state'], reason: string | null = null, nextTry: number | null = null): void {
    Object.assign(health, { state, since: clock.now(), reason, nextTry });
    options.onChange();
  }

  function crashed(reason: string): void {
    const lived = health.state === 'running' ? clock.now() - health.since : 0;
    health.crashes = lived >= STABLE_MS ? 1 : health.crashes + 1;
    const delay = Math.min(FIRST_DELAY_MS * 2 ** (health.crashes - 1), MAX_DELAY_MS);
    // The actual error is often some lines above the end, before a stack trace.
    const last = log.read().filter(({ at, from }) => from === 'stderr' && at >= startedAt);
    const said = last.slice(-LAST_WORDS).map(({ text }) => `\n${text.slice(0, 300)}`);
    log.add('host', reason);
    become('crashed', [reason, ...said].join(''), clock.now() + delay);
  }

  function watchIdle(): void {
    idleTimer = clock.setTimeout(() => {
      if (!link) return;
      if (link.busy > 0 || link.followed || clock.now() - lastUse < idleMs) watchIdle();
      else {
        log.add('host', reasonText('server.idle'));
        void stop();
      }
    }, idleMs);
  }

  async function takeTools(from: ServerConnection, signal?: AbortSignal): Promise<void> {
    const listed =
      'tools' in from.info.capabilities ? await listTools((method, params) => from.ask(method, params, signal)) : [];
    const usable = from.mirrors ? validTools(listed, (fault) => log.add('host', fault)) : listed;
    await options.onTools(usable, from.info);
    tools = usable;
  }

  async function relist(from: ServerConnection, before: Promise<void>): Promise<void> {
    await before;
    next = null;
    try {
      await withTimeout(clock, LIST_MS, new AbortController().signal, (signal) => takeTools(from, signal));
      revision++;
      options.onChange();
    } catch (error) {
      log.add('host', reasonText('server.notListed', { reason: errorMessage(error) }));
    }
  }

  /**
   * Runs one after the other, so an older list never replaces a newer one. A waiting refresh serves all later requests.
   */
  function refreshTools(from: ServerConnection): Promise<void> {
    next ??= relist(from, relisting);
    relisting = next;
    return next;
  }

  /** The server may be another version now, with other tools. */
  async function takeNewSession(from: ServerConnection): Promise<void> {
    const before = canonicalJson(tools);
    await withTimeout(clock, LIST_MS, new AbortController().signal, (signal) => takeTools(from, signal));
    ({ info } = from);
    revision++;
    options.onChange();
    if (canonicalJson(tools) !== before) options.onNotification(TOOLS_CHANGED);
  }

  async function start(signal: AbortSignal): Promise<ServerConnection> {
    // It may ask a registry that doesn't answer.
    const { wire, scrub } = await abortable(options.connect(), signal);
    let opened: ServerConnection | null = null;
    const events: ConnectEvents = {
      onActivity: () => void (lastUse = clock.now()),
      onNote: (from, text) => log.add(from, text),
      // A server that needs more scopes for one call still works for all others.
      onSendFailed(error) {
        if (link && error instanceof SignInNeededError && error.refusal.scope === undefined) become('sign-in');
      },
      rootsOf: options.rootsOf,
      mayRepeat: options.mayRepeat,
      async onNewSession() {
        if (opened) await takeNewSession(opened);
      },
      onNotification(message) {
        if (message.method === 'notifications/message') log.add('server', JSON.stringify(message.params ?? {}));
        else if (message.method?.endsWith('list_changed')) {
          revision++;
          options.onChange();
        }
        if (message.method === TOOLS_CHANGED.method && opened)
          void refreshTools(opened).then(() => options.onNotification(message));
        else options.onNotification(message);
      },
      onClose(reason) {
        if (!opened || link !== opened) return;
        link = null;
        clock.clearTimeout(idleTimer);
        if (stopping) become('stopped');
        else crashed(reason);
      },
    };
    opened = await connectServer({ wire, scrub, version: options.version, clock }, events, signal);
    try {
      await takeTools(opened, signal);
      signal.throwIfAborted();
    } catch (error) {
      await opened.close();
      throw error;
    }
    return opened;
  }

  async function begin(stop: AbortController): Promise<ServerConnection> {
    const late = clock.setTimeout(
      () => stop.abort(new Error(reasonText('server.late', { seconds: START_MS / 1000 }))),
      START_MS,
    );
    become('starting');
    startedAt = clock.now();
    log.add('host', reasonText('server.starting'));
    try {
      link = await start(stop.signal);
      ({ info } = link);
      revision++;
      lastUse = clock.now();
      watchIdle();
      become('running');
      return link;
    } catch (error) {
      if (!stopping && error instanceof SignInNeededError) become('sign-in');
      else if (stopping || error instanceof RefusedError) become('stopped');
      // Locked or missing keys are not the server's fault.
      else if (error instanceof HostError) become('stopped', error.message);
      else crashed(errorMessage(stop.signal.aborted ? stop.signal.reason : error));
      throw error;
    } finally {
      clock.clearTimeout(late);
      starting = null;
    }
  }

  async function ensure(): Promise<ServerConnection> {
    await stopping;
    if (link) return link;
    if (!starting) {
      const wait = (health.nextTry ?? 0) - clock.now();
      if (wait > PATIENCE_MS)
        throw new RefusedError(
          'crashed',
          reasonText('server.again', {
            seconds: Math.ceil(wait / 1000),
            reason: health.reason ?? reasonText('server.crashed'),
          }),
          {
            nextTry: health.nextTry ?? 0,
          },
        );
      if (wait > 0) {
        await new Promise<void>((resolve) => clock.setTimeout(resolve, wait));
        return ensure();
      }
      const stop = new AbortController();
      starting = { stop, promise: begin(stop) };
    }
    try {
      return await starting.promise;
    } catch (error) {
      if (error instanceof RefusedError) throw error;
      if (error instanceof HostError) throw new RefusedError('off', error.message);
      throw new RefusedError(
        'crashed',
        health.reason ?? errorMessage(error),
        health.nextTry === null ? {} : { nextTry: health.nextTry },
      );
    }
  }

  async function end(): Promise<void> {
    starting?.stop.abort(new Error(reasonText('server.stopped')));
    await starting?.promise.catch(() => undefined);
    const running = link;
    if (!running) return;
    await running.close();
    clock.clearTimeout(idleTimer);
  }

  function stop(): Promise<void> {
    stopping ??= end().finally(() => {
      stopping = null;
    });
    return stopping;
  }

  return {
    ensure,
    current: () => link,
    health,
    get tools() {
      return tools;
    },
    get revision() {
      return revision;
    },
    get info() {
      return info;
    },
    stop,
    signInFailed(reason) {
      // A failed sign-in for more scopes leaves the server running.
      if (health.state === 'sign-in' || link) become(health.state, reason);
    },
    forgive() {
      health.crashes = 0;
      health.nextTry = null;
      if (health.state === 'crashed' || health.state === 'sign-in') become(link ? 'running' : 'stopped');
    },
  };
}
