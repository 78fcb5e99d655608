import { useServices } from '#ui/data/services.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { Section } from '#ui/kit/controls/section.tsx';
import { ChooseFiles } from './choose-files.tsx';
import { FailureNotice } from './failure-notice.tsx';
import { HowToGet } from './how-to-get.tsx';
import { IncomingTransferReceipt } from './incoming-transfer-receipt.tsx';
import { Preview } from './preview.tsx';
import { ProgressView } from './progress-view.tsx';
import { StepPanel } from '#ui/features/history/steps/step-panel.tsx';
import { useRequestedPlace } from '#ui/features/history/steps/use-requested-place.ts';
import { useIncomingTransferState } from './transfer-states.ts';
import css from './transfer.module.css';

interface IntakeSectionProps {
  over: boolean;
  onFiles: (files: readonly File[]) => void;
  /** The user came to this section. */
  requested: boolean;
}

/** One place for archives and for exports of other programs. */
export function IncomingTransferSection({ over, onFiles, requested }: IntakeSectionProps) {
  const t = useT('transfer');
  const state = useIncomingTransferState();
  const { intake } = useServices().transfers;
  const { step } = state;
  const place = useRequestedPlace((requested || step === 'reading') && step);
  const waiting = step === 'idle' || step === 'failed';
  return (
    <div ref={place} className={css['anchor']}>
      <Section title={t('intake.title')} intro={t('intake.intro')}>
        <div className={css['area']}>
          <StepPanel step={step} label={t('intake.title')}>
            <div className={css['stack']}>
              {step === 'failed' && (
                <FailureNotice
                  title={t('intake.failed')}
                  failure={state.failure}
                  actions={
                    <Button small onClick={intake.dismiss}>
                      {t('intake.dismiss')}
                    </Button>
                  }
                />
              )}
              {waiting && (
                <>
                  <ChooseFiles over={over} onFiles={onFiles} />
                  <HowToGet
                    key={step}
                    open={requested || (step === 'failed' && state.failure.code === 'not-recognised')}
                  />
                </>
              )}
              {step === 'reading' && (
                <ProgressView
                  title={t('intake.reading')}
                  progress={state.progress}
                  stopping={state.stopping}
                  hint={t('export.goesOn')}
                  onStop={intake.stop}
                />
              )}
              {step === 'choosing' && <Preview key={state.opened.id} state={state} />}
              {step === 'restoring' && (
                <ProgressView
                  title={t(`intake.${state.opened.kind}`)}
                  progress={state.progress}
                  stopping={state.stopping}
                  hint={t('intake.safeStop')}
                  onStop={intake.stop}
                />
              )}
              {step === 'done' && <IncomingTransferReceipt state={state} />}
            </div>
          </StepPanel>
        </div>
      </Section>
    </div>
  );
}
