import { type RunScripts, scriptEndpoints } from '#contract/scripts.ts';
import type { ScriptsAnswer } from '#core/reliability/scripts/join-verdicts.ts';
import { abortableFetch } from './abortable-fetch.ts';
import { type ApiClient, createApiClient } from './api-client.ts';
import { type HostCallsDeps, openStreams } from './host-calls.ts';

/** The user's scripts. The host stores them, asks for consent and runs them. */
export interface ScriptHost extends Omit<ApiClient<typeof scriptEndpoints>, 'run'> {
  /** An abort also ends the scripts. */
  run(given: RunScripts, signal: AbortSignal): Promise<ScriptsAnswer>;
}

export function createScriptHost(deps: HostCallsDeps): ScriptHost {
  const streams = openStreams(deps);
  return {
    ...createApiClient(deps, scriptEndpoints),
    run(given, signal) {
      const fetch: HostCallsDeps['fetch'] = (input, { method = 'POST', headers, body } = {}) =>
        abortableFetch(streams, input.slice(deps.origin.length), {
          method,
          headers: new Headers(headers),
          body,
          signal,
        });
      return createApiClient({ ...deps, fetch }, scriptEndpoints).run(given);
    },
  };
}
