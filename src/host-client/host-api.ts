import type { Api } from '#contract/api.ts';
import type { formerAddressEndpoints } from '#contract/origin-migration.ts';
import type { ApiClient } from './api-client.ts';

/** The clients of the contract's groups. `createApiClient` makes each. */
type HostApi = { [Group in keyof Api]: ApiClient<Api[Group]> };

export type CheckpointHost = HostApi['checkpoints'];
export type ConsentHost = HostApi['consents'];
export type LogClient = HostApi['logs'];
/** The history that earlier builds stored under another address. */
export type MoveHost = HostApi['move'];
/** The page at the former address. */
export type FormerAddressHost = ApiClient<typeof formerAddressEndpoints>;
export type OrphanProcessHost = HostApi['orphanProcesses'];
export type SnapshotHost = HostApi['snapshots'];
export type SyncHost = HostApi['sync'];
export type UpdateHost = HostApi['updates'];
