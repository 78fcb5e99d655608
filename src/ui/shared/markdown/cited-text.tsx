/* oxlint-disable react/no-array-index-key -- the pieces of a text are identified by their position */
import { use } from 'react';
import { CitationContext } from './citation-context.ts';
import css from './markdown.module.css';

const NUMBER = /\[(\d{1,4})\]/;

export const mayCite = (text: string): boolean => NUMBER.test(text);

/** A text whose numbers in brackets open the passages that were given under them. */
export function CitedText({ text }: { text: string }) {
  const links = use(CitationContext);
  if (!links) return text;
  return text.split(/(\[\d{1,4}\])/).map((piece, index) => {
    const number = Number(NUMBER.exec(piece)?.[1]);
    const name = index % 2 === 1 ? links.nameOf(number) : null;
    return name === null ? (
      piece
    ) : (
      <button
        key={index}
        type="button"
        className={css['citation']}
        aria-label={name}
        title={name}
        onClick={() => links.open(number)}
      >
        {piece}
      </button>
    );
  });
}
