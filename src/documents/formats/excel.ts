import { DocumentError, type DocumentText } from '../base/document.ts';
import { MAX_COLUMNS } from '../base/limits.ts';
import type { PackedDocument } from '../base/packed-document.ts';
import { readRelationships, relationshipOf } from '../base/relationships.ts';
import { TextWriter } from '../base/text-writer.ts';
import { walkXml } from '../base/walk-xml.ts';
import { formatNumber, type NumberKind, readNumberKinds } from './excel-numbers.ts';

const MAIN = 'xl/workbook.xml';

export const isExcel = ({ names }: PackedDocument): boolean => names.includes(MAIN);

interface Workbook {
  sheets: { name: string; file: string }[];
  /** Counts days from 1904. */
  is1904: boolean;
}

/**
 * Every sheet, its rows as lines and its cells separated by tabs. Formulas give the value that was stored last, or
 * themselves where the program that wrote the file didn't calculate.
 */
export async function readExcel(file: PackedDocument): Promise<DocumentText> {
  const { sheets, is1904 } = await readWorkbook(file);
  const shared = readSharedTexts((await file.read('xl/sharedStrings.xml')) ?? '');
  const kinds = readNumberKinds((await file.read('xl/styles.xml')) ?? '');
  const writer = new TextWriter();
  for (const [index, { name, file: sheet }] of sheets.entries()) {
    writer.heading(`[Sheet ${index + 1}: ${name}]`);
    writeRows((await file.read(sheet)) ?? '', { shared, kinds, is1904 }, writer);
  }
  const count = sheets.length;
  return { form: 'excel', text: writer.toString(), parts: { unit: 'sheet', total: count, read: count } };
}

async function readWorkbook(file: PackedDocument): Promise<Workbook> {
  const xml = await file.read(MAIN);
  if (xml === null) throw new DocumentError('damaged', 'no workbook.xml');
  const targets = await readRelationships(file, MAIN);
  const book: Workbook = { sheets: [], is1904: false };
  walkXml(xml, {
    open(name, attributes) {
      if (name === 'workbookPr') book.is1904 = /^(1|true)$/.test(attributes['date1904'] ?? '');
      if (name !== 'sheet') return;
      const target = targets.get(relationshipOf(attributes));
      if (target !== undefined) book.sheets.push({ name: attributes['name'] ?? '', file: target });
    },
  });
  return book;
}

function readSharedTexts(xml: string): string[] {
  const texts: string[] = [];
  let isText = false;
  let reading = 0;
  let one = '';
  walkXml(xml, {
    open(name) {
      if (name === 'si') one = '';
      // How a text is read aloud, in Japanese.
      else if (name === 'rPh') reading++;
      else if (name === 't') isText = reading === 0;
    },
    text(text) {
      if (isText) one += text;
    },
    close(name) {
      if (name === 'si') texts.push(one);
      else if (name === 'rPh') reading--;
      else if (name === 't') isText = false;
    },
  });
  return texts;
}

interface Cells {
  shared: readonly string[];
  kinds: readonly NumberKind[];
  is1904: boolean;
}

function writeRows(xml: string, { shared, kinds, is1904 }: Cells, writer: TextWriter): void {
  let row: string[] = [];
  let column = 0;
  let type = 'n';
  let style = 0;
  let value = '';
  let formula = '';
  /** What the text being read belongs to. */
  let inside: 'value' | 'formula' | null = null;
  let columns = 0;
  const shown = (): string => {
    if (type === 's') return shared[Number(value)] ?? '';
    if (value === '' && formula !== '' && type !== 'str') return `=${formula}`;
    if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
    if (type !== 'n' || value === '') return value;
    return formatNumber(value, kinds[style] ?? 'number', is1904);
  };
  walkXml(xml, {
    open(name, { r = '', t = 'n', s = '0' }) {
      if (name === 'row') row = [];
      else if (name === 'c') {
        column = columnOf(r) ?? row.length;
        type = t;
        style = Number(s);
        value = '';
        formula = '';
      } else if (name === 'v' || name === 't') inside = 'value';
      else if (name === 'f') inside = 'formula';
    },
    text(text) {
      if (inside === 'value') value += text;
      else if (inside === 'formula') formula += text;
    },
    close(name) {
      if (name === 'v' || name === 't' || name === 'f') inside = null;
      else if (name === 'c') {
        const cell = shown().replaceAll(/[\t\r\n]+/g, ' ');
        if (cell !== '') columns = Math.max(columns, column + 1);
        if (column >= MAX_COLUMNS) return;
        while (row.length < column) row.push('');
        row[column] = cell;
      } else if (name === 'row') {
        const line = row.join('\t').trimEnd();
        if (line === '') return;
        writer.text(line);
        writer.paragraph();
      }
    },
  });
  if (columns <= MAX_COLUMNS) return;
  writer.text(`[Columns ${MAX_COLUMNS + 1} to ${columns} are left out]`);
  writer.paragraph();
}

/** The column, from 0, of a cell such as `AB12`. */
function columnOf(cell: string): number | null {
  const letters = /^[A-Z]{1,3}/.exec(cell)?.[0];
  if (letters === undefined) return null;
  let column = 0;
  for (const letter of letters) column = 26 * column + letter.charCodeAt(0) - 64;
  return column - 1;
}
