import { memo } from 'react';
import { isTime } from '#core/is-time.ts';
import { formatDateTime, formatMoment } from '#ui/kit/i18n/format.ts';
import { useLanguage } from '#ui/kit/i18n/use-t.ts';
import { useToday } from '#ui/shared/sessions/use-today.ts';
import css from './message.module.css';

/** The shortest readable time, in full on hover. Renders nothing if an imported message has no time. */
export const MessageTime = memo(function MessageTime({ at }: { at: number }) {
  const language = useLanguage();
  const now = useToday();
  if (!isTime(at)) return null;
  return (
    <time className={css['time']} dateTime={new Date(at).toISOString()} title={formatDateTime(at, language)}>
      {formatMoment(at, now, language)}
    </time>
  );
});
