import type { Highlight } from '#search/mark-text.ts';

/** A text with the search words highlighted. */
export function Marked({ text, marks }: { text: string; marks: readonly Highlight[] }) {
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
