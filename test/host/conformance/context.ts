import { afterEach, beforeEach } from 'vitest';
import { type Host, createHost } from '#host/create-host.ts';
import type { PracticeVendors } from '#host/base/call-vendor.ts';
import { type HostBench, createHostBench, createMemorySecrets, pageHeaders } from '#test/fakes/host-deps.ts';
import { type Upstream, createUpstream } from '#test/fakes/upstream.ts';

/** A way to reach a host, like a page: `fetch` takes a path and behaves like the page's own. */
export interface Mount {
  readonly origin: string;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

export interface MountKind {
  name: string;
  /** Builds the host with the mount's actual origin. */
  open(build: (origin: string) => Host): Promise<Mount>;
  /** Whether the host notices an abort of the page's fetch before there is a response. */
  seesEarlyAbort: boolean;
  /** Whether the host receives `Origin: null`. */
  keepsNullOrigin: boolean;
}

/** Must not appear in any answer, log or file except the secret store's. */
export const CANARY = 'sk-CANARY0123456789abcdefghijklmnop';

export interface HostContext {
  readonly kind: MountKind;
  bench: HostBench;
  host: Host;
  mount: Mount;
  upstream: Upstream;
  practice: PracticeVendors;
  /** A call by the page itself, with header and token. */
  call: (path: string, init?: RequestInit & { json?: unknown; as?: Record<string, string> }) => Promise<Response>;
}

/** A fresh host, mount and upstream for every test of the surrounding `describe`. */
export function useHost(kind: MountKind): HostContext {
  const practice: PracticeVendors = { fetch: async (request) => Response.json({ practice: request.url }) };
  const context = { kind, practice } as HostContext;
  context.call = (path, { json, as, ...init } = {}) =>
    context.mount.fetch(path, {
      ...init,
      headers: pageHeaders({ ...(json === undefined ? {} : { 'content-type': 'application/json' }), ...as }),
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
  beforeEach(async () => {
    context.upstream = await createUpstream();
    context.bench = createHostBench({
      secrets: createMemorySecrets({ anthropic: CANARY, openai: CANARY, gemini: CANARY }),
      fetch: (request) => context.upstream.fetch(request),
    });
    context.mount = await kind.open((origin) => {
      context.host = createHost(
        { ...context.bench.deps, origin },
        { practice: { fetch: (request) => context.practice.fetch(request) } },
      );
      return context.host;
    });
  });
  afterEach(async () => {
    await context.host.close();
    await context.mount.close();
    await context.upstream.close();
    context.bench.dispose();
  });
  return context;
}

/** Waits, up to a limit, for something that happens on another socket. */
export async function until(true_: () => boolean, what: string, ms = 3000): Promise<void> {
  const end = Date.now() + ms;
  while (!true_()) {
    if (Date.now() > end) throw new Error(`did not happen within ${ms} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** The error of a cut-off answer, on any mount. */
export const BROKEN = /abort|terminated|ERR_FAILED|cut off/i;

export const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
