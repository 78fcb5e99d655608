import {
  type FinishSnapshot,
  type NewSnapshot,
  Snapshot,
  SnapshotList,
  SnapshotReceived,
  type SnapshotSettingsPatch,
  SnapshotUpload,
  type VerifySnapshot,
} from '#contract/snapshot.ts';
import { callHost, type HostCallDeps, hostHeaders, isRefusal, toProblem } from './call-host.ts';
import { createHostCalls } from './host-calls.ts';
import type { HostCallsDeps } from './host-calls.ts';
import { HostAnswerUnreadable, HostUnreachableError } from './host-error.ts';

/** Snapshots in the host's folder. Methods reject like those of HostClient. */
export interface SnapshotHost {
  list(): Promise<SnapshotList>;
  change(patch: SnapshotSettingsPatch): Promise<SnapshotList>;
  begin(given: NewSnapshot): Promise<SnapshotUpload>;
  /** Returns how many bytes the host has then. The same part may be sent again. */
  put(id: string, at: number, part: Uint8Array<ArrayBuffer>, signal?: AbortSignal): Promise<number>;
  /** Rejects with `snapshot_mismatch` and stores nothing if the host received something else. */
  finish(id: string, sent: FinishSnapshot): Promise<Snapshot>;
  verify(id: string, found: VerifySnapshot): Promise<Snapshot>;
  /** The file as stored. A browser keeps a large one on disk, not in memory. */
  read(id: string, signal?: AbortSignal): Promise<Blob>;
  /** Removes a snapshot, or an upload in progress. */
  remove(id: string): Promise<void>;
}

export function createSnapshotHost(deps: HostCallsDeps): SnapshotHost {
  const { ask, tell } = createHostCalls(deps);
  const base = '/api/snapshots';
  const one = (id: string, rest = '') => `${base}/${encodeURIComponent(id)}${rest}`;

  const until = (signal: AbortSignal | undefined): HostCallDeps => ({
    ...deps,
    fetch: (input, init) => deps.fetch(input, { ...init, ...(signal && { signal }) }),
  });

  return {
    list: () => ask({ method: 'GET', path: base }, SnapshotList),
    change: (body) => ask({ method: 'PATCH', path: base, body }, SnapshotList),
    begin: (body) => ask({ method: 'POST', path: base, body }, SnapshotUpload),
    async put(id, at, bytes, signal) {
      const call = { method: 'PUT' as const, path: one(id, `/parts/${at}`), bytes };
      const answer = await callHost(until(signal), call, SnapshotReceived).catch((error: unknown) => {
        signal?.throwIfAborted();
        throw error;
      });
      if (!answer) throw new HostAnswerUnreadable(call.path);
      return answer.received;
    },
    finish: (id, body) => ask({ method: 'POST', path: one(id, '/finish'), body }, Snapshot),
    verify: (id, body) => ask({ method: 'POST', path: one(id, '/verify'), body }, Snapshot),
    async read(id, signal) {
      const call = { method: 'GET' as const, path: one(id) };
      try {
        const response = await until(signal).fetch(`${deps.origin}${call.path}`, {
          headers: hostHeaders(deps.token),
          cache: 'no-store',
          redirect: 'error',
        });
        if (isRefusal(response)) throw toProblem(call, response.status, await response.text());
        return await response.blob();
      } catch (error) {
        signal?.throwIfAborted();
        throw error instanceof TypeError ? new HostUnreachableError(error) : error;
      }
    },
    remove: (id) => tell('DELETE', one(id)),
  };
}
