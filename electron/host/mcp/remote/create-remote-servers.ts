import {
  type AuthProvider,
  InsufficientScopeError,
  OAuthError,
  SSEClientTransport,
  SdkHttpError,
  StreamableHTTPClientTransport,
  type Transport,
  UnauthorizedError,
  auth,
  computeScopeUnion,
  extractWWWAuthenticateParams,
} from '@modelcontextprotocol/client';
import { abortable } from '#core/abortable.ts';
import { isObject, parseJson } from '#core/json.ts';
import { errorMessage, toError } from '#core/thrown.ts';
import { reasonText } from '#core/reasons.ts';
import type { HostDeps } from '../../base/deps.ts';
import { connectionFailure } from '../../base/connection-failure.ts';
import { HostError } from '../../base/problem.ts';
import { SignInNeededError } from '../base/refused-error.ts';
import { type SecretRedactor, createSecretRedactor } from '../base/redact-secrets.ts';
import { createTransportWire } from '../base/transport-wire.ts';
import { SessionEndedError } from '../base/wire.ts';
import { type Lookup, readSecureUrl } from './address-rules.ts';
import { openCallbackListener } from './callback-listener.ts';
import { createGuardedFetch } from './guarded-fetch.ts';
import { createOAuthProvider } from './oauth-provider.ts';
import { createOAuthStore, signedInAs } from './oauth-store.ts';
import type { RemoteServer, RemoteServers } from './remote-servers.ts';

export interface RemoteOptions {
  deps: HostDeps;
  lookup: Lookup;
  /** Called when the user signed in or out, or a sign-in failed. */
  onChange(id: string, failure: string | null): void;
}

/** For the user, at the sign-in page. */
const SIGN_IN_MS = 5 * 60_000;
/** For the servers, to answer what Baton asks them before and after that, or for a new token. */
const ANSWER_MS = 20_000;

/** As much of an answer as helps to understand a refusal. */
const MAX_ANSWER_CHARS = 300;

/** The same error with a reason for the user. What the server wrote follows on a line of its own, unless it's a page. */
function sayWhy(error: unknown, at: { vendor: string; host: string }): Error {
  if (!(error instanceof SdkHttpError)) {
    const failure = connectionFailure(at, error);
    return failure === null ? toError(error) : new Error(failure, { cause: error });
  }
  const { code, data, status } = error;
  if (status >= 300 && status < 400)
    return new SdkHttpError(code, reasonText('vendor.redirect', at), data, { cause: error });
  const written = wordsOf(typeof data.text === 'string' ? data.text : '');
  const reason = reasonText('vendor.status', { vendor: at.vendor, status });
  return new SdkHttpError(code, written === '' ? reason : `${reason}\n${written}`, data, { cause: error });
}

/** The message in the body of a refusal. The source of a web page, or other data, helps nobody. */
function wordsOf(body: string): string {
  const text = body.trim();
  const json = parseJson(text);
  const { error, message, detail, title }: Record<string, unknown> = isObject(json) ? json : {};
  const found = [isObject(error) ? error['message'] : error, message, detail, title].find(isString);
  const words = found ?? (json === undefined && !text.startsWith('<') ? text : '');
  return words.replaceAll(/\s+/g, ' ').slice(0, MAX_ANSWER_CHARS);
}

/** Many servers, made from the SDK's examples, answer 400 with this text, and look at the message only after that. */
const deniesSession = ({ status, data }: SdkHttpError): boolean =>
  status === 400 && typeof data.text === 'string' && /no valid session id/i.test(data.text);

const isString = (value: unknown): value is string => typeof value === 'string';

export function createRemoteServers(options: RemoteOptions): RemoteServers {
  const { deps, lookup } = options;
  const userAgent = `Baton/${deps.version}`;
  /** Sign-ins in progress. Aborting one ends everything it waits for. */
  const open = new Map<string, AbortController>();
  /** Sign-ins that were given up before the browser came back. */
  const givenUp = new Set<string>();
  /** What a server sent when it asked for a sign-in: the address of its metadata and the scope it wants. */
  const challenges = new Map<string, ReturnType<typeof extractWWWAuthenticateParams>>();
  /** Scopes missing in refused calls: the next sign-in asks for them too. */
  const missingScopes = new Map<string, string>();

  const fetchFor = (serverUrl: string, headers: Readonly<Record<string, string>>, over?: AbortSignal) =>
    createGuardedFetch({ fetch: deps.fetch, lookup, serverUrl, headers, userAgent, ...(over && { over }) });

  /** Ends the attempt if the servers don't answer. */
  async function inTime<T>(attempt: AbortController, work: Promise<T>): Promise<T> {
    const silent = deps.clock.setTimeout(() => attempt.abort(new Error(reasonText('signIn.silent'))), ANSWER_MS);
    try {
      return await abortable(work, attempt.signal);
    } finally {
      deps.clock.clearTimeout(silent);
    }
  }

  /**
   * Sends the stored token and refreshes it automatically; anything that needs the user waits until they ask for it.
   */
  function bearer(id: string, { url, headers, client }: RemoteServer, scrub: SecretRedactor): AuthProvider {
    const store = createOAuthStore(deps.secrets, id, url, client);
    let refreshing: Promise<void> | null = null;
    async function refresh(): Promise<void> {
      if (!(await store.tokens())?.refresh_token) throw new SignInNeededError();
      const attempt = new AbortController();
      const fetchFn = fetchFor(url, headers, attempt.signal);
      // The SDK takes a sign-in server that is down for one that refuses, and would have the user sign in again.
      let down: Error | null = null;
      const watched: typeof fetchFn = async (address, init) => {
        if (init?.method !== 'POST') return fetchFn(address, init);
        down = new Error(reasonText('signIn.down'));
        const response = await fetchFn(address, init);
        if (response.status < 500 && response.status !== 429) down = null;
        return response;
      };
      const provider = createOAuthProvider({
        store,
        redirectUrl: null,
        over: attempt.signal,
        onRedirect: () => Promise.reject(down ?? new SignInNeededError()),
      });
      const challenge = challenges.get(id);
      try {
        await inTime(
          attempt,
          auth(provider, {
            serverUrl: url,
            fetchFn: watched,
            ...(challenge?.resourceMetadataUrl ? { resourceMetadataUrl: challenge.resourceMetadataUrl } : {}),
          }),
        );
      } catch (error) {
        // Some refuse an old token with another code than the standard's (metabase#80389, 2026-08; obot#7501, 2026-08).
        throw error instanceof OAuthError ? (down ?? new SignInNeededError()) : error;
      }
    }
    return {
      async token() {
        const { access_token: access, refresh_token: again = '' } = (await store.tokens()) ?? {};
        if (access === undefined) return undefined;
        // A server may repeat the tokens it received.
        scrub.hide([access, again]);
        return access;
      },
      async onUnauthorized({ response }) {
        challenges.set(id, extractWWWAuthenticateParams(response));
        refreshing ??= refresh().finally(() => (refreshing = null));
        await refreshing;
      },
    };
  }

  function finish(id: string, attempt: AbortController, failure: string | null): void {
    attempt.abort();
    // The user cancelled it or started another, so there is no result.
    if (open.get(id) !== attempt) return;
    open.delete(id);
    if (failure === null) givenUp.delete(id);
    options.onChange(id, failure);
  }

  /** Checks that the tokens can be stored before the sign-in starts. */
  async function needPlace(): Promise<void> {
    const { kind, locked } = await deps.secrets.state();
    if (kind === 'unset') throw new HostError('secrets_unset');
    if (locked) throw new HostError('secrets_locked');
  }

  /** The call needs more scopes than granted. The token stays valid for everything else. */
  async function moreNeeded(id: string, { url, client }: RemoteServer, error: InsufficientScopeError) {
    const { requiredScope, resourceMetadataUrl } = error;
    const before = (await createOAuthStore(deps.secrets, id, url, client).tokens())?.scope;
    const scope = computeScopeUnion(before, missingScopes.get(id), requiredScope);
    if (scope !== undefined) missingScopes.set(id, scope);
    challenges.set(id, { ...challenges.get(id), ...(resourceMetadataUrl ? { resourceMetadataUrl } : {}) });
    return new SignInNeededError(requiredScope ?? '');
  }

  async function signIn(id: string, { url, headers, client }: RemoteServer) {
    await needPlace();
    cancel(id);
    const attempt = new AbortController();
    open.set(id, attempt);
    const over = attempt.signal;
    try {
      const store = createOAuthStore(deps.secrets, id, url, client);
      // Perhaps the sign-in page no longer knows the registration. It says so only to the user (claude-code#72818, 2026-07).
      if (givenUp.delete(id) && !(await store.tokens())) await store.forget('client');
      const listener = await openCallbackListener(await store.redirectUrl(), deps.signInPage);
      over.addEventListener('abort', () => listener.close(over.reason));
      if (over.aborted) listener.close(over.reason);
      const fetchFn = fetchFor(url, headers, over);
      let target: URL | null = null;
      const provider = createOAuthProvider({
        store,
        redirectUrl: listener.redirectUrl,
        over,
        async onRedirect(address) {
          // The server chose this address: it is opened only as https, or as http on this machine.
          target = readSecureUrl(address.href).url;
          store.asked(address.searchParams.get('scope'));
        },
      });
      const { resourceMetadataUrl, scope: challenged } = challenges.get(id) ?? {};
      const scope = computeScopeUnion(challenged, missingScopes.get(id));
      const more = {
        ...(resourceMetadataUrl ? { resourceMetadataUrl } : {}),
        ...(scope === undefined ? {} : { scope }),
      };
      await inTime(attempt, auth(provider, { serverUrl: url, fetchFn, forceReauthorization: true, ...more }));
      if (target === null) throw new Error(reasonText('signIn.noAddress'));
      const late = deps.clock.setTimeout(() => {
        givenUp.add(id);
        attempt.abort(new Error(reasonText('signIn.late')));
      }, SIGN_IN_MS);
      void (async () => {
        const answer = await listener.wait(provider.expectedState).finally(() => deps.clock.clearTimeout(late));
        const code = answer.get('code');
        // The error's text comes from outside; only its short code is shown.
        if (code === null)
          throw new Error(
            reasonText('signIn.refused', {
              code: (answer.get('error') ?? '').replace(/[^\w]/g, '').slice(0, 40) || '–',
            }),
          );
        const iss = answer.get('iss');
        const given = { authorizationCode: code, ...(iss === null ? {} : { iss }) };
        await inTime(attempt, auth(provider, { serverUrl: url, fetchFn, ...given }));
        missingScopes.delete(id);
      })().then(
        () => finish(id, attempt, null),
        (error: unknown) => finish(id, attempt, errorMessage(error)),
      );
      const { href } = target as URL;
      return { url: href, opened: deps.openExternal ? await deps.openExternal(href) : false };
    } catch (error) {
      // The caller gets the error directly.
      attempt.abort();
      if (open.get(id) === attempt) open.delete(id);
      if (error instanceof HostError) throw error;
      throw new HostError('server_failed', reasonText('signIn.failed', { reason: errorMessage(error) }), {
        cause: error,
      });
    }
  }

  function cancel(id: string): void {
    if (open.has(id)) givenUp.add(id);
    open.get(id)?.abort(new Error(reasonText('signIn.cancelled')));
    open.delete(id);
  }

  return {
    checkAddress: (url) => void readSecureUrl(url),
    async connect(id, server, label) {
      const { kind, url, headers } = server;
      const { url: address } = readSecureUrl(url);
      const fetchFn = fetchFor(url, headers);
      const scrub = createSecretRedactor([...Object.values(headers), ...server.secrets]);
      const settings = { fetch: fetchFn, authProvider: bearer(id, server, scrub) };
      const http = kind === 'http' ? new StreamableHTTPClientTransport(address, settings) : null;
      const transport: Transport = http ?? new SSEClientTransport(address, settings);
      const wire = createTransportWire(transport, {
        // A server that doesn't end sessions, or is already gone, must not delay the close.
        beforeClose: async () => {
          await Promise.race([
            http?.terminateSession().catch(() => undefined),
            new Promise((resolve) => setTimeout(resolve, 1000)),
          ]);
        },
        async explain(error) {
          if (error instanceof SignInNeededError) return error;
          if (error instanceof InsufficientScopeError) return moreNeeded(id, server, error);
          if (error instanceof UnauthorizedError) return new SignInNeededError();
          if (error instanceof SdkHttpError && error.status === 401) return new SignInNeededError();
          const why = sayWhy(error, { vendor: label, host: address.host });
          why.message = scrub.text(why.message);
          if (!(error instanceof SdkHttpError) || !http?.sessionId) return why;
          // The server has forgotten the session (MCP 2025-11-25, transports, session management).
          if (error.status === 404 || deniesSession(error)) return new SessionEndedError(why.message, { cause: error });
          // Perhaps it has, too, but it does not say that the message was not processed.
          if (error.status === 400) void transport.close();
          return why;
        },
      });
      return { wire, scrub };
    },
    async signedIn(id) {
      return signedInAs(await deps.secrets.get(`mcp/${id}/oauth`).catch(() => null));
    },
    signIn,
    cancelSignIn: cancel,
    async signOut(id) {
      cancel(id);
      await deps.secrets.delete(`mcp/${id}/oauth`);
      options.onChange(id, null);
    },
    close() {
      for (const id of open.keys()) cancel(id);
    },
  };
}
