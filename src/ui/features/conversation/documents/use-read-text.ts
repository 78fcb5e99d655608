import { useCallback } from 'react';
import { useReadBlob } from '#ui/data/use-read-blob.ts';
import { useLanguage } from '#ui/kit/i18n/use-t.ts';

/** Reads a stored text in any encoding: the given one, or the one that is found. `null` when its bytes no longer exist. */
export function useReadText(): (blob: string, encoding?: string) => Promise<string | null> {
  const readBlob = useReadBlob();
  const language = useLanguage();
  return useCallback(
    async (blob, encoding = 'utf-8') => {
      const stored = await readBlob(blob);
      if (!stored) return null;
      const bytes = new Uint8Array(await stored.arrayBuffer());
      try {
        return new TextDecoder(encoding, { fatal: encoding === 'utf-8' }).decode(bytes);
      } catch {
        const { decodeText } = await import('#documents/decode-text.ts');
        return decodeText(bytes, [language, ...navigator.languages]).text;
      }
    },
    [readBlob, language],
  );
}
