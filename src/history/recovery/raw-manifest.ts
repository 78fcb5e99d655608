import { z } from 'zod/mini';

export const RAW_FORMAT = 'baton-raw';
export const RAW_FILE = 'raw.json';

/**
 * A copy of a complete database, table by table, independent of what the rows mean. It can be restored unchanged under
 * its former schema version. Increase this with every change of the format below or of `encodeRaw`.
 */
export const RAW_VERSION = 1;

const Count = z.int().check(z.nonnegative());
const Sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const Path = z.string();

const StoreSchema = z.object({
  name: z.string(),
  keyPath: z.union([Path, z.array(Path), z.null()]),
  autoIncrement: z.boolean(),
  indexes: z.array(
    z.object({
      name: z.string(),
      keyPath: z.union([Path, z.array(Path)]),
      unique: z.boolean(),
      multiEntry: z.boolean(),
    }),
  ),
  /** Its rows, one per line: `[key, value]`. */
  file: z.string(),
  records: Count,
  bytes: Count,
  sha256: Sha256,
});

const PrintSchema = z.record(z.string(), z.record(z.string(), z.object({ rows: Count, sha256: Sha256 })));

export const RawManifestSchema = z.object({
  format: z.literal(RAW_FORMAT),
  version: z.literal(RAW_VERSION),
  writtenBy: z.string(),
  writtenAt: z.number(),
  /** The version as IndexedDB counts it. */
  database: z.object({ name: z.string(), version: z.int().check(z.positive()) }),
  stores: z.array(StoreSchema),
  blobs: z.array(z.object({ file: z.string(), bytes: Count, sha256: Sha256 })),
  /** Blobs whose bytes the browser could not read. */
  lost: z.array(z.string()),
  /** Rows that could not be read, by key as `encodeRaw` writes it. */
  unreadable: z.array(z.object({ store: z.string(), from: z.unknown(), to: z.unknown(), why: z.string() })),
  prints: PrintSchema,
});

export type RawManifest = z.output<typeof RawManifestSchema>;
