import { useState } from 'react';
import { formatDateTime } from '#ui/i18n/format.ts';
import { useLanguage } from '#ui/i18n/use-t.ts';
import css from './message.module.css';

/** The clock for today, the day too for older messages; all of it on hover. */
export function MessageTime({ at }: { at: number }) {
  const language = useLanguage();
  const [drawn] = useState(() => new Date().toDateString());
  const today = new Date(at).toDateString() === drawn;
  const short = new Intl.DateTimeFormat(
    language,
    today ? { timeStyle: 'short' } : { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
  ).format(at);
  return (
    <time className={css['time']} dateTime={new Date(at).toISOString()} title={formatDateTime(at, language)}>
      {short}
    </time>
  );
}
