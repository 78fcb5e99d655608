import { z } from 'zod/mini';
import type { Endpoints } from './endpoint.ts';

/** Why a snapshot was made. `from-…`: the user left browser mode, or the desktop app, and takes everything along. */
export const SNAPSHOT_REASONS = [
  'daily',
  'before-upgrade',
  'manual',
  'before-restore',
  'before-install',
  'from-browser',
  'from-desktop',
] as const;
export const SnapshotReason = z.enum(SNAPSHOT_REASONS);
export type SnapshotReason = z.infer<typeof SnapshotReason>;

const Count = z.int().check(z.nonnegative());
const Sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const Version = z.string().check(z.maxLength(100));
const Fingerprint = z.string().check(z.regex(/^[\w:-]{1,128}$/));

export const SnapshotCounts = z.object({ conversations: Count, messages: Count, blobs: Count });
export type SnapshotCounts = z.infer<typeof SnapshotCounts>;

/** One file of the snapshot folder. Fields that only its note holds are null if the note is missing. */
export const Snapshot = z.object({
  id: z.string(),
  /** Milliseconds since 1970, UTC. */
  at: z.number(),
  reason: SnapshotReason,
  appVersion: z.nullable(Version),
  schemaVersion: z.nullable(Count),
  bytes: Count,
  sha256: z.nullable(Sha256),
  counts: z.nullable(SnapshotCounts),
  /** Fingerprint of the history in it. Equal fingerprints mean equal contents. */
  fingerprint: z.nullable(Fingerprint),
  /**
   * `verified`: read back, opened as an archive, counted and hashed. `unchecked`: not checked yet. `damaged`: it
   * differs from what was written, or is not a complete archive.
   */
  state: z.enum(['verified', 'unchecked', 'damaged']),
  /** Time of the check; null before the first. */
  checkedAt: z.nullable(z.number()),
  /** It is encrypted under a key that isn't open. */
  locked: z.optional(z.boolean()),
});
export type Snapshot = z.infer<typeof Snapshot>;

/** Limits for the user's choice of disk space for snapshots, in bytes. */
export const MIN_CAP = 64 * 1024 ** 2;
export const MAX_CAP = 1024 ** 4;

export const SnapshotSettings = z.object({
  /** Baton makes snapshots automatically. */
  automatic: z.boolean(),
  /** Disk space for all snapshots together, in bytes. `null`: a fifth of the free disk, at most 5 GB. */
  cap: z.nullable(z.int().check(z.minimum(MIN_CAP), z.maximum(MAX_CAP))),
});
export type SnapshotSettings = z.infer<typeof SnapshotSettings>;

/** A smaller cap takes effect with the next snapshot. */
export const SnapshotSettingsPatch = z.partial(z.strictObject(SnapshotSettings.shape));
export type SnapshotSettingsPatch = z.infer<typeof SnapshotSettingsPatch>;

export const SnapshotList = z.object({
  /** Newest first. */
  snapshots: z.array(Snapshot),
  /** Path, for display. */
  folder: z.string(),
  /** Total size of all snapshots. */
  bytes: Count,
  /** The cap that applies now. */
  cap: Count,
  freeBytes: Count,
  /** Files in the folder that are not snapshots. They are never touched. */
  foreign: Count,
  settings: SnapshotSettings,
  /** The settings could not be read. Nothing is made or removed automatically until the user chooses again. */
  settingsDamaged: z.boolean(),
});
export type SnapshotList = z.infer<typeof SnapshotList>;

export const NewSnapshot = z.strictObject({
  reason: SnapshotReason,
  /** Schema version of the database that it is made from. */
  schemaVersion: Count,
  fingerprint: z.nullable(Fingerprint),
});
export type NewSnapshot = z.infer<typeof NewSnapshot>;

/** A part has at most `partBytes` bytes. */
export const SnapshotUpload = z.object({ id: z.string(), partBytes: z.int().check(z.positive()) });
export type SnapshotUpload = z.infer<typeof SnapshotUpload>;

/** What was sent. It becomes a snapshot only if the host received the same. */
export const FinishSnapshot = z.strictObject({ bytes: Count, sha256: Sha256, counts: SnapshotCounts });
export type FinishSnapshot = z.infer<typeof FinishSnapshot>;

/** What the page found when it read the snapshot back as an archive. The host hashes it again. */
export const VerifySnapshot = z.strictObject({
  archive: z.enum(['good', 'damaged']),
  /** Counts that the page found in it. */
  counts: z.nullable(SnapshotCounts),
});
export type VerifySnapshot = z.infer<typeof VerifySnapshot>;

/** Maximum bytes of one part. */
export const SNAPSHOT_PART_BYTES = 8 * 1024 ** 2;

export const SnapshotReceived = z.object({ received: Count });
const Offset = z.pipe(
  z.string().check(z.regex(/^\d{1,15}$/, 'A part begins at a whole number of bytes.')),
  z.transform(Number),
);

/**
 * Snapshots in the host's folder. A page sends them in parts: over HTTP/1.1 no browser streams a request's body (fetch
 * specification, `duplex`; measured with Chromium 156), and a part can be sent again.
 */
export const snapshotEndpoints = {
  list: { route: 'GET /api/snapshots', answer: SnapshotList },
  begin: { route: 'POST /api/snapshots', body: NewSnapshot, answer: SnapshotUpload, status: 201 },
  change: { route: 'PATCH /api/snapshots', body: SnapshotSettingsPatch, answer: SnapshotList },
  /** The file as stored. A browser keeps a large one on disk, not in memory. */
  read: { route: 'GET /api/snapshots/:id', answer: 'blob' },
  /** Removes a snapshot, or an upload in progress. */
  remove: { route: 'DELETE /api/snapshots/:id' },
  /** Returns how many bytes the host has then. The same part may be sent again. */
  put: {
    route: 'PUT /api/snapshots/:id/parts/:at',
    params: { at: Offset },
    body: 'bytes',
    limit: SNAPSHOT_PART_BYTES,
    answer: z.pipe(
      SnapshotReceived,
      z.transform(({ received }) => received),
    ),
  },
  /** Rejects with `snapshot_mismatch` and stores nothing if the host received something else. */
  finish: { route: 'POST /api/snapshots/:id/finish', body: FinishSnapshot, answer: Snapshot },
  verify: { route: 'POST /api/snapshots/:id/verify', body: VerifySnapshot, answer: Snapshot },
} satisfies Endpoints;
