import { DocumentError, type DocumentText } from '../base/document.ts';
import type { PackedDocument } from '../base/packed-document.ts';
import { readRelationships, relationshipOf } from '../base/relationships.ts';
import { TextWriter } from '../base/text-writer.ts';
import { walkXml } from '../base/walk-xml.ts';
import { writeParagraphs } from '../base/write-paragraphs.ts';

const MAIN = 'ppt/presentation.xml';

/** The text of SmartArt is in a file of its own. */
const DIAGRAM = /^ppt\/diagrams\/data\d*\.xml$/;

export const isPowerpoint = ({ names }: PackedDocument): boolean => names.includes(MAIN);

/** Slides in the order of the show, each with its notes. */
export async function readPowerpoint(file: PackedDocument): Promise<DocumentText> {
  const slides = await listSlides(file);
  const writer = new TextWriter();
  for (const [index, slide] of slides.entries()) {
    writer.heading(`[Slide ${index + 1}]`);
    writeParagraphs((await file.read(slide)) ?? '', writer);
    const related = await readRelationships(file, slide);
    for (const diagram of [...related.values()].filter((name) => DIAGRAM.test(name)))
      writeParagraphs((await file.read(diagram)) ?? '', writer);
    const notes = [...related.values()].find((name) => name.startsWith('ppt/notesSlides/'));
    const spoken = notes === undefined ? '' : textOf((await file.read(notes)) ?? '', index + 1);
    if (spoken === '') continue;
    writer.text(`Notes: ${spoken}`);
    writer.paragraph();
  }
  const count = slides.length;
  return { form: 'powerpoint', text: writer.toString(), parts: { unit: 'slide', total: count, read: count } };
}

async function listSlides(file: PackedDocument): Promise<string[]> {
  const xml = await file.read(MAIN);
  if (xml === null) throw new DocumentError('damaged', 'no presentation.xml');
  const targets = await readRelationships(file, MAIN);
  const slides: string[] = [];
  walkXml(xml, {
    open(name, attributes) {
      if (name !== 'sldId') return;
      const target = targets.get(relationshipOf(attributes));
      if (target !== undefined) slides.push(target);
    },
  });
  return slides;
}

/** The notes without the number of the slide, which is a field in them. */
function textOf(xml: string, number: number): string {
  const writer = new TextWriter();
  writeParagraphs(xml, writer);
  return writer
    .toString()
    .replace(new RegExp(`\\n?${number}$`), '')
    .trim();
}
