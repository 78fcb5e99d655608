import { MoveBegun, type MoveReport, MoveState } from '#contract/origin-migration.ts';
import { callHost } from './call-host.ts';
import { createHostCalls, type HostCallsDeps } from './host-calls.ts';

/** The history that earlier builds stored under another address. Methods reject like those of HostClient. */
export interface MoveHost {
  state(): Promise<MoveState>;
  begin(): Promise<MoveBegun>;
  finish(): Promise<void>;
  /** At the former address only. */
  report(outcome: MoveReport): Promise<void>;
}

export function createMoveHost(deps: HostCallsDeps): MoveHost {
  const { ask, tell } = createHostCalls(deps);
  return {
    state: () => ask({ method: 'GET', path: '/api/move' }, MoveState),
    begin: () => ask({ method: 'POST', path: '/api/move' }, MoveBegun),
    finish: () => tell('POST', '/api/move/finish'),
    async report(body) {
      await callHost(deps, { method: 'POST', path: '/api/move/report', body }, null);
    },
  };
}
