import { useStore } from 'zustand';
import type { Side } from '#state/crossing.ts';
import type { IncomingTransferState } from '#state/incoming-transfer.ts';
import { FailureNotice } from '#ui/features/history/transfer/failure-notice.tsx';
import { UndoLine } from '#ui/features/history/transfer/undo-line.tsx';
import { Button } from '#ui/kit/controls/button.tsx';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useCrossing } from './use-crossing.ts';
import css from './crossing.module.css';

const MAX_TITLES = 8;

interface BringReceiptProps {
  from: Side;
  state: Extract<IncomingTransferState, { step: 'done' }>;
}

/** What was brought, and whether the comparison with the copy found all of it here. */
export function BringReceipt({ from, state }: BringReceiptProps) {
  const t = useT('crossing');
  const transfer = useT('transfer');
  const frame = useT('frame');
  const crossing = useCrossing();
  const { comparison } = useStore(crossing.store);
  const { report, undo } = state;
  const count = (kind: 'new' | 'diverged') => report.results.filter((one) => one.kind === kind).length;
  const done = undo.step !== 'done' && comparison.step === 'done' ? comparison : null;
  const whole = done?.missing.length === 0 && report.damaged.length === 0;
  const again = (
    <Button small onClick={crossing.dismiss}>
      {t('close')}
    </Button>
  );
  return (
    <>
      {report.stopped !== null && report.stopped !== 'cancelled' && (
        <FailureNotice title={t('ended')} failure={report.stopped} />
      )}
      {comparison.step === 'failed' && <FailureNotice title={t('notCompared')} failure={comparison.failure} />}
      {comparison.step === 'going' && (
        <p className={css['quiet']} role="status">
          {t('comparing')}
        </p>
      )}
      {undo.step !== 'done' && (
        <Notice
          tone={whole ? 'success' : 'warning'}
          live
          title={t(whole ? 'done' : report.stopped === 'cancelled' ? 'stopped' : 'partly')}
          actions={again}
        >
          <ul className={css['lines']}>
            {count('new') > 0 && <li>{t('preview.new', { count: count('new') })}</li>}
            {count('diverged') > 0 && <li>{t('preview.diverged', { count: count('diverged') })}</li>}
            {done && whole && <li>{t('compared', { count: done.compared })}</li>}
            {done && done.missing.length > 0 && (
              <li>
                {t('missing', { count: done.missing.length })}
                <ul>
                  {done.missing.slice(0, MAX_TITLES).map(({ id, title }) => (
                    <li key={id}>{title || frame('session.untitled')}</li>
                  ))}
                </ul>
              </li>
            )}
            {report.stopped !== null && <li>{t('continue')}</li>}
            {whole && <li>{t(`source.${from}`)}</li>}
          </ul>
        </Notice>
      )}
      {report.lost.length > 0 && (
        <Notice tone="warning">{transfer('receipt.lost', { count: report.lost.length })}</Notice>
      )}
      {report.damaged.map((part) => (
        <Notice key={part} tone="warning">
          {transfer(`receipt.damaged.${part}`)}
        </Notice>
      ))}
      <UndoLine state={state} intake={crossing.intake} />
      {undo.step === 'done' && again}
    </>
  );
}
