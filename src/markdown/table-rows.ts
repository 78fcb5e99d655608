const PIPE = /\|/g;
/** Code, and a formula between dollar signs. */
const CODE_OR_FORMULA = /(?<![\\`])(`+)(?!`)[^]*?[^`]\1(?!`)|(?<!\\)\$(?!\s)[^$]*[^\s$\\]\$/g;
/** In a longer row they aren't looked for: the pattern would take too long. */
const MAX_ROW_LENGTH = 2_000;
const DELIMITER = /^[ \t]*\|?|\|?[ \t]*$/g;

/**
 * The same lines of a table without cells that GFM leaves out because the row has too many: `|` in code and formulas
 * doesn't end a cell then, and what is still too much is part of the last one.
 */
export function fitTable(table: string): string {
  const [head = '', delimiter = '', ...rows] = table.split('\n');
  const columns = delimiter.replaceAll(DELIMITER, '').split('|').length;
  const whole = escapeInside(head, columns);
  return [
    innerPipes(whole).length < columns ? whole : head,
    delimiter,
    ...rows.map((row) => fitRow(row, columns)),
  ].join('\n');
}

function fitRow(row: string, columns: number): string {
  const whole = escapeInside(row, columns);
  return escapeAt(whole, innerPipes(whole).slice(columns - 1));
}

/** Escapes what is no end of a cell, in a row with too many. */
function escapeInside(row: string, columns: number): string {
  if (row.length > MAX_ROW_LENGTH || innerPipes(row).length < columns) return row;
  return row.replaceAll(CODE_OR_FORMULA, (inside) => escapeAt(inside, pipes(inside)));
}

/** Where `|` isn't escaped. */
function pipes(text: string): number[] {
  return [...text.matchAll(PIPE)].flatMap(({ index }) => {
    const slashes = /\\*$/.exec(text.slice(Math.max(0, index - 20), index))?.[0].length ?? 0;
    return slashes % 2 === 0 ? [index] : [];
  });
}

/** Those between two cells. */
function innerPipes(row: string): number[] {
  const all = pipes(row);
  if (all.length > 0 && row.slice(0, all[0]).trim() === '') all.shift();
  if (all.length > 0 && row.slice((all.at(-1) ?? 0) + 1).trim() === '') all.pop();
  return all;
}

function escapeAt(text: string, places: readonly number[]): string {
  let escaped = '';
  let from = 0;
  for (const at of places) {
    escaped += `${text.slice(from, at)}\\`;
    from = at;
  }
  return escaped + text.slice(from);
}
