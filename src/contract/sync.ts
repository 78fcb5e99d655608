import { z } from 'zod';

const Address = z.string().min(1).max(2048);

/** Where the log of changes lies, without what lets one in. */
export const SyncRemote = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('folder'), path: Address }),
  z.strictObject({ kind: z.literal('webdav'), url: Address, user: z.string().max(256) }),
  z.strictObject({
    kind: z.literal('s3'),
    /** Of the service, without the bucket. */
    url: Address,
    bucket: z.string().min(1).max(255),
    region: z.string().min(1).max(64),
    accessKey: z.string().min(1).max(256),
    /** Below which everything lies; empty for none. */
    prefix: z.string().max(512),
  }),
]);
export type SyncRemote = z.infer<typeof SyncRemote>;

/** POST /api/sync/address: the whole address of a place, as it is shown before anything is asked there. */
export const SyncAddress = z.object({ address: z.string() });

/** POST /api/sync */
export const JoinSync = z.strictObject({
  place: SyncRemote,
  /** The password of WebDAV, or the secret key of a bucket; empty for a folder. */
  secret: z.string().max(4096),
  passphrase: z.string().min(1).max(1024),
  how: z.enum(['begin', 'join']),
  /** The address as the person saw it. */
  agreed: z.string(),
});
export type JoinSync = z.infer<typeof JoinSync>;

/** GET /api/sync */
export const SyncState = z.object({
  place: z
    .object({
      kind: z.enum(['folder', 'webdav', 's3']),
      address: z.string(),
      /** Tells this place and its key from every other. */
      fingerprint: z.string(),
    })
    .nullable(),
});
export type SyncState = z.infer<typeof SyncState>;

/** GET /api/sync/logs: of each machine the numbers of its objects, in order, behind those that are asked for. */
export const SyncLogs = z.object({ logs: z.record(z.string(), z.array(z.number().int().positive())) });

/** GET /api/sync/logs/:device/:counter */
export const SyncText = z.object({ text: z.string() });

/** PUT /api/sync/logs/:device/:counter; false: there is one of that number already. */
export const SyncCreated = z.object({ created: z.boolean() });

/** GET /api/sync/blobs/:hash/parts: how many parts are there of how many; null for none. */
export const SyncBlobParts = z.object({ of: z.number().int().nonnegative() });

/** An attachment travels in pieces of this size, one in memory at a time. */
export const BLOB_PART_BYTES = 8 * 1024 ** 2;
