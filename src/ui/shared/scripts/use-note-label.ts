import { useCallback } from 'react';
import type { ScriptNote } from '#core/script-table.ts';
import { visibleText } from '#ui/kit/text/visible-text.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';

/** Describes a script's effect in a sentence with its name and its own words. */
export function useNoteLabel(): (note: ScriptNote) => { what: string; text: string } {
  const t = useT('scripts');
  return useCallback(
    ({ script: name, did, text, why, detail = '' }) => {
      const script = visibleText(name).text;
      const what =
        did === 'failed'
          ? t(`failed.${why ?? 'exit'}`, { script, detail: visibleText(detail).text })
          : t(`did.${did}`, { script });
      return { what, text: visibleText(text).text };
    },
    [t],
  );
}
