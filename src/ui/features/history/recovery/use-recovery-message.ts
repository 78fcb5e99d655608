import { startScreenTexts } from '#texts/start-texts.ts';
import { useCallback } from 'react';
import { ArchiveError } from '#archive/archive-error.ts';
import { toStorageError } from '#storage/storage-error.ts';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';
import { useProblemMessage } from '#ui/shared/secrets/use-problem-message.ts';

/** Describes why a database couldn't be replaced, saved or removed, in the user's language. */
export function useRecoveryMessage(): (error: unknown) => string {
  const t = useT('recovery');
  const language = useLanguage();
  const host = useProblemMessage();
  return useCallback(
    (error) => {
      const { failures: reasons } = startScreenTexts(language);
      if (error instanceof ArchiveError) return error.code === 'newer-version' ? reasons[error.code] : t('damaged');
      const { code } = toStorageError(error);
      return code === 'unknown' ? host(error) : reasons[code];
    },
    [t, language, host],
  );
}
