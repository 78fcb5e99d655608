import { z } from 'zod';

const Address = z.string().min(1).max(2048);

/** Where the sync log is, without the secret to access it. */
export const SyncRemote = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('folder'), path: Address }),
  z.strictObject({ kind: z.literal('webdav'), url: Address, user: z.string().max(256) }),
  z.strictObject({
    kind: z.literal('s3'),
    /** URL of the service, without the bucket. */
    url: Address,
    bucket: z.string().min(1).max(255),
    region: z.string().min(1).max(64),
    accessKey: z.string().min(1).max(256),
    /** Prefix of every object; empty for none. */
    prefix: z.string().max(512),
  }),
]);
export type SyncRemote = z.infer<typeof SyncRemote>;

/** POST /api/sync/address: the full address of a remote, shown before anything is requested there. */
export const SyncAddress = z.object({ address: z.string() });

/** POST /api/sync */
export const JoinSync = z.strictObject({
  place: SyncRemote,
  /** The WebDAV password, or the secret key of a bucket; empty for a folder. */
  secret: z.string().max(4096),
  passphrase: z.string().min(1).max(1024),
  how: z.enum(['begin', 'join']),
  /** The address as the user saw it. */
  agreed: z.string(),
});
export type JoinSync = z.infer<typeof JoinSync>;

/** GET /api/sync */
export const SyncState = z.object({
  place: z
    .object({
      kind: z.enum(['folder', 'webdav', 's3']),
      address: z.string(),
      /** Distinguishes this remote and its key from every other. */
      fingerprint: z.string(),
    })
    .nullable(),
});
export type SyncState = z.infer<typeof SyncState>;

/** POST /api/sync/list: by device, the numbers of its sync objects in order, after the requested ones. */
export const SyncLogs = z.object({ logs: z.record(z.string(), z.array(z.number().int().positive())) });

/** GET /api/sync/logs/:device/:counter */
export const SyncText = z.object({ text: z.string() });

/** PUT /api/sync/logs/:device/:counter; false if an object with that number exists. */
export const SyncCreated = z.object({ created: z.boolean() });

/** GET /api/sync/blobs/:hash: the number of parts if the attachment is complete there; 0 if it is not. */
export const SyncBlobParts = z.object({ of: z.number().int().nonnegative() });

/** Size of the parts that an attachment is sent in. Only one part is in memory at a time. */
export const BLOB_PART_BYTES = 8 * 1024 ** 2;
