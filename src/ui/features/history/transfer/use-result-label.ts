import { useCallback } from 'react';
import type { RestoreResult } from '#history/archive/merge-history.ts';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';

/** Describes what restoring a conversation would do, or did, in a sentence. */
export function useResultLabel(): (result: RestoreResult) => string {
  const t = useT('transfer');
  const language = useLanguage();
  return useCallback(
    (result) => {
      if (result.kind === 'refused') return t(`refused.${result.because}`);
      if (result.kind === 'same') return t('row.same');
      const { added, completed, shown, attachments, fromTrash, unchanged, placed, asks } = result;
      const what = [
        ...(result.kind === 'new' ? [t('row.new', { count: added })] : []),
        ...(result.kind === 'diverged' && added > 0 ? [t('row.branch', { count: added })] : []),
        ...(completed > 0 ? [t('row.completed', { count: completed })] : []),
        ...(shown > 0 ? [t('row.shown', { count: shown })] : []),
        ...(attachments > 0 ? [t('row.attachments', { count: attachments })] : []),
        ...(fromTrash ? [t('row.fromTrash')] : []),
        ...placed.map((one) => t(`row.${one}`)),
        ...(asks ? [t('row.asks')] : []),
      ];
      if (what.length === 0) what.push(t('row.details'));
      if (unchanged.length > 0) {
        const list = new Intl.ListFormat(language, { type: 'conjunction' }).format(
          unchanged.map((one) => t(`unchanged.${one}`)),
        );
        what.push(t('row.unchanged', { what: list }));
      }
      return what.join(', ');
    },
    [t, language],
  );
}
