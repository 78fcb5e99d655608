/** `C:\folder`, or `\\server\folder`, at the start of a word. */
const WINDOWS_PATH = /(?:^|[\s"'=])(?:[a-z]:\\|\\\\[\w.-]+\\)/i;

/**
 * Splits a command line into words like a POSIX shell. Returns null when a shell would do more than that (pipes,
 * substitutions, variables, globs): without a shell those words would mean something else. In a line with a path of
 * Windows, a backslash is part of it and escapes only a quotation mark.
 */
export function splitCommandLine(line: string): string[] | null {
  const words: string[] = [];
  let word: string | null = null;
  let quote: '"' | "'" | null = null;
  const isWindows = WINDOWS_PATH.test(line);
  for (let at = 0; at < line.length; at++) {
    const char = line[at] ?? '';
    if (quote === "'") {
      if (char === "'") quote = null;
      else word = (word ?? '') + char;
    } else if (char === '\\' && escapes(line[at + 1], quote !== null, isWindows)) {
      at++;
      if (at >= line.length) return null;
      word = (word ?? '') + (line[at] ?? '');
    } else if (char === '"') {
      quote = quote === '"' ? null : '"';
      word ??= '';
    } else if (char === '$' || char === '`') return null;
    else if (quote === '"') word = (word ?? '') + char;
    else if (char === "'") {
      quote = "'";
      word ??= '';
    } else if (/\s/.test(char)) {
      if (word !== null) words.push(word);
      word = null;
    } else if (
      '|&;<>()*?[]{}!#~'.includes(char) &&
      (word === null || !'#~!?*[]{}'.includes(char) || '*?['.includes(char))
    )
      return null;
    else word = (word ?? '') + char;
  }
  if (quote !== null) return null;
  if (word !== null) words.push(word);
  return words;
}

/** Whether a backslash before this character takes its meaning away. */
function escapes(next: string | undefined, isQuoted: boolean, isWindows: boolean): boolean {
  if (isWindows) return next === '"';
  return !isQuoted || '"\\$`'.includes(next ?? ' ');
}
