import type { StoredOAuthClientInformation, StoredOAuthTokens } from '@modelcontextprotocol/client';
import { z } from 'zod';
import type { SecretStore } from '../../base/deps.ts';
import { HostError } from '../../base/problem.ts';

const Stored = z.object({
  /** The server the tokens are for; they are not used for another address. */
  url: z.string(),
  tokens: z
    .looseObject({ access_token: z.string(), token_type: z.string(), scope: z.string().optional().catch(undefined) })
    .optional(),
  client: z.looseObject({ client_id: z.string() }).optional(),
  /** True when the client is the user's own registration, whose secret is stored elsewhere. */
  byHand: z.boolean().optional(),
  redirectUrl: z.string().optional(),
});
type Stored = z.infer<typeof Stored>;

/** The result of a sign-in: tokens and this client's registration with the sign-in server, in the secret store. */
export interface OAuthStore {
  tokens(): Promise<StoredOAuthTokens | undefined>;
  saveTokens(tokens: StoredOAuthTokens): Promise<void>;
  /** Sets the scope of the next tokens, unless the sign-in server names another. */
  asked(scope: string | null): void;
  /** Returns the registration only if it was made for this redirect address. */
  client(redirectUrl: string | null): Promise<StoredOAuthClientInformation | undefined>;
  /** With `redirectUrl` null, the stored address stays. */
  saveClient(client: StoredOAuthClientInformation, redirectUrl: string | null): Promise<void>;
  /** The redirect address of the registration. */
  redirectUrl(): Promise<string | null>;
  forget(what: 'all' | 'tokens' | 'client'): Promise<void>;
}

/** Reads a stored sign-in for any address, without its tokens. */
export function signedInAs(text: string | null): { scope?: string } | null {
  const { data } = Stored.safeParse(text === null ? null : JSON.parse(text));
  if (!data?.tokens) return null;
  const { scope } = data.tokens;
  return typeof scope === 'string' ? { scope } : {};
}

/** `own`: the user's own registration, which takes precedence. */
export function createOAuthStore(
  secrets: SecretStore,
  id: string,
  url: string,
  own: { id: string; secret: string | null } | null,
): OAuthStore {
  const name = `mcp/${id}/oauth`;
  let scope: string | null = null;

  async function read(): Promise<Stored> {
    let text: string | null;
    try {
      text = await secrets.get(name);
    } catch (error) {
      // Nothing was ever stored.
      if (error instanceof HostError && error.code === 'secrets_unset') return { url };
      throw error;
    }
    const parsed = text === null ? null : Stored.safeParse(JSON.parse(text));
    return parsed?.success && parsed.data.url === url ? parsed.data : { url };
  }

  const write = (next: Stored) => secrets.set(name, JSON.stringify(next));

  return {
    tokens: async () => (await read()).tokens,
    async saveTokens(tokens) {
      // RFC 6749, 5.1: an answer without a scope means the requested one. A refresh keeps the granted one.
      const before = await read();
      const granted = scope ?? before.tokens?.scope;
      await write({ ...before, tokens: granted === undefined ? tokens : { scope: granted, ...tokens } });
    },
    asked(given) {
      scope = given;
    },
    async client(redirectUrl) {
      const { client, byHand = false, redirectUrl: madeFor } = await read();
      if (own) {
        const bound = byHand && client?.client_id === own.id ? client : {};
        return { ...bound, client_id: own.id, ...(own.secret === null ? {} : { client_secret: own.secret }) };
      }
      return !byHand && (redirectUrl === null || madeFor === redirectUrl) ? client : undefined;
    },
    async saveClient({ client_secret: secret, ...client }, redirectUrl) {
      const { byHand: _byHand, ...before } = await read();
      const byHand = own?.id === client.client_id;
      await write({
        ...before,
        client: secret === undefined || byHand ? client : { ...client, client_secret: secret },
        ...(byHand ? { byHand } : {}),
        ...(redirectUrl === null ? {} : { redirectUrl }),
      });
    },
    redirectUrl: async () => (await read()).redirectUrl ?? null,
    async forget(what) {
      if (what === 'all') return secrets.delete(name);
      const { tokens, client, byHand, redirectUrl, ...rest } = await read();
      await write(
        what === 'tokens'
          ? { ...rest, client, byHand, redirectUrl }
          : // Keeps the redirect address, so that a new registration can use it.
            { ...rest, tokens, redirectUrl },
      );
    },
  };
}
