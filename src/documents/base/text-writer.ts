import { DocumentError } from './document.ts';
import { MAX_TEXT } from './limits.ts';

/**
 * Collects paragraphs and the rows of tables. A cell's paragraphs are joined to one line, and a table inside a cell is
 * written into that cell.
 */
export class TextWriter {
  readonly #lines: string[] = [];
  #line = '';
  #length = 0;
  #hasText = false;
  /** Cells that are open, with the rows they belong to, from the outermost. */
  readonly #rows: { cells: string[]; cell: string[] | null }[] = [];

  text(text: string): void {
    this.#count(text);
    this.#hasText ||= text.trim() !== '';
    this.#line += text;
  }

  #count(text: string): void {
    this.#length += text.length;
    if (this.#length > MAX_TEXT) throw new DocumentError('too-large', `more than ${MAX_TEXT} characters`);
  }

  /** Ends the paragraph, with a mark such as `# ` or `- ` before it. */
  paragraph(mark = ''): void {
    const line = this.#line.trimEnd();
    this.#line = '';
    const row = this.#rows.at(-1);
    if (!row) this.#lines.push(line === '' ? '' : mark + line);
    else if (line.trim() !== '') row.cell?.push(line.trim());
  }

  /** The same before what interrupts a paragraph, such as a text box or a table. */
  breakOff(mark = ''): void {
    if (this.#line.trim() !== '') this.paragraph(mark);
  }

  openRow(): void {
    this.#rows.push({ cells: [], cell: null });
  }

  openCell(): void {
    const row = this.#rows.at(-1);
    if (row) row.cell = [];
  }

  /** Ends the cell, which stands for as many equal ones in a row. */
  closeCell(repeated = 1): void {
    this.paragraph();
    const row = this.#rows.at(-1);
    if (!row?.cell) return;
    const text = row.cell.join(' ');
    for (let count = 0; count < repeated; count++) row.cells.push(text);
    row.cell = null;
  }

  /** Ends the row, which stands for as many equal ones. */
  closeRow(repeated = 1): void {
    const row = this.#rows.pop();
    if (!row) return;
    const line = row.cells.join('\t').trimEnd();
    const outer = this.#rows.at(-1);
    if (outer) {
      outer.cell?.push(row.cells.filter((cell) => cell !== '').join(' '));
      return;
    }
    this.#lines.push(line);
    // A sheet ends with a million empty ones.
    for (let more = line === '' ? 0 : repeated - 1; more > 0; more--) {
      this.#count(line);
      this.#lines.push(line);
    }
  }

  /** A line of its own, with an empty one before it. */
  heading(text: string): void {
    this.paragraph();
    if (this.#lines.length > 0) this.#lines.push('');
    this.#lines.push(text);
  }

  /** The text so far, without more than one empty line in a row; '' if there are only headings. */
  toString(): string {
    if (!this.#hasText) return '';
    return [...this.#lines, this.#line]
      .join('\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim();
  }
}
