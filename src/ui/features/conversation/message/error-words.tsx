import { useState } from 'react';
import type { ModelError } from '#core/error.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useReason } from '#ui/shared/errors/use-reason.ts';
import css from './error-card.module.css';

/** Vendors' answers can be full HTML pages. The details keep all of it. */
const MAX_WORDS = 600;

/** Baton's own reason in the user's language, or the vendor's text as a quotation. */
export function ErrorWords({ error: { message } }: { error: ModelError }) {
  const t = useT('chat');
  const reason = useReason()(message);
  const [full, setFull] = useState(false);
  if (reason !== null) return <p className={css['body']}>{reason}</p>;
  if (message === '') return null;
  const long = message.length > MAX_WORDS;
  return (
    <blockquote className={css['text']}>
      {full || !long ? message : `${message.slice(0, MAX_WORDS)}…`}
      {long && (
        <button type="button" className={css['more']} aria-expanded={full} onClick={() => setFull(!full)}>
          {full ? t('error.less') : t('error.more')}
        </button>
      )}
    </blockquote>
  );
}
