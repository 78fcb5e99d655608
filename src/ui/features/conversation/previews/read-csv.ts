const SEARCHED = 10_000;
const SEARCHED_LINES = 20;

/** The mark that stands in the most lines, outside of quotes; of equals, the most frequent one. */
function separatorOf(text: string): string {
  const lines = text
    .slice(0, SEARCHED)
    .replaceAll(/"[^"]*"/g, '')
    .split('\n', SEARCHED_LINES);
  const found = [',', ';', '\t'].map((mark) => {
    const counts = lines.map((line) => line.split(mark).length - 1);
    return { mark, lines: counts.filter(Boolean).length, count: counts.reduce((sum, one) => sum + one, 0) };
  });
  return found.reduce((most, one) => ((one.lines - most.lines || one.count - most.count) > 0 ? one : most)).mark;
}

/** Where a quoted cell begins; -1 for one without quotes. */
function quoteFrom(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ') at += 1;
  return text[at] === '"' ? at : -1;
}

/** The rows of a table as text (RFC 4180), with commas, semicolons or tabs. An unclosed quote ends with the text. */
export function readCsv(text: string): string[][] {
  const separator = separatorOf(text);
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    let cell = '';
    // Models write a space after the comma.
    const quote = quoteFrom(text, at);
    if (quote >= 0) {
      let end = quote + 1;
      for (;;) {
        const next = text.indexOf('"', end);
        const stop = next < 0 ? text.length : next;
        cell += text.slice(end, stop);
        end = stop + 1;
        if (text[end] !== '"') break;
        cell += '"';
        end += 1;
      }
      at = end;
    }
    let end = at;
    while (end < text.length && text[end] !== separator && text[end] !== '\n') end += 1;
    cell += text.slice(at, end).replace(/\r$/, '');
    row.push(cell);
    at = end + 1;
    if (end >= text.length || text[end] === '\n') {
      rows.push(row);
      row = [];
    } else if (at >= text.length) {
      rows.push([...row, '']);
      row = [];
    }
  }
  return rows;
}
