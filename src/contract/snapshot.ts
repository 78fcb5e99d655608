import { z } from 'zod';

/** Why a snapshot was made. */
export const SNAPSHOT_REASONS = ['daily', 'before-upgrade', 'manual', 'before-restore'] as const;
export const SnapshotReason = z.enum(SNAPSHOT_REASONS);
export type SnapshotReason = z.infer<typeof SnapshotReason>;

const Count = z.number().int().nonnegative();
const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const Version = z.string().max(100);
const Fingerprint = z.string().regex(/^[\w:-]{1,128}$/);

export const SnapshotCounts = z.object({ conversations: Count, messages: Count, blobs: Count });
export type SnapshotCounts = z.infer<typeof SnapshotCounts>;

/** One file of the folder. What only its note said is null where the note is missing. */
export const Snapshot = z.object({
  id: z.string(),
  /** Milliseconds since 1970, UTC. */
  at: z.number(),
  reason: SnapshotReason,
  appVersion: Version.nullable(),
  schemaVersion: Count.nullable(),
  bytes: Count,
  sha256: Sha256.nullable(),
  counts: SnapshotCounts.nullable(),
  /** Of the history that it holds: equal ones hold the same. */
  fingerprint: Fingerprint.nullable(),
  /**
   * `verified`: read back, opened as an archive, counted and hashed. `unchecked`: nobody has done so yet. `damaged`: it is
   * not what was written, or no whole archive.
   */
  state: z.enum(['verified', 'unchecked', 'damaged']),
  /** When that was found; null while nobody has looked. */
  checkedAt: z.number().nullable(),
});
export type Snapshot = z.infer<typeof Snapshot>;

/** The least and the most that a person may choose as the room for snapshots. */
export const MIN_CAP = 64 * 1024 ** 2;
export const MAX_CAP = 1024 ** 4;

export const SnapshotSettings = z.object({
  /** Baton makes them by itself. */
  automatic: z.boolean(),
  /** Room for all of them together, in bytes; null: a fifth of the free disk, 5 GB at most. */
  cap: z.number().int().min(MIN_CAP).max(MAX_CAP).nullable(),
});
export type SnapshotSettings = z.infer<typeof SnapshotSettings>;

/** PATCH /api/snapshots. A smaller cap counts from the next snapshot on. */
export const SnapshotSettingsPatch = z.strictObject(SnapshotSettings.shape).partial();
export type SnapshotSettingsPatch = z.infer<typeof SnapshotSettingsPatch>;

/** GET /api/snapshots, and the answer of PATCH. */
export const SnapshotList = z.object({
  /** Newest first. */
  snapshots: z.array(Snapshot),
  /** Path, for people. */
  folder: z.string(),
  /** Of all of them together. */
  bytes: Count,
  /** What holds now. */
  cap: Count,
  freeBytes: Count,
  /** Files of the folder that are no snapshots; they are left alone. */
  foreign: Count,
  settings: SnapshotSettings,
  /** What was chosen could not be read: nothing is made or removed automatically until it is chosen again. */
  settingsDamaged: z.boolean(),
});
export type SnapshotList = z.infer<typeof SnapshotList>;

/** POST /api/snapshots: begins one. */
export const NewSnapshot = z.strictObject({
  reason: SnapshotReason,
  /** Of the database that it is made of. */
  schemaVersion: Count,
  fingerprint: Fingerprint.nullable(),
});
export type NewSnapshot = z.infer<typeof NewSnapshot>;

/** Its answer. A part has at most so many bytes. */
export const SnapshotUpload = z.object({ id: z.string(), partBytes: z.number().int().positive() });
export type SnapshotUpload = z.infer<typeof SnapshotUpload>;

/** PUT /api/snapshots/:id/parts/:at, the bytes as its body: how much the host has then. */
export const SnapshotReceived = z.object({ received: Count });
export type SnapshotReceived = z.infer<typeof SnapshotReceived>;

/** POST /api/snapshots/:id/finish: what was sent. Only what arrived alike becomes a snapshot. */
export const FinishSnapshot = z.strictObject({ bytes: Count, sha256: Sha256, counts: SnapshotCounts });
export type FinishSnapshot = z.infer<typeof FinishSnapshot>;

/** POST /api/snapshots/:id/verify: what the page found when it read it back as an archive; the host hashes it again. */
export const VerifySnapshot = z.strictObject({
  archive: z.enum(['good', 'damaged']),
  /** What was counted in it. */
  counts: SnapshotCounts.nullable(),
});
export type VerifySnapshot = z.infer<typeof VerifySnapshot>;
