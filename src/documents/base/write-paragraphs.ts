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
 * Writes the paragraphs and tables of Word, PowerPoint or Hangul, which name them alike. `marks` are what is written
 * before a paragraph, by the id of its style. Deleted text is left out.
 */
export function writeParagraphs(
  xml: string,
  writer: TextWriter,
  marks: ReadonlyMap<string, string> = new Map<string, string>(),
): void {
  let isText = false;
  let mark = '';
  /** Elements that say again, for older programs, what others have said. */
  let fallbacks = 0;
  walkXml(xml, {
    open(name, { val = '' }) {
      if (name === 'Fallback') fallbacks++;
      else if (fallbacks > 0) return;
      else if (name === 't') isText = true;
      else if (name === 'tr') writer.openRow();
      else if (name === 'tc') writer.openCell();
      else if (name === 'pStyle') mark = marks.get(val) ?? mark;
      else if (name === 'numPr') mark ||= '- ';
      else writer.text(SIGNS[name] ?? '');
    },
    text(text) {
      if (isText) writer.text(text);
    },
    close(name) {
      if (name === 'Fallback') fallbacks--;
      else if (fallbacks > 0) return;
      else if (name === 't') isText = false;
      else if (name === 'tc') writer.closeCell();
      else if (name === 'tr') writer.closeRow();
      else if (name === 'p') {
        writer.paragraph(mark);
        mark = '';
      }
    },
  });
}
