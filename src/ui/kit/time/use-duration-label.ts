import { useCallback } from 'react';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { splitDuration } from '#ui/kit/text/usage-text.ts';

/** `12 s`, `2 min 5 s`. */
export function useDurationLabel(): (ms: number) => string {
  const t = useT('chat');
  return useCallback(
    (ms) => {
      const { minutes, seconds } = splitDuration(ms);
      return minutes === 0 ? t('time.seconds', { seconds }) : t('time.minutes', { minutes, seconds });
    },
    [t],
  );
}
