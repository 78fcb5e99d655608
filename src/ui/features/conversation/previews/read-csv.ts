const SEARCHED = 10_000;

/** The mark that stands most often in the first line, outside of quotes. */
function separatorOf(text: string): string {
  const [line = ''] = text
    .slice(0, SEARCHED)
    .replaceAll(/"[^"]*"/g, '')
    .split('\n');
  const counts = [',', ';', '\t'].map((mark) => ({ mark, count: line.split(mark).length }));
  return counts.reduce((most, one) => (one.count > most.count ? one : most)).mark;
}

/** The rows of a table as text (RFC 4180), with commas, semicolons or tabs. An unclosed quote ends with the text. */
export function readCsv(text: string): string[][] {
  const separator = separatorOf(text);
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    let cell = '';
    if (text[at] === '"') {
      let end = at + 1;
      for (;;) {
        const quote = text.indexOf('"', end);
        const stop = quote < 0 ? text.length : quote;
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
