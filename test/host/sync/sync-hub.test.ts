import { expect, it } from 'vitest';
import { HostError } from '#host/problem.ts';
import { createSyncHub } from '#host/sync/sync-hub.ts';
import { createHostBench } from '#test/fakes/host-deps.ts';

it.each([
  ['secrets_unset', { place: null }],
  ['secrets_locked', 'secrets_locked'],
] as const)(
  'knows of no place where nothing is kept yet, and does not know where keys are locked: %s',
  async (code, said) => {
    const { deps } = createHostBench();
    const get = () => Promise.reject(new HostError(code));
    const hub = createSyncHub({ ...deps, secrets: { ...deps.secrets, get } });
    const state = hub.state().catch((error: unknown) => (error instanceof HostError ? error.code : error));
    expect(await state).toEqual(said);
  },
);
