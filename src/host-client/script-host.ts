import { type RunScripts, ScriptList, type ScriptRow, ScriptsAnswerSchema } from '#contract/scripts.ts';
import type { ScriptsAnswer } from '#core/reliability/scripts/join-verdicts.ts';
import { callHost } from './call-host.ts';
import { createHostCalls } from './host-calls.ts';
import type { HostCallsDeps } from './host-calls.ts';
import { HostAnswerUnreadable } from './host-error.ts';
import { abortableFetch } from './abortable-fetch.ts';

/** The user's scripts. The host stores them, asks for consent and runs them. */
export interface ScriptHost {
  list(): Promise<ScriptRow[]>;
  /** Rejects with `approval_stale` if the script is no longer as shown. Returns the new list. */
  agree(hash: string): Promise<ScriptRow[]>;
  revoke(hash: string): Promise<ScriptRow[]>;
  /** An abort also ends the scripts. */
  run(given: RunScripts, signal: AbortSignal): Promise<ScriptsAnswer>;
}

export function createScriptHost(deps: HostCallsDeps): ScriptHost {
  const { ask, streams } = createHostCalls(deps);
  const consents = '/api/scripts/consents';
  return {
    list: async () => (await ask({ method: 'GET', path: '/api/scripts' }, ScriptList)).scripts,
    agree: async (hash) =>
      (await ask({ method: 'POST', path: consents, body: { hash }, by: 'gesture' }, ScriptList)).scripts,
    revoke: async (hash) => (await ask({ method: 'DELETE', path: `${consents}/${hash}` }, ScriptList)).scripts,
    async run(body, signal) {
      const fetch: HostCallsDeps['fetch'] = (input, { method = 'POST', headers, body: sent } = {}) =>
        abortableFetch(streams, input.slice(deps.origin.length), {
          method,
          headers: new Headers(headers),
          body: sent,
          signal,
        });
      const call = { method: 'POST' as const, path: '/api/scripts/runs', body };
      const answer = await callHost({ ...deps, fetch }, call, ScriptsAnswerSchema);
      if (!answer) throw new HostAnswerUnreadable(call.path);
      return answer;
    },
  };
}
