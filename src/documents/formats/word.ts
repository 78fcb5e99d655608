import { DocumentError, type DocumentText } from '../base/document.ts';
import type { PackedDocument } from '../base/packed-document.ts';
import { createNotes } from '../base/notes.ts';
import { TextWriter } from '../base/text-writer.ts';
import { walkXml } from '../base/walk-xml.ts';
import { writeParagraphs } from '../base/write-paragraphs.ts';

/** Word on the web numbers it. */
const MAIN = /^word\/document\d*\.xml$/;
/** Parts beside the text, in reading order. */
const BESIDE: readonly [RegExp, string][] = [
  [/^word\/header\d*\.xml$/, '[Header]'],
  [/^word\/footer\d*\.xml$/, '[Footer]'],
  [/^word\/footnotes\.xml$/, '[Footnotes]'],
  [/^word\/endnotes\.xml$/, '[Endnotes]'],
  [/^word\/comments\.xml$/, '[Comments]'],
];

export const isWord = ({ names }: PackedDocument): boolean => names.some((name) => MAIN.test(name));

/**
 * Headings get `#`, list items `-`, notes `[^1]`, and the cells of a row are separated by tabs. Deleted text is left out.
 */
export async function readWord(file: PackedDocument): Promise<DocumentText> {
  const xml = await file.read(file.names.find((name) => MAIN.test(name)) ?? '');
  if (xml === null) throw new DocumentError('damaged', 'no document.xml');
  const marks = readMarks((await file.read('word/styles.xml')) ?? '');
  const writer = new TextWriter();
  const options = { marks, notes: createNotes() };
  writeParagraphs(xml, writer, options);
  const seen = new Set<string>();
  for (const [part, title] of BESIDE)
    for (const name of file.names.filter((one) => part.test(one)).toSorted()) {
      const beside = new TextWriter();
      writeParagraphs((await file.read(name)) ?? '', beside, options);
      const text = beside.toString();
      // Each section repeats its headers.
      if (text === '' || seen.has(text)) continue;
      seen.add(text);
      writer.heading(title);
      writer.text(text);
      writer.paragraph();
    }
  return { form: 'word', text: writer.toString() };
}

/** The mark of each style that is a heading, by its id. Ids are in the language of Word; names are in English. */
function readMarks(xml: string): ReadonlyMap<string, string> {
  const marks = new Map<string, string>();
  let id = '';
  walkXml(xml, {
    open(name, { styleId = '', val = '' }) {
      if (name === 'style') id = styleId;
      else if (name === 'name') {
        const level = /^heading ([1-6])$/i.exec(val)?.[1];
        if (level !== undefined) marks.set(id, `${'#'.repeat(Number(level))} `);
        else if (/^title$/i.test(val)) marks.set(id, '# ');
      }
    },
  });
  return marks;
}
