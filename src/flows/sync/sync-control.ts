import type { JoinSync, SyncRemote } from '#contract/sync.ts';
import type { SyncNotifications } from '#state/sync-notifications.ts';
import { createSyncNotifications } from '#state/sync-notifications.ts';
import type { SyncScheduler } from '#state/sync-scheduler.ts';
import type { Settings } from '#state/settings.ts';
import { createSync, type SyncDeps } from './create-sync.ts';

/** Sync as the user controls it. */
export interface SyncControl {
  store: SyncScheduler['store'];
  news: SyncNotifications;
  /** The full address of a remote. Doesn't contact it. */
  addressOf(place: SyncRemote): Promise<string>;
  /** Rejects as the host does. What happens afterwards is in the store. */
  join(given: JoinSync, name: string): Promise<void>;
  rename(name: string): Promise<void>;
  /** Sends everything here again, for devices that miss some of it. */
  sendAgain(): Promise<void>;
  /** The name of this device. */
  name(): string;
  now(): Promise<void>;
  pause(): Promise<void>;
  resume(): Promise<void>;
  leave(): Promise<void>;
  /** Checks again what is chosen: at the start, after keys were unlocked, and when the host is back. */
  check(): void;
}

export interface SyncControlDeps extends Omit<SyncDeps, 'name' | 'onReceived'> {
  settings: Settings;
  /** The name of this device until the user changes it. */
  usualName: string;
  /** Notifies the other windows of this profile that a choice was made, and receives their notifications. */
  channel: { notify(): void; listen(onMessage: () => void): void };
  /** Called with sessions that were removed on another device. */
  releaseSession(ids: ReadonlySet<string>): Promise<void>;
}

const NAME_KEY = 'syncName';

export function createSyncControl(deps: SyncControlDeps): SyncControl {
  const { host, settings, channel } = deps;
  const news = createSyncNotifications();
  function name(): string {
    const given = settings.store.getState().values.get(NAME_KEY);
    return typeof given === 'string' && given !== '' ? given : deps.usualName;
  }
  const sync = createSync({
    ...deps,
    name,
    onReceived(received) {
      news.add(received);
      deps.releaseSession(received.removed).catch(deps.onError);
    },
  });
  const { runs } = sync;
  const check = (): void => void runs.begin();
  channel.listen(check);

  return {
    store: runs.store,
    news,
    addressOf: (place) => host.addressOf(place),
    name,
    async join(given, as) {
      await host.join(given);
      await settings.set(NAME_KEY, as);
      channel.notify();
      check();
    },
    async rename(to) {
      await settings.set(NAME_KEY, to);
      await sync.rename(to);
    },
    sendAgain: () => sync.sendAgain(),
    now: () => runs.now(),
    async pause() {
      await runs.pause();
      channel.notify();
    },
    async resume() {
      await runs.resume();
      channel.notify();
    },
    async leave() {
      await runs.leave();
      channel.notify();
    },
    check() {
      // In these states, sync has started already.
      if (!['idle', 'going', 'paused', 'elsewhere'].includes(runs.store.getState().status.kind)) check();
    },
  };
}
