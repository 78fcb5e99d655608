import type { DocumentText } from '../base/document.ts';
import type { PackedDocument } from '../base/packed-document.ts';
import { createNotes, writeNotes } from '../base/notes.ts';
import { TextWriter } from '../base/text-writer.ts';
import { writeParagraphs } from '../base/write-paragraphs.ts';

const SECTION = /^Contents\/section(\d+)\.xml$/;
const numberOf = (name: string): number => Number(SECTION.exec(name)?.[1] ?? 0);

/** Documents of Hangul since 2014 (KS X 6101). */
export async function readHwpx(file: PackedDocument): Promise<DocumentText> {
  const writer = new TextWriter();
  const sections = file.names.filter((name) => SECTION.test(name)).toSorted((a, b) => numberOf(a) - numberOf(b));
  const notes = createNotes();
  for (const name of sections) writeParagraphs((await file.read(name)) ?? '', writer, { notes });
  writeNotes(notes, writer);
  return { form: 'hwpx', text: writer.toString() };
}
