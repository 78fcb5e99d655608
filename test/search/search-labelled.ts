import { cutChunks } from '#core/passage-chunks.ts';
import { packVectors } from '#flows/projects/vectors/pack-vectors.ts';
import { PassageIndex } from '#search/passages/passage-index.ts';
import { searchBoth } from '#search/passages/search-project.ts';
import { VectorIndex } from '#search/passages/vector-index.ts';
import type { FoundChunk } from '#search/passages/passage-index.ts';
import { embedText } from '../../electron/practice/embeddings/embed-text.ts';
import { type QUESTIONS, TEXTS } from './labelled.ts';

type Search = (question: string, most: number) => readonly Pick<FoundChunk, 'file' | 'start' | 'end'>[];

/** The labelled project: by words, by vectors of the practice model, and by both. */
export function labelledSearches(): { words: Search; vectors: Search; both: Search } {
  const index = new PassageIndex();
  for (const [name, text] of Object.entries(TEXTS)) index.put(name, name, text);
  const near = new VectorIndex(
    Object.entries(TEXTS).map(([file, text]) => {
      const chunks = cutChunks(text);
      return {
        file,
        folder: 'f',
        start: 0,
        model: 'm',
        open: 0 as const,
        cuts: chunks.flatMap(({ start, end }) => [start, end]),
        values: packVectors(chunks.map(({ start, end }) => embedText(text.slice(start, end)))),
      };
    }),
  );
  return {
    words: (question, most) => index.search(question, most),
    vectors: (question, most) => near.search(embedText(question), most),
    both: (question, most) => searchBoth(index, near, question, { values: embedText(question) }, most),
  };
}

/** How many questions have their answer among the first ones found. */
export const hitsOf = (search: Search, questions: typeof QUESTIONS, most: number): number =>
  questions.filter(([question, file, words]) =>
    search(question, most).some(
      ({ file: found, start, end }) => found === file && TEXTS[file]?.slice(start, end).includes(words),
    ),
  ).length;
