import { useCallback } from 'react';
import { useReadBlob } from '#ui/data/use-read-blob.ts';
import { useLanguage } from '#ui/kit/i18n/use-t.ts';

/** Reads a stored text in any encoding: the given one, or the one that is found. `null` when its bytes no longer exist. */
export function useReadText(): (blob: string, encoding?: string) => Promise<string | null> {
  const readBlob = useReadBlob();
  const language = useLanguage();
  return useCallback(
    async (blob, encoding) => {
      const stored = await readBlob(blob);
      if (!stored) return null;
      const { readText } = await import('#documents/read-text.ts');
      return readText(stored, [language, ...navigator.languages], encoding);
    },
    [readBlob, language],
  );
}
