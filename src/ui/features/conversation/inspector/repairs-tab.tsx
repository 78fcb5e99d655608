import type { SendRow } from '#storage/rows.ts';
import { adviceFor } from '#ui/features/conversation/scene/error-advice.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import css from './repairs-tab.module.css';

/** Refusals that were answered with a stricter request instead of an error, in the vendor's own words. */
export function RepairsTab({ repairs, source }: { repairs: SendRow['repairs']; source: string }) {
  const t = useT('report');
  const errors = useT('errors');
  if (repairs.length === 0) return <p className={css['none']}>{t('repairs.none')}</p>;
  return (
    <div className={css['repairs']}>
      <p className={css['none']}>{t('repairs.lead', { count: repairs.length })}</p>
      <ol className={css['list']}>
        {repairs.map(({ kind, message }) => (
          <li key={`${kind} ${message}`}>
            <p>{errors(`error.${adviceFor({ kind, message }).advice}.title`, { source, model: source })}</p>
            <blockquote className={css['text']}>{message}</blockquote>
          </li>
        ))}
      </ol>
    </div>
  );
}
