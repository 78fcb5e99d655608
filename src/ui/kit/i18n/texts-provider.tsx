import { useMemo, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { DEFAULT_LANGUAGE, LANGUAGES } from '#texts/languages.ts';
import type { PageTexts } from './page-texts.ts';
import { TextsContext } from './use-t.ts';

/** Gives the page its texts, in the language that it has now. */
export function TextsProvider({ texts, children }: { texts: PageTexts; children: ReactNode }) {
  const shown = useStore(texts.store);
  const value = useMemo(
    () => ({ ...shown, language: LANGUAGES.has(shown.language) ? shown.language : DEFAULT_LANGUAGE }),
    [shown],
  );
  return <TextsContext value={value}>{children}</TextsContext>;
}
