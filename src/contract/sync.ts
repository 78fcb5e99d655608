import { z } from 'zod/mini';
import type { Endpoints } from './endpoint.ts';

const Address = z.string().check(z.minLength(1), z.maxLength(2048));

/** Where the sync log is, without the secret to access it. */
export const SyncRemote = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('folder'), path: Address }),
  z.strictObject({ kind: z.literal('webdav'), url: Address, user: z.string().check(z.maxLength(256)) }),
  z.strictObject({
    kind: z.literal('s3'),
    /** URL of the service, without the bucket. */
    url: Address,
    bucket: z.string().check(z.minLength(1), z.maxLength(255)),
    region: z.string().check(z.minLength(1), z.maxLength(64)),
    accessKey: z.string().check(z.minLength(1), z.maxLength(256)),
    /** Prefix of every object; empty for none. */
    prefix: z.string().check(z.maxLength(512)),
  }),
]);
export type SyncRemote = z.infer<typeof SyncRemote>;

export const JoinSync = z.strictObject({
  place: SyncRemote,
  /** The WebDAV password, or the secret key of a bucket; empty for a folder. */
  secret: z.string().check(z.maxLength(4096)),
  passphrase: z.string().check(z.minLength(1), z.maxLength(1024)),
  how: z.enum(['begin', 'join']),
  /** The address as the user saw it. */
  agreed: z.string(),
});
export type JoinSync = z.infer<typeof JoinSync>;

export const SyncState = z.object({
  place: z.nullable(
    z.object({
      kind: z.enum(['folder', 'webdav', 's3']),
      address: z.string(),
      /** Distinguishes this remote and its key from every other. */
      fingerprint: z.string(),
    }),
  ),
});
export type SyncState = z.infer<typeof SyncState>;

/** Size of the parts that an attachment is sent in. Only one part is in memory at a time. */
export const BLOB_PART_BYTES = 8 * 1024 ** 2;

/** Longer than any object the page creates. */
const MAX_TEXT_BYTES = 128 * 1024 ** 2;

const Device = z.string().check(z.regex(/^[0-9a-z]{8,40}$/, 'device'));
const Hash = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'hash'));
const counter = (name: string) => z.pipe(z.string().check(z.regex(/^\d{1,12}$/, name)), z.transform(Number));
const LogParams = { device: Device, counter: counter('counter') };
const PartParams = { hash: Hash, part: counter('part'), of: counter('of') };
const Text = z.object({ text: z.string() });

/**
 * The sync log at the user's remote, which only the host can open. The host encrypts and transfers; the page reads and
 * writes the contents.
 */
export const syncEndpoints = {
  state: { route: 'GET /api/sync', answer: SyncState },
  join: { route: 'POST /api/sync', body: JoinSync, answer: SyncState, by: 'gesture' },
  leave: { route: 'DELETE /api/sync', answer: SyncState },
  /** The full address to show. Sends no request there. */
  addressOf: {
    route: 'POST /api/sync/address',
    body: SyncRemote,
    answer: z.pipe(
      z.object({ address: z.string() }),
      z.transform(({ address }) => address),
    ),
  },
  /** By device, the numbers of its sync objects in order, after the given ones. */
  list: {
    route: 'POST /api/sync/list',
    body: z.record(Device, z.int().check(z.nonnegative())),
    answer: z.pipe(
      z.object({ logs: z.record(z.string(), z.array(z.int().check(z.positive()))) }),
      z.transform(({ logs }) => logs),
    ),
  },
  read: {
    route: 'GET /api/sync/logs/:device/:counter',
    params: LogParams,
    answer: z.pipe(
      Text,
      z.transform(({ text }) => text),
    ),
  },
  /** False if an object with that number exists. */
  write: {
    route: 'PUT /api/sync/logs/:device/:counter',
    params: LogParams,
    body: Text,
    limit: MAX_TEXT_BYTES,
    answer: z.pipe(
      z.object({ created: z.boolean() }),
      z.transform(({ created }) => created),
    ),
  },
  /** The number of parts if the attachment is complete there; 0 if it is not. */
  blobParts: {
    route: 'GET /api/sync/blobs/:hash',
    params: PartParams,
    answer: z.pipe(
      z.object({ of: z.int().check(z.nonnegative()) }),
      z.transform(({ of }) => of),
    ),
  },
  readBlob: { route: 'GET /api/sync/blobs/:hash/:part/:of', params: PartParams, answer: 'blob' },
  writeBlob: {
    route: 'PUT /api/sync/blobs/:hash/:part/:of',
    params: PartParams,
    body: 'bytes',
    limit: BLOB_PART_BYTES,
  },
} satisfies Endpoints;
