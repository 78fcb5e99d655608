import type { NearVector, Passage } from '#core/passage.ts';
import { WordsOnlyError } from '../../base/flow-errors.ts';
import type { ProjectSearchDeps } from '../search-files.ts';

interface FinderDeps {
  search: (folder: string, question: string, most: number, near?: NearVector) => Promise<Passage[]>;
  /** `null` if the project has no embedding model, or nothing of its files is there yet. */
  embedQuestion: (folder: string, question: string) => Promise<NearVector | null>;
  onError: (error: unknown) => void;
}

const BY_WORDS_ONLY = 'The embedding model could not be reached, so this search went by words only.';

/** Finds passages by words and by meaning; by words only, and says so, where the embedding model fails. */
export function createPassageFinder({ search, embedQuestion, onError }: FinderDeps): ProjectSearchDeps['passages'] {
  return async (folder, question, most) => {
    let near: NearVector | null;
    try {
      near = await embedQuestion(folder, question);
    } catch (error) {
      onError(new WordsOnlyError(error));
      return { passages: await search(folder, question, most), note: BY_WORDS_ONLY };
    }
    return { passages: await search(folder, question, most, near ?? undefined) };
  };
}
