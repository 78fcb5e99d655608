/** A text of any size, split into rows that can be rendered one by one: its lines, with very long ones split. */
export interface TextRows {
  text: string;
  count: number;
  lines: number;
  /** Character offsets of the row, without its line break. */
  row(index: number): { start: number; end: number; line: number; continues: boolean };
  /** The row that contains a character. */
  rowAt(offset: number): number;
}

const MAX_ROW_LENGTH = 1_000;

export function cutRows(text: string, longest = MAX_ROW_LENGTH): TextRows {
  const starts: number[] = [];
  const numbers: number[] = [];
  let line = 0;
  let at = 0;
  while (at < text.length || line === 0) {
    line += 1;
    const found = text.indexOf('\n', at);
    const end = found < 0 ? text.length : found;
    do {
      starts.push(at);
      numbers.push(line);
      at = end - at > longest ? wholeCharacter(text, at + longest) : end;
    } while (at < end);
    at = end + 1;
  }
  return {
    text,
    count: starts.length,
    lines: line,
    row(index) {
      const start = starts[index] ?? text.length;
      const number = numbers[index] ?? line;
      const next = starts[index + 1] ?? text.length;
      const broken = next > start && text.charCodeAt(next - 1) === 10 && numbers[index + 1] !== number;
      return { start, end: broken ? next - 1 : next, line: number, continues: numbers[index - 1] === number };
    },
    rowAt(offset) {
      let [low, high] = [0, starts.length - 1];
      while (low < high) {
        const middle = Math.ceil((low + high) / 2);
        if ((starts[middle] ?? 0) <= offset) low = middle;
        else high = middle - 1;
      }
      return low;
    },
  };
}

function wholeCharacter(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}

/** Offsets of a string, ignoring case, up to `most`. Overlapping matches aren't counted twice. */
export function findMatches(text: string, query: string, most: number): number[] {
  const lower = text.toLowerCase();
  // A few letters change their length with their case. Offsets in the lowercase text would then be wrong.
  const [inside, sought] = lower.length === text.length ? [lower, query.toLowerCase()] : [text, query];
  const places: number[] = [];
  if (sought === '') return places;
  for (
    let at = inside.indexOf(sought);
    at >= 0 && places.length < most;
    at = inside.indexOf(sought, at + sought.length)
  )
    places.push(at);
  return places;
}
