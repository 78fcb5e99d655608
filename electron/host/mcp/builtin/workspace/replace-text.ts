import { ToolError } from '../tool-error.ts';

const lineOf = (text: string, at: number) => text.slice(0, at).split('\n').length;

function placesOf(text: string, needle: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + needle.length)) places.push(at);
  return places;
}

const squeeze = (line: string) => line.trim().replace(/\s+/g, ' ');

/** Finds lines that differ from the text only in white space, the usual reason for no match. */
function nearest(text: string, needle: string): string | null {
  const lines = text.split('\n');
  const target = needle
    .replace(/^\n+|\n+$/g, '')
    .split('\n')
    .map(squeeze);
  for (let at = 0; at + target.length <= lines.length; at++)
    if (target.every((line, index) => squeeze(lines[at + index] ?? '') === line))
      return `Lines ${at + 1} to ${at + target.length} differ from it in white space only. They are:\n${lines.slice(at, at + target.length).join('\n')}`;
  const [first = ''] = target;
  const similar = lines.findIndex((line) => first.length > 3 && squeeze(line) === first);
  if (similar < 0) return null;
  return `Its first line is line ${similar + 1}, but what follows there is:\n${lines.slice(similar, similar + target.length).join('\n')}`;
}

/** Returns the text with `before` replaced. It must occur exactly, and only once unless `all` is set. */
export function replaceText(
  path: string,
  text: string,
  before: string,
  after: string,
  all: boolean,
): { text: string; count: number } {
  if (before === after) throw new ToolError('old_text and new_text are the same; nothing would change.');
  if (before === '') throw new ToolError('old_text is empty. To fill or replace a whole file use write.');
  const [needle, put] = [before.replaceAll('\r\n', '\n'), after.replaceAll('\r\n', '\n')];
  const exact = placesOf(text, before);
  const [places, from, to] = exact.length > 0 ? [exact, before, after] : [placesOf(text, needle), needle, put];
  if (places.length === 0) {
    const hint = nearest(text, needle) ?? 'Read the file again and copy the text exactly, without line numbers.';
    throw new ToolError(`old_text does not stand in "${path}". ${hint}`);
  }
  if (places.length > 1 && !all) {
    const lines = places.slice(0, 10).map((at) => lineOf(text, at));
    throw new ToolError(
      `old_text stands ${places.length} times in "${path}" (lines ${lines.join(', ')}). Give more of the lines around the one you mean, or set replace_all.`,
    );
  }
  return { text: text.split(from).join(to), count: places.length };
}
