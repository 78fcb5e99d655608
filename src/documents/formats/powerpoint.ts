import { DocumentError, type DocumentText } from '../base/document.ts';
import type { PackedDocument } from '../base/packed-document.ts';
import { readRelationships } from '../base/relationships.ts';
import { TextWriter } from '../base/text-writer.ts';
import { walkXml } from '../base/walk-xml.ts';

const MAIN = 'ppt/presentation.xml';

export const isPowerpoint = ({ names }: PackedDocument): boolean => names.includes(MAIN);

/** Slides in the order of the show, each with its notes. */
export async function readPowerpoint(file: PackedDocument): Promise<DocumentText> {
  const slides = await listSlides(file);
  const writer = new TextWriter();
  for (const [index, slide] of slides.entries()) {
    writer.heading(`[Slide ${index + 1}]`);
    write((await file.read(slide)) ?? '', writer);
    const related = await readRelationships(file, slide);
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
      // Besides its own `id` a slide has that of a relationship, in another namespace.
      const [, relation = ''] = Object.entries(attributes).find(([key]) => key.endsWith(':id')) ?? [];
      const target = targets.get(relation);
      if (target !== undefined) slides.push(target);
    },
  });
  return slides;
}

/** The notes without the number of the slide, which is a field in them. */
function textOf(xml: string, number: number): string {
  const writer = new TextWriter();
  write(xml, writer);
  return writer
    .toString()
    .replace(new RegExp(`\\n?${number}$`), '')
    .trim();
}

function write(xml: string, writer: TextWriter): void {
  let isText = false;
  walkXml(xml, {
    open(name) {
      if (name === 't') isText = true;
      else if (name === 'br') writer.text('\n');
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
