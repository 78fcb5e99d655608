import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';
import type { MuteUpdate, UpdateState } from '#contract/updates.ts';
import type { UpdateHost } from '#host-client/host-api.ts';

export interface UpdatesDeps {
  source: UpdateHost;
  onError: (error: unknown) => void;
  setTimeout(fn: () => void, ms: number): unknown;
  clearTimeout(handle: unknown): void;
}

export interface Updates {
  /** `undefined` until the host has responded. */
  store: StoreApi<{ state: UpdateState | undefined }>;
  /** Refreshes now and then every few hours, since a window may be open for weeks. */
  refresh(): void;
  /** Reloads the host's state, without a request to the feed. */
  reload(): void;
  /** These reject when the host refuses or does not respond. After the consent, the host asks the feed immediately. */
  agree(feed: string): Promise<void>;
  revoke(): Promise<void>;
  quiet(wish: MuteUpdate): Promise<void>;
}

/** The host asks at most once a day. This only decides how late in the day that may be. */
const LOOK_MS = 3 * 60 * 60 * 1000;

export function createUpdates({ source, onError, ...timers }: UpdatesDeps): Updates {
  const store = createStore<{ state: UpdateState | undefined }>(() => ({ state: undefined }));
  let newest = 0;
  let next: unknown = null;

  /** Of several responses, only the last one is used. */
  async function follow(asking: Promise<UpdateState>): Promise<void> {
    const requestNumber = (newest += 1);
    const state = await asking;
    if (requestNumber === newest) store.setState({ state });
  }

  function refresh(): void {
    timers.clearTimeout(next);
    next = timers.setTimeout(refresh, LOOK_MS);
    follow(source.check()).catch(onError);
  }

  return {
    store,
    refresh,
    reload: () => void follow(source.state()).catch(onError),
    async agree(feed) {
      await follow(source.agree({ feed }));
      refresh();
    },
    revoke: () => follow(source.revoke()),
    quiet: (wish) => follow(source.quiet(wish)),
  };
}
