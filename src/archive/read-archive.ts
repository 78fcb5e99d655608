import { z } from 'zod/mini';
import { ArchiveError } from './archive-error.ts';
import { createFileSha256, type FileSha256 } from './file-sha256.ts';
import { FILE_LIMITS, guardFiles, type FileLimits, type PackedFile } from './files.ts';
import {
  ARCHIVE_VERSION,
  blobFile,
  MANIFEST_FILE,
  ManifestSchema,
  type ConversationEntry,
  type Manifest,
} from './manifest.ts';
import { migrationFrom, MIGRATIONS, type Migration } from './migrate.ts';
import { parseJson, STORED_DEPTH } from './parse-json.ts';
import { readLines, readText } from './read-lines.ts';
import {
  BlobRecordSchema,
  LibraryRecordSchema,
  SessionRecordSchema,
  ToolListRecordSchema,
  type BlobRecord,
  type LibraryRecord,
  type SessionHistory,
  type ToolListRecord,
} from './records.ts';

export interface Archive {
  manifest: Manifest;
  /** The entire conversation, after its hash and counts were checked. */
  session(entry: ConversationEntry): Promise<SessionHistory>;
  toolLists(): AsyncGenerator<ToolListRecord>;
  blobs(): AsyncGenerator<BlobRecord>;
  library(): AsyncGenerator<LibraryRecord>;
  /**
   * The bytes. Throws at the end if they don't match their hash. `null` if they aren't in the archive, or were damaged
   * when it was written.
   */
  blob(hash: string): AsyncGenerator<Uint8Array> | null;
}

export interface ReadOptions {
  limits?: FileLimits;
  migrations?: ReadonlyMap<number, Migration>;
  signal?: AbortSignal;
}

/** A manifest takes about 400 bytes per conversation. */
const MANIFEST_BYTES = 256 * 1024 ** 2;

const Head = z.looseObject({ format: z.literal('baton-archive'), version: z.int() });
const Line = z.record(z.string(), z.unknown());

export async function openArchive(files: readonly PackedFile[], options: ReadOptions = {}): Promise<Archive> {
  const { limits = FILE_LIMITS, migrations = MIGRATIONS, signal } = options;
  const byName = guardFiles(files, limits);
  const { manifest, migration } = await readManifest(byName, migrations);

  const lost = new Set(manifest.lost.map(({ blob }) => blob));

  /** Whoever reads it compares its hash with the one that the manifest or its name says. */
  const open = (name: string): AsyncIterable<Uint8Array> => {
    const file = byName.get(name);
    if (file) return file.read({ isHashed: true });
    if (migration.adds.includes(name)) return nothing();
    throw new ArchiveError('damaged', `${name} is missing`);
  };

  /** Yields the values of a file's lines, then checks its hash and counts against the manifest. */
  async function* values(entry: { file: string; records: number; bytes: number; sha256: string }) {
    const hash = createFileSha256();
    let line = 0;
    for await (const text of readLines(hashing(open(entry.file), hash))) {
      signal?.throwIfAborted();
      line++;
      yield { where: `${entry.file}, line ${line}`, value: readValue(text, `${entry.file}, line ${line}`) };
    }
    if ((await hash.hex()) !== entry.sha256) throw new ArchiveError('damaged', `hash of ${entry.file}`);
    if (line !== entry.records) throw new ArchiveError('damaged', `${line} of ${entry.records} lines in ${entry.file}`);
  }

  function readValue(text: string, where: string): Record<string, unknown> {
    try {
      return migration.record(Line.parse(parseJson(text, STORED_DEPTH)));
    } catch (error) {
      throw new ArchiveError('damaged', where, error);
    }
  }

  return {
    manifest,
    async session(entry) {
      const history = await collect(values(entry), entry);
      if (history.messages.length !== entry.messages)
        throw new ArchiveError('damaged', `${history.messages.length} of ${entry.messages} messages in ${entry.file}`);
      return history;
    },
    async *toolLists() {
      for await (const { value, where } of values(manifest.toolLists)) yield check(ToolListRecordSchema, value, where);
    },
    async *blobs() {
      for await (const { value, where } of values(manifest.blobs)) yield check(BlobRecordSchema, value, where);
    },
    async *library() {
      for await (const { value, where } of values(manifest.library)) yield check(LibraryRecordSchema, value, where);
    },
    blob(hash) {
      return byName.has(blobFile(hash)) && !lost.has(hash) ? checkedBlob(open(blobFile(hash)), hash, signal) : null;
    },
  };
}

async function readManifest(
  files: ReadonlyMap<string, PackedFile>,
  migrations: ReadonlyMap<number, Migration>,
): Promise<{ manifest: Manifest; migration: Migration }> {
  const file = files.get(MANIFEST_FILE);
  if (!file) throw new ArchiveError('not-an-archive', `no ${MANIFEST_FILE}`);
  let head: z.output<typeof Head>;
  const text = await readText(file.read(), MANIFEST_BYTES);
  try {
    head = Head.parse(parseJson(text));
  } catch (error) {
    throw new ArchiveError('not-an-archive', MANIFEST_FILE, error);
  }
  if (head.version > ARCHIVE_VERSION)
    throw new ArchiveError('newer-version', `version ${head.version}, this Baton reads up to ${ARCHIVE_VERSION}`);
  const migration = migrationFrom(head.version, migrations);
  if (!migration) throw new ArchiveError('not-an-archive', `version ${head.version}`);
  return { manifest: check(ManifestSchema, migration.manifest(head), MANIFEST_FILE), migration };
}

function check<T>(schema: z.ZodMiniType<T>, value: unknown, where: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw new ArchiveError('damaged', `${where}: ${issue ? `${issue.path.join('.')} ${issue.code}` : 'unknown'}`);
}

async function collect(
  values: AsyncIterable<{ where: string; value: unknown }>,
  entry: ConversationEntry,
): Promise<SessionHistory> {
  let history: SessionHistory | null = null;
  for await (const { value, where } of values) {
    const record = check(SessionRecordSchema, value, where);
    if (record.type === 'session') {
      if (history || record.row.id !== entry.id) throw new ArchiveError('damaged', `${where}: another conversation`);
      history = {
        session: record.row,
        messages: [],
        overlays: [],
        sends: [],
        usage: [],
        outputs: [],
        plan: null,
        draft: null,
      };
      continue;
    }
    if (!history || record.row.sessionId !== entry.id)
      throw new ArchiveError('damaged', `${where}: of another conversation`);
    switch (record.type) {
      case 'message':
        history.messages.push(record.row);
        break;
      case 'overlay':
        history.overlays.push(record.row);
        break;
      case 'send':
        history.sends.push(record.row);
        break;
      case 'usage':
        history.usage.push(record.row);
        break;
      case 'output':
        history.outputs.push(record.row);
        break;
      case 'plan':
        history.plan = record.row;
        break;
      case 'draft':
        history.draft = record.row;
        break;
    }
  }
  if (!history) throw new ArchiveError('damaged', `${entry.file} has no conversation`);
  return history;
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

async function* hashing(pieces: AsyncIterable<Uint8Array>, hash: FileSha256): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    hash.update(piece);
    yield piece;
  }
}

async function* checkedBlob(
  pieces: AsyncIterable<Uint8Array>,
  name: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  const hash = createFileSha256();
  for await (const piece of hashing(pieces, hash)) {
    signal?.throwIfAborted();
    yield piece;
  }
  if ((await hash.hex()) !== name) throw new ArchiveError('damaged', `hash of ${blobFile(name)}`);
}
