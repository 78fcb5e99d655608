import { plainText, type Align, type Inline } from '#markdown/ast.ts';

interface Table {
  align: Align[];
  head: Inline[][];
  rows: Inline[][][];
}

const CSV_SPECIAL = /[",\r\n]/;
/**
 * Spreadsheets run a cell that starts with one of these as a formula (OWASP, CSV injection). Numbers keep their sign.
 */
const CSV_FORMULA = /^(?:[=@\t\r]|[+-](?!\d+(?:[.,]\d+)*%?$))/;

function csvCell(nodes: Inline[]): string {
  const text = plainText(nodes);
  const safe = CSV_FORMULA.test(text) ? `'${text}` : text;
  return CSV_SPECIAL.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** RFC 4180. */
export function tableToCsv({ head, rows }: Table): string {
  return [head, ...rows].map((row) => row.map(csvCell).join(',')).join('\r\n');
}
