import type { Notes } from './notes.ts';
import type { TextWriter } from './text-writer.ts';
import { walkXml } from './walk-xml.ts';

const SIGNS: Readonly<Record<string, string>> = {
  tab: '\t',
  br: '\n',
  cr: '\n',
  lineBreak: '\n',
  noBreakHyphen: '-',
  // Of Hangul.
  fwSpace: ' ',
  nbSpace: '\u00a0',
  hyphen: '-',
};

/**
 * Elements whose text was deleted or moved away, that say again, for older programs, what others have said, or that list
 * the stops of tabs.
 */
const SILENT: ReadonlySet<string> = new Set(['Fallback', 'del', 'moveFrom', 'tabs', 'tabLst']);

interface ParagraphOptions {
  /** What is written before a paragraph, by the id of its style. */
  marks?: ReadonlyMap<string, string>;
  notes?: Notes;
}

/** Writes the paragraphs and tables of Word, PowerPoint or Hangul, which name them alike. Deleted text is left out. */
export function writeParagraphs(xml: string, main: TextWriter, { marks, notes }: ParagraphOptions = {}): void {
  let writer = main;
  let isText = false;
  let silent = 0;
  /** The marks of the paragraphs that are open: a text box is inside of one. */
  let open: string[] = [];
  /** Those around a note. */
  const outer: string[][] = [];
  const setMark = (mark: string): void => {
    if (open.length > 0) open[open.length - 1] = mark;
  };
  walkXml(xml, {
    open(name, { val = '', id = '' }) {
      if (SILENT.has(name)) silent++;
      else if (silent > 0) return;
      else if (name === 't') isText = true;
      else if (name === 'p') {
        if (open.length > 0) writer.breakOff(open.at(-1));
        open.push('');
      } else if (name === 'tr') {
        writer.breakOff(open.at(-1));
        writer.openRow();
      } else if (name === 'tc') writer.openCell();
      else if (name === 'pStyle') setMark(marks?.get(val) ?? open.at(-1) ?? '');
      else if (name === 'numPr') setMark((open.at(-1) ?? '') || '- ');
      else if (name === 'footnoteReference' || name === 'endnoteReference') writer.text(notes?.refer(name, id) ?? '');
      else if (name === 'footnote' || name === 'endnote') writer.text(notes?.label(`${name}Reference`, id) ?? '');
      else if (name === 'footNote' || name === 'endNote') {
        writer = notes?.open(writer) ?? writer;
        outer.push(open);
        open = [];
      } else writer.text(SIGNS[name] ?? '');
    },
    text(text) {
      if (isText) writer.text(text);
    },
    close(name) {
      if (SILENT.has(name)) silent--;
      else if (silent > 0) return;
      else if (name === 't') isText = false;
      else if (name === 'tc') writer.closeCell();
      else if (name === 'tr') writer.closeRow();
      else if (name === 'p') writer.paragraph(open.pop());
      else if (name === 'footNote' || name === 'endNote') {
        writer = notes?.close() ?? writer;
        open = outer.pop() ?? [];
      }
    },
  });
}
