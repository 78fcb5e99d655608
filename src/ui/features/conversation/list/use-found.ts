import { useMemo } from 'react';
import { findTerm } from '#search/find-term.ts';
import { joinedWords } from '#search/joined-words.ts';
import { foldText } from '#storage/title-search.ts';
import type { Row } from '#ui/features/conversation/rows/rows.ts';
import type { Goal } from '#ui/features/conversation/scene/use-finding.ts';
import type { Found } from '#ui/shared/markdown/fold-context.ts';

/** The message that a search has led to, and how its words are found in it. */
export function useFound(goal: Goal | null, terms: readonly string[], rows: readonly Row[]): Found | null {
  const message = goal?.message;
  const scope = rows.find(({ key, results }) => key === message || results.some(({ id }) => id === message))?.key;
  return useMemo(() => {
    if (goal === null || scope === undefined || terms.length === 0) return null;
    return {
      scope,
      isIn(text) {
        const folded = foldText(`${text} ${joinedWords(text)}`);
        return terms.some((term) => findTerm(folded, term) >= 0);
      },
    };
  }, [goal, scope, terms]);
}
