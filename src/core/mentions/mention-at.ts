/** What is being typed after an `@`. `start` is the place of the `@`. */
export interface MentionQuery {
  start: number;
  query: string;
}

/** Longer than any path that someone types. */
const MAX_QUERY = 200;
/** Lines of a file that was named. */
const LINES = /.:[\d-]*$/;

/** The `@` that the caret is in: at the beginning, or after white space. So none inside of an e-mail address. */
export function mentionAt(text: string, caret: number): MentionQuery | null {
  const before = text.slice(Math.max(0, caret - MAX_QUERY), caret);
  const found = /(?:^|\s)@(\S*)$/.exec(before);
  const query = found?.[1];
  if (query === undefined || LINES.test(query)) return null;
  const start = caret - query.length - 1;
  // The first character of what was looked at only seems to begin the text.
  return start === 0 || /\s/.test(text.charAt(start - 1)) ? { start, query } : null;
}
