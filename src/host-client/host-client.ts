import type { Connection, NewConnection } from '#contract/connection.ts';
import type { HostConfig, HostConfigState } from '#contract/config.ts';
import type { ConfigurationPatch, ConfigurationState } from '#contract/configuration.ts';
import type { HostEvent } from '#contract/events.ts';
import type { OpenExternalResult } from '#contract/shell.ts';
import type { ChooseSecretStore, KeyTest, SecretsState } from '#contract/secrets.ts';

/**
 * The page's only way to the host. Methods reject with HostProblemError (the host's own problem+json as data) or
 * HostUnreachableError. `vendorFetch` gives the SDKs a fetch for one connection: addresses below the connection's base
 * URL become `/api/vendors/<id>/wire/…`, token and run id are added, an abort also sends `DELETE /api/runs/<run>`.
 */
export interface HostClient {
  connections(): Promise<Connection[]>;
  addConnection(connection: NewConnection): Promise<Connection>;
  removeConnection(id: string): Promise<void>;
  putKey(connection: string, key: string): Promise<Connection>;
  deleteKey(connection: string): Promise<Connection>;
  /** Tests the stored key, or `key` before it is stored. */
  testKey(connection: string, key?: string): Promise<KeyTest>;
  secrets(): Promise<SecretsState>;
  chooseSecretStore(choice: ChooseSecretStore): Promise<SecretsState>;
  unlockSecrets(passphrase: string): Promise<SecretsState>;
  resetSecrets(): Promise<SecretsState>;
  config(): Promise<HostConfigState>;
  putConfig(patch: Partial<Omit<HostConfig, 'version'>>): Promise<HostConfigState>;
  configuration(session: string | null): Promise<ConfigurationState>;
  /** Changes the layer of the settings page. Returns the configuration that then applies in `session`. */
  changeConfiguration(session: string | null, patch: ConfigurationPatch): Promise<ConfigurationState>;
  openExternal(url: string): Promise<OpenExternalResult>;
  /** Reconnects with back-off until the signal aborts. Reports once when the host is gone and once when it is back. */
  events(onEvent: (event: HostEvent) => void, signal: AbortSignal, onReachable?: (reachable: boolean) => void): void;
  vendorFetch(connection: Connection): (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
}
