import { useT } from '#ui/kit/i18n/use-t.ts';
import css from './empty-session.module.css';

/** The start of a temporary chat: what becomes of it, and what it can't do. */
export function TemporaryEmpty() {
  const t = useT('temporary');
  return (
    <div className={css['empty']}>
      <div className={css['column']}>
        <h2 className={css['title']}>{t('emptyTitle')}</h2>
        <p className={css['note']}>{t('emptyBody')}</p>
      </div>
    </div>
  );
}
