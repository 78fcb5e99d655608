import type { SessionRow } from '#storage/rows.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import css from './not-found.module.css';

interface MissingProps {
  /** `null` when it isn't in the trash either. */
  session: SessionRow | null;
  onRestore: (session: SessionRow) => void;
  onNewChat: () => void;
}

/** Shown for the address of a deleted or unknown conversation. */
export function NotFound({ session, onRestore, onNewChat }: MissingProps) {
  const t = useT('frame');
  return (
    <div className={css['missing']}>
      <h1 className={css['title']}>{t(session ? 'session.deleted' : 'session.missing')}</h1>
      <p className={css['body']}>{session ? session.title || t('session.untitled') : t('session.missingBody')}</p>
      <div className={css['actions']}>
        {session && (
          <Button variant="primary" onClick={() => onRestore(session)}>
            {t('session.restore')}
          </Button>
        )}
        <Button onClick={onNewChat}>{t('sidebar.newChat')}</Button>
      </div>
    </div>
  );
}
