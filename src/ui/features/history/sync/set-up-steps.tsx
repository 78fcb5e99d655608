import { useEffect, useRef } from 'react';
import { useServices } from '#ui/data/services.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { Consent } from './consent.tsx';
import { PassphraseFields } from './passphrase-fields.tsx';
import { PlaceStep } from './place-step.tsx';
import { SetUpFailure } from './set-up-failure.tsx';
import { SET_UP_STEPS, useSetUp } from './use-set-up.ts';
import css from './sync.module.css';

const TITLES = { place: 'setup.kind', passphrase: 'setup.how', consent: 'setup.consent' } as const;

interface SetUpStepsProps {
  /** Keys are kept for this run only. */
  brief: boolean;
  onClose: () => void;
}

/** All steps stay in the page, hidden, so that going back preserves what was typed. */
export function SetUpSteps({ brief, onClose }: SetUpStepsProps) {
  const t = useT('sync');
  const { sync } = useServices();
  const placeForm = useRef<HTMLFormElement>(null);
  const phraseForm = useRef<HTMLFormElement>(null);
  const setUp = useSetUp({ placeForm, phraseForm, onDone: onClose });
  const { step, how, kind, busy } = setUp;
  const panel = useRef<HTMLDivElement>(null);

  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    panel.current?.focus();
  }, [step]);

  const at = t('setup.step', { step: SET_UP_STEPS.indexOf(step) + 1, of: SET_UP_STEPS.length, title: t(TITLES[step]) });
  const failure = setUp.failure !== null && (
    <SetUpFailure
      error={setUp.failure}
      how={how}
      kind={kind}
      onHow={setUp.chooseHow}
      {...(step !== 'place' && { onPlace: () => setUp.goTo('place') })}
      onPassphrase={() => setUp.goTo('passphrase')}
    />
  );

  return (
    <div ref={panel} role="group" aria-label={at} tabIndex={-1} style={{ outline: 'none' }}>
      <p className={css['step']}>{at}</p>
      <PlaceStep
        form={placeForm}
        setUp={setUp}
        brief={brief}
        failure={step === 'place' && failure}
        onCancel={onClose}
      />
      <form
        ref={phraseForm}
        className={css['form']}
        hidden={step !== 'passphrase'}
        onSubmit={(event) => {
          event.preventDefault();
          setUp.submitPhrase();
        }}
        noValidate
      >
        <PassphraseFields how={how} onHow={setUp.chooseHow} problem={setUp.phrase} usualName={sync.name()} />
        <div className={css['actions']}>
          <Button onClick={() => setUp.goTo('place')}>{t('setup.back')}</Button>
          <Button type="submit" variant="primary">
            {t('setup.next')}
          </Button>
        </div>
      </form>
      <form
        className={css['form']}
        hidden={step !== 'consent'}
        onSubmit={(event) => {
          event.preventDefault();
          setUp.agree();
        }}
      >
        <Consent address={setUp.address} kind={kind} />
        {busy && <Notice live>{t('setup.working')}</Notice>}
        {step === 'consent' && failure}
        <div className={css['actions']}>
          <Button disabled={busy} onClick={() => setUp.goTo('passphrase')}>
            {t('setup.back')}
          </Button>
          <Button type="submit" variant="primary" busy={busy}>
            {t(how === 'begin' ? 'setup.agree' : 'setup.agreeJoin')}
          </Button>
        </div>
      </form>
    </div>
  );
}
