import { z } from 'zod';
import {
  type JoinSync,
  SyncAddress,
  SyncBlobParts,
  SyncCreated,
  SyncLogs,
  type SyncRemote,
  SyncState,
  SyncText,
} from '#contract/sync.ts';
import { Problem } from '#contract/problem.ts';
import { hostHeaders } from './call-host.ts';
import { createHostCalls } from './host-calls.ts';
import type { HostCallsDeps } from './host-calls.ts';
import { HostAnswerUnreadable, HostProblemError, HostUnreachableError } from './host-error.ts';

/** The sync remote, which only the host can open. Methods reject like those of HostClient. */
export interface SyncHost {
  state(): Promise<SyncState>;
  /** The full address to show. Sends no request there. */
  addressOf(place: SyncRemote): Promise<string>;
  join(given: JoinSync): Promise<SyncState>;
  leave(): Promise<SyncState>;
  list(after: Readonly<Record<string, number>>): Promise<Record<string, number[]>>;
  read(device: string, counter: number): Promise<string>;
  write(device: string, counter: number, text: string): Promise<boolean>;
  blobParts(hash: string): Promise<number>;
  readBlob(hash: string, part: number, of: number): Promise<Uint8Array<ArrayBuffer>>;
  writeBlob(hash: string, part: number, of: number, bytes: Blob): Promise<void>;
}

export function createSyncHost(deps: HostCallsDeps): SyncHost {
  const { ask } = createHostCalls(deps);
  const log = (device: string, counter: number) => `/api/sync/logs/${device}/${counter}`;

  /** Sends bytes unchanged, not as JSON. */
  async function carry(method: 'GET' | 'PUT', path: string, body?: Blob): Promise<Uint8Array<ArrayBuffer>> {
    let response: Response;
    let bytes: Uint8Array<ArrayBuffer>;
    try {
      response = await deps.fetch(`${deps.origin}${path}`, {
        method,
        headers: { ...hostHeaders(deps.token), ...(body && { 'content-type': 'application/octet-stream' }) },
        ...(body && { body: await body.arrayBuffer() }),
        cache: 'no-store',
        redirect: 'error',
      });
      bytes = new Uint8Array(await response.arrayBuffer());
    } catch (error) {
      throw new HostUnreachableError(error);
    }
    if (response.ok) return bytes;
    const problem = z
      .string()
      .transform((text) => JSON.parse(text) as unknown)
      .pipe(Problem)
      .safeParse(new TextDecoder().decode(bytes));
    throw problem.success ? new HostProblemError(problem.data) : new HostAnswerUnreadable(`${method} ${path}`);
  }

  return {
    state: () => ask({ method: 'GET', path: '/api/sync' }, SyncState),
    addressOf: async (place) =>
      (await ask({ method: 'POST', path: '/api/sync/address', body: place }, SyncAddress)).address,
    join: (given) => ask({ method: 'POST', path: '/api/sync', body: given, by: 'gesture' }, SyncState),
    leave: () => ask({ method: 'DELETE', path: '/api/sync' }, SyncState),
    list: async (after) => (await ask({ method: 'POST', path: '/api/sync/list', body: after }, SyncLogs)).logs,
    read: async (device, counter) => (await ask({ method: 'GET', path: log(device, counter) }, SyncText)).text,
    write: async (device, counter, text) =>
      (await ask({ method: 'PUT', path: log(device, counter), body: { text } }, SyncCreated)).created,
    blobParts: async (hash) => (await ask({ method: 'GET', path: `/api/sync/blobs/${hash}` }, SyncBlobParts)).of,
    readBlob: (hash, part, of) => carry('GET', `/api/sync/blobs/${hash}/${part}/${of}`),
    writeBlob: async (hash, part, of, bytes) =>
      void (await carry('PUT', `/api/sync/blobs/${hash}/${part}/${of}`, bytes)),
  };
}
