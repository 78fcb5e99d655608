import {
  type JournalBatch,
  JournalCheck,
  JournalList,
  JournalReceived,
  JournalSegment,
  type NewBase,
  type RowListing,
} from '#contract/journal.ts';
import { callHost, type HostCallDeps, hostHeaders, isRefusal, toProblem } from './call-host.ts';
import { createHostCalls, type HostCallsDeps } from './host-calls.ts';
import { HostUnreachableError } from './host-error.ts';

/** The journals at the host. Methods reject like those of HostClient. */
export interface JournalHost {
  list(): Promise<JournalList>;
  change(on: boolean): Promise<JournalList>;
  append(profile: string, batch: JournalBatch): Promise<JournalReceived>;
  putBlob(profile: string, hash: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** `null` if the journal does not have it. */
  blob(profile: string, hash: string): Promise<Blob | null>;
  check(profile: string, listing: RowListing): Promise<JournalCheck>;
  /** Number of the new segment. */
  begin(profile: string): Promise<number>;
  rebase(profile: string, base: NewBase): Promise<void>;
  /** The newest record of each row, one per line. */
  records(profile: string): Promise<ReadableStream<Uint8Array>>;
  move(profile: string, to: string): Promise<void>;
  /** Deletes a journal for good. */
  remove(profile: string): Promise<void>;
  /** Makes the browser delete everything that it stores for this page. */
  clearSiteData(): Promise<void>;
}

export function createJournalHost(deps: HostCallsDeps): JournalHost {
  const { ask } = createHostCalls(deps);
  const base = '/api/journals';
  const one = (profile: string, rest: string) => `${base}/${encodeURIComponent(profile)}/${rest}`;

  async function read(path: string): Promise<Response> {
    try {
      const response = await deps.fetch(`${deps.origin}${path}`, {
        headers: hostHeaders(deps.token),
        cache: 'no-store',
        redirect: 'error',
      });
      if (!isRefusal(response) || response.status === 404) return response;
      throw toProblem({ method: 'GET', path }, response.status, await response.text());
    } catch (error) {
      throw error instanceof TypeError ? new HostUnreachableError(error) : error;
    }
  }

  return {
    list: () => ask({ method: 'GET', path: base }, JournalList),
    change: (on) => ask({ method: 'PATCH', path: base, body: { on } }, JournalList),
    append: (profile, body) => ask({ method: 'POST', path: one(profile, 'records'), body }, JournalReceived),
    async putBlob(profile, hash, bytes) {
      await callHost(deps, { method: 'PUT', path: one(profile, `blobs/${hash}`), bytes }, null);
    },
    async blob(profile, hash) {
      const response = await read(one(profile, `blobs/${hash}`));
      return response.status === 404 ? null : response.blob();
    },
    check: (profile, body) => ask({ method: 'POST', path: one(profile, 'check'), body }, JournalCheck),
    begin: async (profile) => (await ask({ method: 'POST', path: one(profile, 'segments') }, JournalSegment)).segment,
    async rebase(profile, body) {
      await callHost(deps, { method: 'PUT', path: one(profile, 'base'), body }, null);
    },
    async records(profile) {
      const { body } = await read(one(profile, 'records'));
      return body ?? new ReadableStream({ start: (controller) => controller.close() });
    },
    async move(profile, to) {
      await callHost(deps, { method: 'POST', path: one(profile, 'move'), body: { to } }, null);
    },
    async remove(profile) {
      await callHost(deps, { method: 'DELETE', path: `${base}/${encodeURIComponent(profile)}` }, null);
    },
    async clearSiteData() {
      // Chromium clears nothing for a request without credentials
      // (content/browser/browsing_data/clear_site_data_handler.cc).
      const withCredentials: HostCallDeps['fetch'] = (input, init) =>
        deps.fetch(input, { ...init, credentials: 'same-origin' });
      await callHost({ ...deps, fetch: withCredentials }, { method: 'DELETE', path: '/api/site-data' }, null);
    },
  };
}
