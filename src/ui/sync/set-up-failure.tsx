import type { JoinSync } from '#contract/sync.ts';
import { Button } from '#ui/controls/button.tsx';
import { Disclosure } from '#ui/controls/disclosure.tsx';
import { Notice } from '#ui/controls/notice.tsx';
import { useT } from '#ui/i18n/use-t.ts';
import { problemOf } from './sync-problem.ts';
import css from './sync.module.css';

interface SetUpFailureProps {
  error: unknown;
  how: JoinSync['how'];
  onHow: (how: JoinSync['how']) => void;
}

/** Why it did not come about, and the other way where there is one. */
export function SetUpFailure({ error, how, onHow }: SetUpFailureProps) {
  const t = useT('sync');
  const problem = problemOf(error);
  const nobody = problem === 'sync_missing' && how === 'join';
  const detail = error instanceof Error ? error.message : String(error);
  return (
    <Notice
      tone="danger"
      live
      title={t('setup.failed')}
      actions={
        problem === 'sync_taken' ? (
          <Button small onClick={() => onHow('join')}>
            {t('setup.joinInstead')}
          </Button>
        ) : nobody ? (
          <Button small onClick={() => onHow('begin')}>
            {t('setup.beginInstead')}
          </Button>
        ) : null
      }
    >
      <p>{t(nobody ? 'problem.join_missing' : `problem.${problem}`)}</p>
      {detail !== '' && (
        <Disclosure summary={t('problem.detail')}>
          <code className={css['address']}>{detail}</code>
        </Disclosure>
      )}
    </Notice>
  );
}
