import { useEffect, useRef } from 'react';
import type { SessionSettings } from '#storage/rows.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { isFocusLost } from '#ui/kit/keyboard/is-focus-lost.ts';
import { focusComposerIfLost } from '#ui/shared/navigation/focus-composer.ts';
import css from './not-found.module.css';

interface MissingProps {
  /** `null` when it isn't in the trash either. */
  session: SessionSettings | null;
  onRestore: (session: SessionSettings) => void;
  onNewChat: () => void;
}

/** Shown for the address of a deleted or unknown conversation. */
export function NotFound({ session, onRestore, onNewChat }: MissingProps) {
  const t = useT('frame');
  const heading = useRef<HTMLHeadingElement>(null);
  // What had it may have been in the conversation that was here.
  useEffect(() => {
    if (isFocusLost()) heading.current?.focus();
  }, []);
  // It may be restored in another window, too.
  const id = session?.id;
  useEffect(() => {
    if (id === undefined) return undefined;
    return () => focusComposerIfLost(id);
  }, [id]);
  return (
    <div className={css['missing']}>
      <h1 ref={heading} tabIndex={-1} className={css['title']}>
        {t(session ? 'session.deleted' : 'session.missing')}
      </h1>
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
