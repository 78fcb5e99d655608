import { ConsentList, EnvNames } from '#contract/consents.ts';
import { createHostCalls } from './host-calls.ts';
import type { HostCallsDeps } from './host-calls.ts';

/** All consents of the user. Methods reject like those of McpHost. */
export interface ConsentHost {
  /** Consents that don't count in their current state, and how long consents last. */
  list(): Promise<ConsentList>;
  /** The user has reviewed these and confirms them. */
  confirm(ids: readonly string[]): Promise<ConsentList>;
  takeBack(ids: readonly string[]): Promise<ConsentList>;
  env(): Promise<EnvNames>;
  allowEnv(name: string): Promise<EnvNames>;
  removeEnv(name: string): Promise<EnvNames>;
}

export function createConsentHost(deps: HostCallsDeps): ConsentHost {
  const { ask } = createHostCalls(deps);
  const env = '/api/consents/env';
  return {
    list: () => ask({ method: 'GET', path: '/api/consents' }, ConsentList),
    confirm: (ids) => ask({ method: 'POST', path: '/api/consents/confirm', body: { ids }, by: 'gesture' }, ConsentList),
    takeBack: (ids) => ask({ method: 'POST', path: '/api/consents/take-back', body: { ids } }, ConsentList),
    env: () => ask({ method: 'GET', path: env }, EnvNames),
    allowEnv: (name) => ask({ method: 'POST', path: env, body: { name }, by: 'gesture' }, EnvNames),
    removeEnv: (name) => ask({ method: 'DELETE', path: `${env}/${encodeURIComponent(name)}` }, EnvNames),
  };
}
