import { ArchiveError } from '../../archive-error.ts';
import type { PackedFile } from '../../files.ts';
import type { IgnoredFields } from './fields.ts';
import type { ImportedConversation } from './imported.ts';
import type { ImportNote, SkipReason } from './receipt.ts';
import type { Shape } from './shape.ts';

export interface ImportContext {
  /** Name of the file that is being read. */
  file: string;
  /** Size of that file. */
  bytes: number;
  /** Finds the file of the export whose base name starts with `name`. */
  find(name: string): PackedFile | null;
  skip(at: number, reason: SkipReason, detail?: string): void;
  note(note: ImportNote): void;
  /** What a companion file says about this id: a project, a folder. */
  beside(id: string): Shape | null;
  /** The values of another file by the end of its name, without extension; `null` if there is none. */
  other(end: string): AsyncIterable<ImportedValue> | null;
  /** The pieces in the folders of this name (see `Importer.pieces`), by the paths of their files. */
  pieces(folder: string): Promise<Shape[]>;
}

/** A file without conversations that describes what they refer to. */
export interface CompanionFile {
  /** Only files with matching names, or in folders with them, are checked. */
  named: RegExp;
  matches(first: unknown): boolean;
  idOf(value: Shape): string;
  nameOf(value: Shape): string;
  /** Nothing is lost where no conversation refers to it. */
  isOptional?: true;
}

export interface ImportedValue {
  value: unknown;
  /** 1 for the first value of its file. */
  at: number;
}

/** How the files of one program are read. */
export interface Importer {
  /** What people call the program. */
  name: string;
  /** Fields that a receipt doesn't need to mention. */
  meaningless: IgnoredFields;
  /** Whether a file whose first value is `first` comes from this program. */
  matches(first: unknown): boolean;
  /** The conversations of one file. */
  read(values: AsyncIterable<ImportedValue>, context: ImportContext): AsyncIterable<ImportedConversation>;
  beside?: CompanionFile;
  /** Names of files that hold pieces of conversations. They are read only when a conversation in another file asks. */
  pieces?: RegExp;
  /** Names of files that say nothing about a conversation. */
  aside?: RegExp;
  /** The tables that it reads of an SQLite file, whose value is `{ sqlite: { <table>: rows } }`. */
  tables?: readonly string[];
}

/** For programs that write one conversation per value. */
export function eachValue(
  convert: (value: unknown, context: ImportContext, at: number) => ImportedConversation | ImportedConversation[] | null,
): Importer['read'] {
  return async function* read(values, context) {
    for await (const { value, at } of values) {
      const found = convert(value, context, at);
      if (found === null) context.skip(at, 'incomplete');
      else if (Array.isArray(found)) {
        if (found.length === 0) context.skip(at, 'empty');
        yield* found;
      } else yield found;
    }
  };
}

/**
 * Limit for `wholeFile`, which loads the file into memory and needs about four times its size. The largest known files
 * (agent sessions, ten years of activities) are below a tenth of it.
 */
const WHOLE_FILE_BYTES = 256 * 1024 ** 2;

/** For programs that write one message per value: the file is one conversation, or a few. */
export function wholeFile(
  convert: (values: ImportedValue[], context: ImportContext) => ImportedConversation[],
): Importer['read'] {
  return async function* read(values, context) {
    if (context.bytes > WHOLE_FILE_BYTES)
      throw new ArchiveError('too-large', `${context.bytes} of at most ${WHOLE_FILE_BYTES} bytes`);
    const all: ImportedValue[] = [];
    for await (const one of values) all.push(one);
    const found = convert(all, context);
    if (found.length === 0) context.skip(all[0]?.at ?? 1, 'incomplete');
    yield* found;
  };
}
