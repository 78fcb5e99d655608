import { z } from 'zod';
import { ARCHIVE_VERSION, ManifestSchema } from '#archive/manifest.ts';
import { BlobRecordSchema, LibraryRecordSchema, SessionRecordSchema, ToolListRecordSchema } from '#archive/records.ts';

const schemaOf = (schema: z.core.$ZodType): object =>
  // Types without a JSON Schema are names from a list that grows.
  z.toJSONSchema(schema, { io: 'input', target: 'draft-07', unrepresentable: 'any', reused: 'inline' });

/** The schema of an archive for other programs that read it: public/archive.schema.json. */
export function archiveJsonSchema(): object {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: `Baton archive, version ${ARCHIVE_VERSION}`,
    description: [
      'A zip. manifest.json names every other file but the attachments, with lines, bytes and SHA-256.',
      'conversations/*.ndjson: one JSON value a line, a conversation in each file (definition conversationLine).',
      'blobs.ndjson lists the attachments (blobLine), each of which is the file blobs/<SHA-256>.',
      'tool-lists.ndjson: tools that requests offered (toolListLine).',
      'library.ndjson: what belongs to no conversation alone, such as folders (libraryLine).',
      'Messages are a tree by parentId; leafId of the conversation is the end of the chosen path.',
    ].join(' '),
    $ref: '#/definitions/manifest',
    definitions: {
      manifest: schemaOf(ManifestSchema),
      conversationLine: schemaOf(SessionRecordSchema),
      blobLine: schemaOf(BlobRecordSchema),
      toolListLine: schemaOf(ToolListRecordSchema),
      libraryLine: schemaOf(LibraryRecordSchema),
    },
  };
}
