import { DocumentError, type DocumentText, type DocumentUnit } from '../base/document.ts';
import { MAX_COLUMNS } from '../base/limits.ts';
import type { PackedDocument } from '../base/packed-document.ts';
import { createNotes, writeNotes } from '../base/notes.ts';
import { TextWriter } from '../base/text-writer.ts';
import { walkXml } from '../base/walk-xml.ts';

const UNITS: Readonly<Record<string, DocumentUnit>> = {
  'application/vnd.oasis.opendocument.spreadsheet': 'sheet',
  'application/vnd.oasis.opendocument.presentation': 'slide',
};

/** Text documents, sheets and slides of LibreOffice and others. Deleted text is left out. */
export async function readOpenDocument(file: PackedDocument, mime: string): Promise<DocumentText> {
  const xml = await file.read('content.xml');
  if (xml === null) throw new DocumentError('damaged', 'no content.xml');
  const unit = UNITS[mime];
  const body = new TextWriter();
  const comments = new TextWriter();
  const notes = createNotes();
  let writer = body;
  let total = 0;
  let paragraphs = 0;
  let repeated = 1;
  /** Of each row that is open. */
  const times: number[] = [];
  let mark = '';
  /** The marks of the paragraphs around the one that is open: a text box is inside of one. */
  const open: string[] = [];
  let inList = 0;
  let deletions = 0;
  /** What a comment or a note interrupts. */
  const around: { writer: TextWriter; paragraphs: number; mark: string }[] = [];
  walkXml(xml, {
    open(name, attributes) {
      if (name === 'tracked-changes') deletions++;
      else if (deletions > 0) return;
      else if (name === 'p' || name === 'h') {
        if (paragraphs > 0) writer.breakOff(mark);
        open.push(mark);
        paragraphs++;
        mark = inList > 0 ? '- ' : '';
        if (name === 'h') mark = `${'#'.repeat(Math.min(6, Number(attributes['outline-level'] ?? 1)))} `;
      } else if (name === 'annotation' || name === 'note') {
        around.push({ writer, paragraphs, mark });
        writer = name === 'note' ? notes.open(writer) : comments;
        [paragraphs, mark] = [0, ''];
      } else if (name === 'list-item') inList++;
      else if (name === 'tab') writer.text('\t');
      else if (name === 's') writer.text(' '.repeat(Math.min(100, Number(attributes['c'] ?? 1))));
      else if (name === 'line-break') writer.text('\n');
      else if (name === 'table-row') {
        times.push(Number(attributes['number-rows-repeated'] ?? 1));
        writer.breakOff(mark);
        writer.openRow();
      } else if (name === 'table-cell' || name === 'covered-table-cell') {
        repeated = Math.min(MAX_COLUMNS, Number(attributes['number-columns-repeated'] ?? 1));
        writer.openCell();
      } else if (name === 'table' && unit === 'sheet')
        writer.heading(`[Sheet ${++total}: ${attributes['name'] ?? ''}]`);
      else if (name === 'page' && unit === 'slide') writer.heading(`[Slide ${++total}]`);
    },
    text(text) {
      if (paragraphs > 0) writer.text(text);
    },
    close(name) {
      if (name === 'tracked-changes') deletions--;
      else if (deletions > 0) return;
      else if (name === 'p' || name === 'h') {
        paragraphs--;
        writer.paragraph(mark);
        mark = open.pop() ?? '';
      } else if (name === 'annotation' || name === 'note') {
        ({ writer, paragraphs, mark } = around.pop() ?? { writer: body, paragraphs: 0, mark: '' });
        if (name === 'note') notes.close();
      } else if (name === 'list-item') inList--;
      else if (name === 'table-cell' || name === 'covered-table-cell') {
        writer.closeCell(repeated);
        repeated = 1;
      } else if (name === 'table-row') writer.closeRow(times.pop());
    },
  });
  writeNotes(notes, body);
  const commented = comments.toString();
  if (commented !== '') {
    body.heading('[Comments]');
    body.text(commented);
  }
  return {
    form: 'opendocument',
    text: body.toString(),
    ...(unit !== undefined && { parts: { unit, total, read: total } }),
  };
}
