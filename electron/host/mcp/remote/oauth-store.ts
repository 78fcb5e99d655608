import type { StoredOAuthClientInformation, StoredOAuthTokens } from '@modelcontextprotocol/client';
import { z } from 'zod';
import type { SecretStore } from '../../deps.ts';
import { HostError } from '../../problem.ts';

const Stored = z.object({
  /** The server the tokens are for: another address gets none of them. */
  url: z.string(),
  tokens: z.looseObject({ access_token: z.string(), token_type: z.string() }).optional(),
  client: z.looseObject({ client_id: z.string() }).optional(),
  redirectUrl: z.string().optional(),
});
type Stored = z.infer<typeof Stored>;

/** What a sign-in left: tokens and the registration of this client with the sign-in server, in the secret store. */
export interface OAuthStore {
  tokens(): Promise<StoredOAuthTokens | undefined>;
  saveTokens(tokens: StoredOAuthTokens): Promise<void>;
  /** Only if it was made for this redirect address. */
  client(redirectUrl: string | null): Promise<StoredOAuthClientInformation | undefined>;
  saveClient(client: StoredOAuthClientInformation, redirectUrl: string): Promise<void>;
  forget(what: 'all' | 'tokens' | 'client'): Promise<void>;
}

export function createOAuthStore(secrets: SecretStore, id: string, url: string): OAuthStore {
  const name = `mcp/${id}/oauth`;

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
    saveTokens: async (tokens) => write({ ...(await read()), tokens }),
    async client(redirectUrl) {
      const stored = await read();
      return redirectUrl === null || stored.redirectUrl === redirectUrl ? stored.client : undefined;
    },
    saveClient: async (client, redirectUrl) => write({ ...(await read()), client, redirectUrl }),
    async forget(what) {
      const { tokens: _tokens, client: _client, redirectUrl: _redirect, ...rest } = await read();
      const stored = await read();
      if (what === 'all') await secrets.delete(name);
      else if (what === 'tokens')
        await write({
          ...rest,
          ...(stored.client ? { client: stored.client } : {}),
          ...(stored.redirectUrl === undefined ? {} : { redirectUrl: stored.redirectUrl }),
        });
      else await write({ ...rest, ...(stored.tokens ? { tokens: stored.tokens } : {}) });
    },
  };
}
