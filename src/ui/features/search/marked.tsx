import type { Highlight } from '#search/mark-text.ts';

/** More would slow the page down without helping anyone. */
const MAX_MARKS = 200;

/** A text with the search words highlighted. */
export function Marked({ text, marks: all }: { text: string; marks: readonly Highlight[] }) {
  const marks = all.slice(0, MAX_MARKS);
  return (
    <>
      {marks.map(([start, end], index) => (
        <span key={start}>
          {text.slice(marks[index - 1]?.[1] ?? 0, start)}
          <mark>{text.slice(start, end)}</mark>
        </span>
      ))}
      {text.slice(marks.at(-1)?.[1] ?? 0)}
    </>
  );
}
