import type { DocumentText } from '../base/document.ts';
import type { PackedDocument } from '../base/packed-document.ts';
import { TextWriter } from '../base/text-writer.ts';
import { walkXml } from '../base/walk-xml.ts';

const SECTION = /^Contents\/section(\d+)\.xml$/;
const numberOf = (name: string): number => Number(SECTION.exec(name)?.[1] ?? 0);

/** Documents of Hangul since 2014 (KS X 6101). */
export async function readHwpx(file: PackedDocument): Promise<DocumentText> {
  const writer = new TextWriter();
  const sections = file.names.filter((name) => SECTION.test(name)).toSorted((a, b) => numberOf(a) - numberOf(b));
  for (const name of sections) write((await file.read(name)) ?? '', writer);
  return { form: 'hwpx', text: writer.toString() };
}

function write(xml: string, writer: TextWriter): void {
  let isText = false;
  walkXml(xml, {
    open(name) {
      if (name === 't') isText = true;
      else if (name === 'tab') writer.text('\t');
      else if (name === 'lineBreak') writer.text('\n');
      else if (name === 'tr') writer.openRow();
      else if (name === 'tc') writer.openCell();
    },
    text(text) {
      if (isText) writer.text(text);
    },
    close(name) {
      if (name === 't') isText = false;
      else if (name === 'tc') writer.closeCell();
      else if (name === 'tr') writer.closeRow();
      else if (name === 'p') writer.paragraph();
    },
  });
}
