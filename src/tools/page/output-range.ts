/** Maximum UTF-16 units of one read. More would be truncated again. */
export const MAX_CHARS = 30_000;

/** Lines `from` to `to`, both included and counted from 1, under a header line that describes them. */
export function lineRange(text: string, from: number, to: number | undefined): string {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  const total = lines.length;
  if (from > total) return `[the output has ${total} ${total === 1 ? 'line' : 'lines'}; there is no line ${from}]`;
  const requested = Math.min(to ?? total, total);
  if (requested < from) return `[no lines: the range ends at ${requested}, before it begins]`;
  const taken: string[] = [];
  let size = 0;
  for (const line of lines.slice(from - 1, requested)) {
    if (taken.length > 0 && size + line.length > MAX_CHARS) break;
    taken.push(line);
    size += line.length + 1;
  }
  const last = from - 1 + taken.length;
  const [only] = taken;
  if (taken.length === 1 && only !== undefined && only.length > MAX_CHARS) {
    const start = lines.slice(0, from - 1).reduce((sum, line) => sum + line.length + 1, 0);
    const end = safeEnd(only, 0, MAX_CHARS);
    return `[line ${from} of ${total}, its first ${end} of ${only.length} characters; go on with offset ${start + end}]\n${only.slice(0, end)}`;
  }
  const more = last < requested ? `; go on with from ${last + 1}` : '';
  return `[lines ${from} to ${last} of ${total}${more}]\n${taken.join('\n')}`;
}

/** Characters from `offset` on. Never splits a character. */
export function characterRange(text: string, offset: number, length: number | undefined): string {
  if (offset >= text.length) return `[the output has ${text.length} characters; there is none at ${offset}]`;
  const start = isLow(text, offset) ? offset - 1 : offset;
  const end = safeEnd(text, start, Math.min(length ?? MAX_CHARS, MAX_CHARS));
  const more = end < text.length ? `; go on with offset ${end}` : '';
  return `[characters ${start} to ${end - 1} of ${text.length}${more}]\n${text.slice(start, end)}`;
}

function safeEnd(text: string, start: number, length: number): number {
  const end = Math.min(text.length, start + length);
  if (end >= text.length || !isLow(text, end)) return end;
  return end - 1 > start ? end - 1 : end + 1;
}

function isLow(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return index > 0 && code >= 0xdc00 && code <= 0xdfff;
}
