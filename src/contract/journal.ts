import { z } from 'zod/mini';
import type { Endpoints } from './endpoint.ts';

/*
 * The journal: what was completed in one browser's database since the snapshot it is based on. The host stores it, so
 * that snapshot and journal together are the complete history. A record is a stored row or the removal of one.
 */

const Count = z.int().check(z.nonnegative());
const Digest = z.string().check(z.regex(/^[0-9a-f]{16}$/));

/** Id of one database, stored in it. */
export const ProfileId = z.string().check(z.regex(/^[0-9a-f-]{36}$/));

/** Primary key of a row, as IndexedDB has it. */
export const RowKey = z.union([
  z.string().check(z.maxLength(2000)),
  z.array(z.string().check(z.maxLength(2000))).check(z.minLength(1), z.maxLength(4)),
]);
export type RowKey = z.infer<typeof RowKey>;

/** Tables of which the journal has every row. It leaves out what belongs to a single window or device. */
export const JOURNAL_TABLES = [
  'sessions',
  'messages',
  'overlays',
  'sends',
  'noteLists',
  'usage',
  'plans',
  'outputs',
  'toolLists',
  'blobs',
  'folders',
  'prompts',
  'assistants',
  'projectFiles',
  'settings',
  'tombstones',
] as const;
export const JournalTable = z.enum(JOURNAL_TABLES);
export type JournalTable = z.infer<typeof JournalTable>;

/** A row, or its removal. */
export const JournalRecord = z.strictObject({
  table: JournalTable,
  key: RowKey,
  /** The conversation the row belongs to; absent if it belongs to no single one. */
  session: z.optional(z.string().check(z.maxLength(200))),
  /** For a message: it never changes again. */
  complete: z.optional(z.boolean()),
  /** Digest of the row (see `digestOf`). Absent, like `row`, if the row was removed. */
  digest: z.optional(Digest),
  /** As `encodeRaw` writes it. The bytes of a blob are sent separately, before its row. */
  row: z.optional(z.unknown()),
});
export type JournalRecord = z.infer<typeof JournalRecord>;

/** The stored form, one per line: the newest record of each row. */
export const StoredRecord = z.extend(JournalRecord, {
  /** Schema version of the row. */
  schema: Count,
});
export type StoredRecord = z.infer<typeof StoredRecord>;

export const JournalBatch = z.strictObject({
  /** Schema version of the rows. */
  schema: Count,
  records: z.array(JournalRecord).check(z.maxLength(10_000)),
});
export type JournalBatch = z.infer<typeof JournalBatch>;

/** Maximum bytes of one batch, and of one blob. */
export const MAX_BATCH_BYTES = 64 * 1024 ** 2;
export const MAX_BLOB_BYTES = 256 * 1024 ** 2;

export const JournalReceived = z.object({
  /** Size of the journal now. */
  bytes: Count,
  /** The journal is at its limit; a new snapshot frees space. The host stored the batch all the same. */
  full: z.boolean(),
});
export type JournalReceived = z.infer<typeof JournalReceived>;

/** Every row of a database, identified by its key. */
export const RowListing = z.strictObject({
  /** Keys by table. A message that is not complete is listed in `unfinished` only. */
  keys: z.partialRecord(JournalTable, z.array(RowKey)),
  /** Digests in the order of the keys, for the tables whose rows change. */
  digests: z.partialRecord(JournalTable, z.array(Digest)),
  unfinished: z.array(z.string()),
});
export type RowListing = z.infer<typeof RowListing>;

const RowName = z.object({ table: JournalTable, key: RowKey });
export type RowName = z.infer<typeof RowName>;

/** The differences between a journal and the listing of its database. */
export const JournalCheck = z.object({
  /** See `Journal`. */
  isWhole: z.boolean(),
  /** In the journal but not in the database. `finished` are messages that are unfinished in the database. */
  missing: z.array(RowName),
  finished: z.array(z.string()),
  /** In the database but not in the journal, or with different contents. */
  unknown: z.array(RowName),
  changed: z.array(RowName),
});
export type JournalCheck = z.infer<typeof JournalCheck>;

/**
 * A verified snapshot that was begun after the segment, and what the database held
 * then. Older records are deleted. Without a snapshot, in segment 0, the journal alone reaches back to the first row.
 */
export const NewBase = z.strictObject({ snapshot: z.nullable(z.string()), segment: Count, listing: RowListing });
export type NewBase = z.infer<typeof NewBase>;

export const Journal = z.object({
  profile: ProfileId,
  /** Id of the snapshot it is based on; null if there is none. */
  snapshot: z.nullable(z.string()),
  /** The journal is the complete history, alone or together with its snapshot. */
  isWhole: z.boolean(),
  /** It is encrypted under a key that isn't open, so nothing more is known of it. */
  locked: z.optional(z.boolean()),
  bytes: Count,
  /** Time of the last record; 0 if there is none. */
  at: z.number(),
  schema: Count,
  /** Totals of snapshot and journal together. */
  conversations: Count,
  messages: Count,
});
export type Journal = z.infer<typeof Journal>;

/** The most recently written journal comes first. */
export const JournalList = z.object({
  on: z.boolean(),
  /** The setting could not be read. Nothing is recorded until the user chooses again. */
  settingsDamaged: z.boolean(),
  /** Maximum bytes of one journal. */
  most: Count,
  journals: z.array(Journal),
});
export type JournalList = z.infer<typeof JournalList>;

const HashParam = { hash: z.string().check(z.regex(/^[0-9a-f]{64}$/, 'hash')) };
const JournalSegment = z.object({ segment: Count });

/** The journals at the host. */
export const journalEndpoints = {
  list: { route: 'GET /api/journals', answer: JournalList },
  /** Switching off deletes every journal. */
  change: { route: 'PATCH /api/journals', body: z.strictObject({ on: z.boolean() }), answer: JournalList },
  /** Deletes a journal for good. A database that still uses it begins a new one. */
  remove: { route: 'DELETE /api/journals/:profile' },
  /** The newest record of each row, one per line. */
  records: { route: 'GET /api/journals/:profile/records', answer: 'stream' },
  /** The records are on the disk when the host responds. */
  append: {
    route: 'POST /api/journals/:profile/records',
    body: JournalBatch,
    limit: MAX_BATCH_BYTES,
    answer: JournalReceived,
  },
  blob: { route: 'GET /api/journals/:profile/blobs/:hash', params: HashParam, answer: 'blob' },
  putBlob: {
    route: 'PUT /api/journals/:profile/blobs/:hash',
    params: HashParam,
    body: 'bytes',
    limit: MAX_BLOB_BYTES,
  },
  check: {
    route: 'POST /api/journals/:profile/check',
    body: RowListing,
    limit: MAX_BATCH_BYTES,
    answer: JournalCheck,
  },
  /** Number of a new segment. Records sent from now on stay when the journal gets a new base. */
  begin: {
    route: 'POST /api/journals/:profile/segments',
    answer: z.pipe(
      JournalSegment,
      z.transform(({ segment }) => segment),
    ),
  },
  rebase: { route: 'PUT /api/journals/:profile/base', body: NewBase, limit: MAX_BATCH_BYTES },
  /** The database has a new id from now on. */
  move: { route: 'POST /api/journals/:profile/move', body: z.strictObject({ to: ProfileId }) },
  /** Makes the browser delete everything stored for this origin, including data it can't open anymore. */
  clearSiteData: { route: 'DELETE /api/site-data' },
} satisfies Endpoints;
