/** What an exchange of one text for another leaves, takes out and puts in: equal lines at both ends stay. */
export interface ChangedLines {
  above: readonly string[];
  removed: readonly string[];
  added: readonly string[];
  below: readonly string[];
}

export function changedLines(before: string, after: string): ChangedLines {
  const old = before.split('\n');
  const now = after.split('\n');
  const most = Math.min(old.length, now.length);
  let top = 0;
  while (top < most && old[top] === now[top]) top += 1;
  let bottom = 0;
  while (bottom < most - top && old[old.length - 1 - bottom] === now[now.length - 1 - bottom]) bottom += 1;
  return {
    above: old.slice(0, top),
    removed: old.slice(top, old.length - bottom),
    added: now.slice(top, now.length - bottom),
    below: old.slice(old.length - bottom),
  };
}
