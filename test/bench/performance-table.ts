/** A row of the table in `docs/performance.md`. */
export interface Figure {
  what: string;
  figure: string;
  /** `''` where there is none. */
  goal: string;
}

/** When and of what something was measured. */
export interface Measured {
  /** Such as `2026-11-23`. */
  date: string;
  commit: string;
}

const BEGIN = '<!-- Rows of this table are written by `npm run bench`. -->';
const END = '<!-- The end of the table. -->';
const HEAD = ['| What | Figure | Goal | Part | Measured |', '| --- | ---: | ---: | --- | --- |'];
/** Counted from the end: a text of the first column may hold a `\|`. */
const PART_COLUMN = -3;

/**
 * The text of the page with the rows of one part of the bench replaced, and all others as they are. A new part comes
 * last.
 */
export function withFigures(
  page: string,
  part: string,
  figures: readonly Figure[],
  { date, commit }: Measured,
): string {
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (from < 0 || to < from) throw new Error('The page has no table of figures.');
  const rows = page
    .slice(from + BEGIN.length, to)
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(HEAD.length);
  const own = figures.map(({ what, figure, goal }) =>
    row([what, figure, goal, `\`${part}\``, `${date}, \`${commit}\``]),
  );
  const isOwn = (line: string) => line.split('|').at(PART_COLUMN)?.trim() === `\`${part}\``;
  const first = rows.findIndex(isOwn);
  const others = rows.filter((line) => !isOwn(line));
  const at = first < 0 ? others.length : first;
  const table = [...HEAD, ...others.slice(0, at), ...own, ...others.slice(at)];
  return `${page.slice(0, from)}${BEGIN}\n\n${table.join('\n')}\n\n${page.slice(to)}`;
}

const row = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
