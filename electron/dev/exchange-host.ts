import type { Host } from '#host/create-host.ts';

export interface ExchangeDeps {
  /** Loads the host from its current sources. Rejects when they don't load. */
  load: () => Promise<() => Promise<Host>>;
  print: (line: string) => void;
  complain: (line: string) => void;
}

export interface ExchangedHost extends Host {
  /**
   * Replaces the host with its current sources. Requests wait meanwhile; if the sources don't load, the old host stays.
   */
  exchange(): Promise<void>;
}

const UNAVAILABLE: Host = {
  fetch: async () => new Response('The host did not start; the terminal says why.\n', { status: 503 }),
  windows: () => 0,
  update: { waits: () => false, prepare: async () => true, stay: () => undefined, install: async () => false },
  close: async () => undefined,
};

/** A host that can be replaced while its address, its windows and their tokens stay. */
export async function openExchangedHost({ load, print, complain }: ExchangeDeps): Promise<ExchangedHost> {
  let host = await (await load())();
  let ready = Promise.resolve(host);
  let closed = false;
  let requested = false;
  let running: Promise<void> | null = null;
  const report = (what: string, error: unknown) =>
    complain(`${what}\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);

  async function open(fresh: () => Promise<Host>): Promise<Host> {
    await host.close();
    return fresh();
  }

  async function once(): Promise<void> {
    let fresh;
    try {
      fresh = await load();
    } catch (error) {
      report('The host does not load; the one before goes on.', error);
      return;
    }
    if (closed) return;
    ready = open(fresh).catch((error: unknown) => {
      report('The host did not start. It is tried again after the next change.', error);
      return UNAVAILABLE;
    });
    host = await ready;
    if (host !== UNAVAILABLE) print('The host was restarted.');
  }

  async function run(): Promise<void> {
    while (requested) {
      requested = false;
      await once();
    }
    running = null;
  }

  return {
    fetch: async (request) => (await ready).fetch(request),
    windows: () => host.windows(),
    update: {
      waits: () => host.update.waits(),
      prepare: () => host.update.prepare(),
      stay: () => host.update.stay(),
      install: (wanted) => host.update.install(wanted),
    },
    exchange() {
      requested = true;
      running ??= run();
      return running;
    },
    async close() {
      closed = true;
      await running;
      await host.close();
    },
  };
}
