import { randomBytes } from 'node:crypto';
import { reasonText } from '#core/reasons.ts';
import type { OAuthClientProvider, OAuthDiscoveryState } from '@modelcontextprotocol/client';
import { HostError } from '../../base/problem.ts';
import type { OAuthStore } from './oauth-store.ts';

export interface ProviderOptions {
  store: OAuthStore;
  /** Where the browser returns to; null for a refresh without the user. */
  redirectUrl: string | null;
  /** Once it aborts, nothing is stored any more. */
  over: AbortSignal;
  /** Called with the address to send the user to. Throw to refuse. */
  onRedirect: (url: URL) => Promise<void>;
}

export interface Provider extends OAuthClientProvider {
  readonly expectedState: string;
}

/**
 * MCP 2025-11-25, authorization, PKCE: a sign-in server that doesn't declare S256 must not be used, but the SDK accepts
 * a missing declaration. A server without any metadata is of the older kind, with fixed addresses on the server itself.
 */
function refuseWithoutPkce({ authorizationServerMetadata: metadata }: OAuthDiscoveryState): void {
  if (metadata && !metadata.code_challenge_methods_supported?.includes('S256'))
    throw new Error(reasonText('signIn.pkce'));
}

/**
 * Answers the SDK's OAuth client (2.1: PKCE, state, dynamic registration, resource indicators) from the secret store.
 */
export function createOAuthProvider({ store, redirectUrl, over, onRedirect }: ProviderOptions): Provider {
  const expectedState = randomBytes(24).toString('base64url');
  let verifier: string | null = null;
  let discovered: OAuthDiscoveryState | undefined;
  // A refresh needs no redirect, but without one the SDK assumes a client that acts without a user.
  const redirect = redirectUrl ?? 'http://127.0.0.1/oauth/callback';

  return {
    expectedState,
    redirectUrl: redirect,
    clientMetadata: {
      client_name: 'Baton',
      redirect_uris: [redirect],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    state: () => expectedState,
    clientInformation: () => store.client(redirectUrl),
    async saveClientInformation(client) {
      over.throwIfAborted();
      await store.saveClient(client, redirectUrl);
    },
    tokens: () => store.tokens(),
    async saveTokens(tokens) {
      over.throwIfAborted();
      await store.saveTokens(tokens);
    },
    redirectToAuthorization: onRedirect,
    saveCodeVerifier: (value) => void (verifier = value),
    codeVerifier() {
      if (verifier === null) throw new HostError('internal', 'There is no code verifier.');
      return verifier;
    },
    saveDiscoveryState(state) {
      // A refresh has no code that could be stolen.
      if (redirectUrl !== null) refuseWithoutPkce(state);
      discovered = state;
    },
    discoveryState: () => discovered,
    async invalidateCredentials(scope) {
      if (scope === 'verifier') verifier = null;
      else if (scope === 'discovery') discovered = undefined;
      else await store.forget(scope);
    },
  };
}
