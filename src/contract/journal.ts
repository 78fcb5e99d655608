import { z } from 'zod';

/*
 * The journal: what was completed in one browser's database since the snapshot it is based on, kept by the host, so that
 * snapshot and journal together are the whole history. A record is a row as it is stored, or the end of one.
 */

const Count = z.number().int().nonnegative();
const Digest = z.string().regex(/^[0-9a-f]{16}$/);

/** Id of one database, kept in it. */
export const ProfileId = z.string().regex(/^[0-9a-f-]{36}$/);

/** Primary key of a row, as IndexedDB has it. */
export const RowKey = z.union([z.string().max(2000), z.array(z.string().max(2000)).min(1).max(4)]);
export type RowKey = z.infer<typeof RowKey>;

/** Tables of which the journal has every row. What belongs to one window or machine alone is not in it. */
export const JOURNAL_TABLES = [
  'sessions',
  'messages',
  'overlays',
  'sends',
  'usage',
  'plans',
  'outputs',
  'toolLists',
  'blobs',
  'folders',
  'prompts',
  'assistants',
  'settings',
  'tombstones',
] as const;
export const JournalTable = z.enum(JOURNAL_TABLES);
export type JournalTable = z.infer<typeof JournalTable>;

/** A row, or that it is gone. */
export const JournalRecord = z.strictObject({
  table: JournalTable,
  key: RowKey,
  /** The conversation that it goes with; absent where it belongs to none alone. */
  session: z.string().max(200).optional(),
  /** Of a message: it never changes again. */
  complete: z.boolean().optional(),
  /** Of the row (see `digestOf`); absent, as `row` is, for one that is gone. */
  digest: Digest.optional(),
  /** As `encodeRaw` writes it. The bytes of a blob are sent on their own, before it. */
  row: z.unknown().optional(),
});
export type JournalRecord = z.infer<typeof JournalRecord>;

/** As it is kept, and as GET /api/journals/:profile/records answers it, one a line: the newest of each row. */
export const StoredRecord = JournalRecord.extend({
  /** Version of the schema that the row follows. */
  schema: Count,
});
export type StoredRecord = z.infer<typeof StoredRecord>;

/** POST /api/journals/:profile/records. They are on the disk when it is answered. */
export const JournalBatch = z.strictObject({
  /** Version of the schema that the rows follow. */
  schema: Count,
  records: z.array(JournalRecord).max(10_000),
});
export type JournalBatch = z.infer<typeof JournalBatch>;

/** Most bytes of one batch, and of one blob. */
export const MAX_BATCH_BYTES = 64 * 1024 ** 2;
export const MAX_BLOB_BYTES = 256 * 1024 ** 2;

export const JournalReceived = z.object({
  /** Of the journal now. */
  bytes: Count,
  /** It holds as much as it may: a snapshot makes room. What was sent was kept all the same. */
  full: z.boolean(),
});
export type JournalReceived = z.infer<typeof JournalReceived>;

/** Every row of a database, told by its key. */
export const RowListing = z.strictObject({
  /** Keys by table. A message that is not complete stands in `unfinished` alone. */
  keys: z.partialRecord(JournalTable, z.array(RowKey)),
  /** Digests beside the keys, of the tables whose rows change. */
  digests: z.partialRecord(JournalTable, z.array(Digest)),
  unfinished: z.array(z.string()),
});
export type RowListing = z.infer<typeof RowListing>;

const RowName = z.object({ table: JournalTable, key: RowKey });
export type RowName = z.infer<typeof RowName>;

/** POST /api/journals/:profile/check, with the listing of the database: what differs. */
export const JournalCheck = z.object({
  /** See `Journal`. */
  isWhole: z.boolean(),
  /** Kept here and not in the database; `finished` are messages that the database holds unfinished. */
  missing: z.array(RowName),
  finished: z.array(z.string()),
  /** In the database and not here, or with other contents. */
  unknown: z.array(RowName),
  changed: z.array(RowName),
});
export type JournalCheck = z.infer<typeof JournalCheck>;

/** POST /api/journals/:profile/segments: what is sent from then on stays when the journal is based anew. */
export const JournalSegment = z.object({ segment: Count });
export type JournalSegment = z.infer<typeof JournalSegment>;

/**
 * PUT /api/journals/:profile/base: a verified snapshot that was begun after the segment, and what the database held then.
 * What is older goes. Without a snapshot, in segment 0, the journal reaches back to the first row by itself.
 */
export const NewBase = z.strictObject({ snapshot: z.string().nullable(), segment: Count, listing: RowListing });
export type NewBase = z.infer<typeof NewBase>;

export const Journal = z.object({
  profile: ProfileId,
  /** Id of the snapshot it is based on; null without one. */
  snapshot: z.string().nullable(),
  /** Together with its snapshot, or by itself, it is the whole history. */
  isWhole: z.boolean(),
  bytes: Count,
  /** Time of the last record; 0 for none. */
  at: z.number(),
  schema: Count,
  /** What snapshot and journal hold together. */
  conversations: Count,
  messages: Count,
});
export type Journal = z.infer<typeof Journal>;

/** GET /api/journals, and the answer of PATCH. The one written last comes first. */
export const JournalList = z.object({
  on: z.boolean(),
  /** Whether it is wanted could not be read: nothing is kept until it is chosen again. */
  settingsDamaged: z.boolean(),
  /** Bytes that one may hold. */
  most: Count,
  journals: z.array(Journal),
});
export type JournalList = z.infer<typeof JournalList>;

/** PATCH /api/journals. Switched off, every journal is deleted. */
export const JournalPatch = z.strictObject({ on: z.boolean() });
export type JournalPatch = z.infer<typeof JournalPatch>;

/** POST /api/journals/:profile/move: the database has another id from now on. */
export const MoveJournal = z.strictObject({ to: ProfileId });
export type MoveJournal = z.infer<typeof MoveJournal>;
