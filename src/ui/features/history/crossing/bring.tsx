import { useStore } from 'zustand';
import type { CrossingState } from '#contract/crossing.ts';
import type { Snapshot } from '#contract/snapshot.ts';
import { missingOf, type Side } from '#state/crossing.ts';
import type { IncomingTransferState } from '#state/incoming-transfer.ts';
import { StepPanel } from '#ui/features/history/steps/step-panel.tsx';
import { FailureNotice } from '#ui/features/history/transfer/failure-notice.tsx';
import { ProgressView } from '#ui/features/history/transfer/progress-view.tsx';
import { useCounts } from '#ui/features/history/transfer/use-counts.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { formatDateTime } from '#ui/kit/i18n/format.ts';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';
import { BringReceipt } from './bring-receipt.tsx';
import { useCrossing } from './use-crossing.ts';
import css from './crossing.module.css';

interface BringProps {
  /** The side that everything comes from. */
  from: Side;
  /** What it left and was not brought here yet. */
  offer: Snapshot | null;
  /** What it left last, brought or not. */
  last: Snapshot | null;
  brought: CrossingState['brought'];
}

/** Brings what the other side left: verified first, then shown, then merged and compared. */
export function Bring({ from, offer, last, brought }: BringProps) {
  const t = useT('crossing');
  const transfer = useT('transfer');
  const snapshots = useT('snapshots');
  const language = useLanguage();
  const counts = useCounts();
  const crossing = useCrossing();
  const { fetching, failure } = useStore(crossing.store);
  const state = useStore(crossing.intake.store);
  const time = (at: number) => formatDateTime(at, language);
  const { step } = state;
  const waiting = (step === 'idle' || step === 'failed') && fetching === null;
  const done = last && brought.find(({ snapshot }) => snapshot === last.id);
  const facts = last && [
    time(last.at),
    ...(last.counts
      ? [
          counts({
            conversations: last.counts.conversations,
            messages: last.counts.messages,
            attachments: last.counts.blobs,
          }),
        ]
      : []),
  ];

  return (
    <StepPanel step={fetching === null ? step : 'fetching'} label={t('bring')}>
      <div className={css['stack']}>
        {failure && (
          <Notice tone="danger" live title={t('failed')}>
            {snapshots(`because.${failure.code}`)}
          </Notice>
        )}
        {step === 'failed' && <FailureNotice title={t('failed')} failure={state.failure} />}
        {waiting && last === null && <p className={css['quiet']}>{t(`none.${from}`)}</p>}
        {waiting && last && (
          <Notice
            tone={offer ? 'info' : 'success'}
            title={t(offer ? `offer.${from}` : `brought.${from}`)}
            actions={
              <Button small variant={offer ? 'primary' : 'plain'} onClick={() => void crossing.open(last.id)}>
                {t(offer ? 'offer.open' : 'brought.again')}
              </Button>
            }
          >
            {last.locked && <p>{snapshots('because.locked')}</p>}
            {done ? t('brought.at', { time: time(done.at) }) : facts?.join(' · ')}
          </Notice>
        )}
        {step === 'reading' && (
          <ProgressView
            title={t('reading')}
            progress={state.progress}
            stopping={state.stopping}
            hint={transfer('export.goesOn')}
            onStop={crossing.intake.stop}
          />
        )}
        {step === 'choosing' && <Preview state={state} />}
        {step === 'restoring' && (
          <ProgressView
            title={t('bringing')}
            progress={state.progress}
            stopping={state.stopping}
            hint={t('safeStop')}
            onStop={crossing.intake.stop}
          />
        )}
        {step === 'done' && <BringReceipt from={from} state={state} />}
      </div>
    </StepPanel>
  );
}

/** What would come. Nothing has been changed. */
function Preview({ state }: { state: Extract<IncomingTransferState, { step: 'choosing' }> }) {
  const t = useT('crossing');
  const common = useT('common');
  const crossing = useCrossing();
  const { results } = state.preview;
  const count = (kind: (typeof results)[number]['kind']) => results.filter((one) => one.kind === kind).length;
  const nothing = missingOf(state.preview).length === 0;
  return (
    <Notice
      tone="info"
      live
      title={t(nothing ? 'preview.nothing' : 'preview.title')}
      actions={
        <>
          <Button small variant="primary" onClick={() => void crossing.bring()}>
            {t('preview.bring')}
          </Button>
          <Button small variant="quiet" onClick={crossing.dismiss}>
            {common('cancel')}
          </Button>
        </>
      }
    >
      <ul className={css['lines']}>
        {(['new', 'diverged', 'same', 'refused'] as const).map(
          (kind) => count(kind) > 0 && <li key={kind}>{t(`preview.${kind}`, { count: count(kind) })}</li>,
        )}
        <li>{t('preview.library')}</li>
      </ul>
    </Notice>
  );
}
