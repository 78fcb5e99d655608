import type { McpSignIn } from '#contract/mcp.ts';
import type { ServerDefinition } from '../registry/entry.ts';
import type { SecretRedactor } from '../base/redact-secrets.ts';
import type { Wire } from '../base/wire.ts';

export type RemoteDefinition = Extract<ServerDefinition, { kind: 'http' | 'sse' }>;

/** A definition together with its secret values. */
export interface RemoteServer extends Pick<RemoteDefinition, 'kind' | 'url'> {
  headers: Readonly<Record<string, string>>;
  /** Baton's client as registered by hand with the sign-in server. */
  client: { id: string; secret: string | null } | null;
  /** Other values that must be redacted. */
  secrets: readonly string[];
}

export interface SignedIn {
  scope?: string;
}

/** MCP servers reached by an address. */
export interface RemoteServers {
  /** Throws `bad_request` that says what to change, unless the address is allowed. */
  checkAddress: (url: string) => void;
  /** Its errors say why the server, named `label`, doesn't respond. */
  connect(id: string, server: RemoteServer, label: string): Promise<{ wire: Wire; scrub: SecretRedactor }>;
  /** `null` when the user is not signed in. */
  signedIn(id: string): Promise<SignedIn | null>;
  signIn(id: string, server: RemoteServer): Promise<McpSignIn>;
  cancelSignIn(id: string): void;
  signOut(id: string): Promise<void>;
  close(): void;
}
