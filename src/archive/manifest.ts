import { z } from 'zod/mini';

export const ARCHIVE_FORMAT = 'baton-archive';

/**
 * Raised with every change to a line or the manifest, even an added field, because an older Baton would drop what it
 * doesn't know. Also add a step to `migrate.ts` and run `npm run schema`.
 */
export const ARCHIVE_VERSION = 6;

export const MANIFEST_FILE = 'manifest.json';
export const BLOBS_FILE = 'blobs.ndjson';
export const TOOL_LISTS_FILE = 'tool-lists.ndjson';
export const LIBRARY_FILE = 'library.ndjson';

export const blobFile = (hash: string): string => `blobs/${hash}`;

const Count = z.int().check(z.nonnegative());
const Sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));

const Lines = {
  file: z.string().check(z.minLength(1), z.describe('Name of a file of lines, each one a JSON value.')),
  records: Count.check(z.describe('Lines in it.')),
  bytes: Count,
  sha256: Sha256.check(z.describe('Of the whole file, lower-case hex.')),
};

const ConversationSchema = z.object({
  ...Lines,
  id: z.string().check(z.minLength(1)),
  title: z.string(),
  createdAt: z.number(),
  updatedAt: z.number(),
  messages: Count,
});

export type ConversationEntry = z.output<typeof ConversationSchema>;

export const ManifestSchema = z.object({
  format: z.literal(ARCHIVE_FORMAT),
  version: z.literal(ARCHIVE_VERSION),
  writtenBy: z.string().check(z.describe('Name and version of the program.')),
  writtenAt: z.number().check(z.describe('Milliseconds since 1970, UTC.')),
  counts: z.object({ conversations: Count, messages: Count, records: Count, blobs: Count, blobBytes: Count }),
  conversations: z.array(ConversationSchema),
  blobs: z.object(Lines),
  toolLists: z.object(Lines),
  library: z.object(Lines),
  lost: z
    .array(z.object({ blob: z.string(), reason: z.enum(['missing', 'damaged']) }))
    .check(
      z.describe('Attachments that conversations name and that could not be read any more when this was written.'),
    ),
});

export type Manifest = z.output<typeof ManifestSchema>;
