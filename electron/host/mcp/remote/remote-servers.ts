import type { McpSignIn } from '#contract/mcp.ts';
import type { ServerDefinition } from '../registry/entry.ts';
import type { SecretRedactor } from '../base/redact-secrets.ts';
import type { Wire } from '../base/wire.ts';

export type RemoteDefinition = Extract<ServerDefinition, { kind: 'http' | 'sse' }>;

/** A definition with the values it is used with. */
export interface RemoteServer extends Pick<RemoteDefinition, 'kind' | 'url'> {
  headers: Readonly<Record<string, string>>;
  /** Baton as it was registered by hand with the sign-in server. */
  client: { id: string; secret: string | null } | null;
  /** Further values that nothing may repeat. */
  secrets: readonly string[];
}

export interface SignedIn {
  scope?: string;
}

/** Servers behind an address. */
export interface RemoteServers {
  /** `bad_request` with what to change, unless a server may be there. */
  checkAddress: (url: string) => void;
  connect(id: string, server: RemoteServer): Promise<{ wire: Wire; scrub: SecretRedactor }>;
  /** null: nobody is signed in. */
  signedIn(id: string): Promise<SignedIn | null>;
  signIn(id: string, server: RemoteServer): Promise<McpSignIn>;
  cancelSignIn(id: string): void;
  signOut(id: string): Promise<void>;
  close(): void;
}
