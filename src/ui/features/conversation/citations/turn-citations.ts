import type { ContextFile } from '#core/context-file.ts';
import { PROJECT_SEARCH_TOOL, readPassageId, readPassagesResult, type Citation } from '#core/passage.ts';
import type { StoredMessage } from '#storage/rows.ts';

export type CitationsByNumber = ReadonlyMap<number, Citation>;

const NONE: ReadonlyMap<string, CitationsByNumber> = new Map();

/**
 * For each answer: what its turn was given up to there, so that no other number becomes a link. If nothing was given, the
 * map is always the same.
 */
export function turnCitations(
  messages: readonly StoredMessage[],
  filesOf: (messageId: string) => readonly ContextFile[],
): ReadonlyMap<string, CitationsByNumber> {
  const byAnswer = new Map<string, CitationsByNumber>();
  let given: CitationsByNumber = new Map();
  for (const { id, role, parts } of messages) {
    if (role === 'user') given = numbered(citationsBeside(filesOf(id)));
    else if (role === 'assistant' && given.size > 0) byAnswer.set(id, given);
    else if (role === 'tool') {
      const found = parts.flatMap((part) =>
        part.type === 'tool_result' && part.name === PROJECT_SEARCH_TOOL && !part.isError
          ? readPassagesResult(part.text)
          : [],
      );
      if (found.length > 0) given = new Map([...given, ...numbered(found)]);
    }
  }
  return byAnswer.size > 0 ? byAnswer : NONE;
}

function citationsBeside(files: readonly ContextFile[]): Citation[] {
  return files
    .filter(({ kind }) => kind === 'passage')
    .flatMap(({ id, path, text }, index) => {
      const at = readPassageId(id);
      return at ? [{ number: index + 1, source: path, text, ...at }] : [];
    });
}

const numbered = (citations: readonly Citation[]): CitationsByNumber =>
  new Map(citations.map((citation) => [citation.number, citation]));
