import { createApiClient, type HostCallDeps } from '#host-client/api-client.ts';
import { syncEndpoints } from '#contract/sync.ts';
import { v4 } from 'uuid';
import { openSettingsChannel } from '#state/settings-channel.ts';
import { defaultDeviceName } from '#state/device-name.ts';
import type { PageLog } from '#state/page-log.ts';
import { createSyncControl, type SyncControl, type SyncControlDeps } from './sync-control.ts';

interface OpenSyncDeps extends Pick<
  SyncControlDeps,
  'db' | 'settings' | 'clock' | 'releaseSession' | 'onUnreadableRow'
> {
  hostCalls: HostCallDeps;
  log: Pick<PageLog, 'write'>;
}

/** Opens sync with the services of a browser. */
export function openSync({ hostCalls, log, ...deps }: OpenSyncDeps): SyncControl {
  const sync = createSyncControl({
    ...deps,
    host: createApiClient(hostCalls, syncEndpoints),
    newDevice: () => v4().replaceAll('-', ''),
    usualName: defaultDeviceName(navigator.userAgent),
    channel: openSettingsChannel('baton-sync'),
    locks: navigator.locks,
    onError: (error) => log.write('warn', 'sync-failed', { error }),
  });
  addEventListener('online', () => sync.check());
  return sync;
}
