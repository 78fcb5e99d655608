import type { McpSignIn } from '#contract/mcp.ts';
import type { ServerDefinition } from '../registry/entry.ts';
import type { Scrubber } from '../scrub.ts';
import type { Wire } from '../wire.ts';

export type RemoteDefinition = Extract<ServerDefinition, { kind: 'http' | 'sse' }>;

/** Servers behind an address. */
export interface RemoteServers {
  /** `bad_request` with what to change, unless a server may be there. */
  checkAddress(url: string): void;
  connect(
    id: string,
    definition: RemoteDefinition,
    headers: Readonly<Record<string, string>>,
  ): Promise<{ wire: Wire; scrub: Scrubber }>;
  signedIn(id: string): Promise<boolean>;
  signIn(id: string, definition: RemoteDefinition): Promise<McpSignIn>;
  cancelSignIn(id: string): void;
  signOut(id: string): Promise<void>;
  close(): void;
}
