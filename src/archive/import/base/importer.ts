import { ArchiveError } from '../../archive-error.ts';
import type { PackedFile } from '../../files.ts';
import type { IgnoredFields } from './fields.ts';
import type { ImportedConversation, Source } from './imported.ts';
import type { ImportNote, SkipReason } from './receipt.ts';
import type { Shape } from './shape.ts';

export interface ImportContext {
  /** Name of the file that is being read. */
  file: string;
  /** Of that file. */
  bytes: number;
  /** The file of the export whose name, without its folder, begins so. */
  find(name: string): PackedFile | null;
  skip(at: number, reason: SkipReason, detail?: string): void;
  note(note: ImportNote): void;
  /** What a file beside the conversations says of this id: a project, a folder. */
  beside(id: string): Shape | null;
}

/** A file that holds no conversations but what they name. */
export interface CompanionFile {
  /** Only files that are called so are looked at. */
  named: RegExp;
  matches(first: unknown): boolean;
  idOf(value: Shape): string;
  nameOf(value: Shape): string;
}

export interface ImportedValue {
  value: unknown;
  /** 1 for the first of its file. */
  at: number;
}

/** How the files of one program are read. */
export interface Importer {
  source: Source;
  /** Fields that need no line in a receipt. */
  meaningless: IgnoredFields;
  /** Whether a file whose first value is this one comes from that program. */
  matches(first: unknown): boolean;
  /** The conversations of one file. */
  read(values: AsyncIterable<ImportedValue>, context: ImportContext): AsyncIterable<ImportedConversation>;
  beside?: CompanionFile;
}

/** Of programs that write one conversation a value. */
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
 * Of such a file, which is in memory whole: about four times as much. The largest that are known (sessions of agents, the
 * activities of ten years) stay below a tenth of it.
 */
const WHOLE_FILE_BYTES = 256 * 1024 ** 2;

/** Of programs that write one message a value: the whole file is one conversation, or a few. */
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
