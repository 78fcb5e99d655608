import type { IncomingTransfer, IncomingTransferState } from '#state/incoming-transfer.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { formatRoute } from '#ui/shared/navigation/route.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { FailureNotice } from './failure-notice.tsx';
import css from './transfer.module.css';

interface UndoLineProps {
  state: Extract<IncomingTransferState, { step: 'done' }>;
  intake: Pick<IncomingTransfer, 'undo'>;
}

/** The undo button, and what couldn't be undone. */
export function UndoLine({ state: { report, undo }, intake }: UndoLineProps) {
  const t = useT('transfer');
  const frame = useT('frame');
  if (report.id === null) return null;
  if (undo.step === 'done') {
    const titles = new Map(report.results.map(({ id, title }) => [id, title]));
    return (
      <Notice tone={undo.stayed.length > 0 ? 'warning' : 'success'} live title={t('receipt.undone')}>
        {undo.stayed.length > 0 && (
          <>
            <p>{t('receipt.stayed', { count: undo.stayed.length })}</p>
            <ul className={css['lines']}>
              {undo.stayed.map((id) => (
                <li key={id}>
                  <a href={formatRoute({ name: 'session', id })}>{titles.get(id) || frame('session.untitled')}</a>
                </li>
              ))}
            </ul>
          </>
        )}
      </Notice>
    );
  }
  return (
    <>
      {undo.step === 'failed' && <FailureNotice title={t('receipt.undoFailed')} failure={undo.failure} />}
      <div className={css['buttons']}>
        <Button small busy={undo.step === 'going'} onClick={() => void intake.undo()}>
          {t('receipt.undo')}
        </Button>
        <p className={css['quiet']}>{t('receipt.undoHint')}</p>
      </div>
    </>
  );
}
