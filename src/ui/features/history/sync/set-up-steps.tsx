import { useEffect, useRef, useState, type FormEvent } from 'react';
import type { JoinSync } from '#contract/sync.ts';
import { HostProblemError } from '#host-client/host-error.ts';
import { useServices } from '#ui/data/services.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Choices } from '#ui/kit/controls/choices.tsx';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { checkPassphrase } from '#ui/shared/secrets/check-passphrase.ts';
import { Consent } from './consent.tsx';
import { PassphraseFields, type PhraseProblem } from './passphrase-fields.tsx';
import { RemoteFields } from './remote-fields.tsx';
import type { RemoteProblems } from './find-remote-problems.ts';
import { readRemoteInput, type RemoteKind } from './read-remote-input.ts';
import { SetUpFailure } from './set-up-failure.tsx';
import css from './sync.module.css';

const STEPS = ['place', 'passphrase', 'consent'] as const;
type Step = (typeof STEPS)[number];
const TITLES = { place: 'setup.kind', passphrase: 'setup.how', consent: 'setup.consent' } as const;

interface SetUpStepsProps {
  /** Keys are kept for this run only. */
  brief: boolean;
  onClose: () => void;
}

/** All steps stay in the page, hidden. The input exists only here, so that going back preserves it. */
export function SetUpSteps({ brief, onClose }: SetUpStepsProps) {
  const t = useT('sync');
  const common = useT('common');
  const toast = useToast();
  const { sync } = useServices();
  const panel = useRef<HTMLDivElement>(null);
  const placeForm = useRef<HTMLFormElement>(null);
  const phraseForm = useRef<HTMLFormElement>(null);
  const [step, setStep] = useState<Step>('place');
  const [kind, setKind] = useState<RemoteKind>('folder');
  const [how, setHow] = useState<JoinSync['how']>('begin');
  const [problems, setProblems] = useState<RemoteProblems>({});
  const [phrase, setPhrase] = useState<PhraseProblem | null>(null);
  const [address, setAddress] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    panel.current?.focus();
  }, [step]);

  const go = (to: Step) => {
    setFailure(null);
    setStep(to);
  };
  const given = () => readRemoteInput(kind, new FormData(placeForm.current ?? undefined));
  const typed = (name: string): string => {
    const value = new FormData(phraseForm.current ?? undefined).get(name);
    return typeof value === 'string' ? value : '';
  };
  /** Runs one action at a time and shows its failure. */
  const work = async (act: () => Promise<void>) => {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    try {
      await act();
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };

  const submitPlace = (event: FormEvent) => {
    event.preventDefault();
    const { place, problems: found } = given();
    setProblems(found);
    setFailure(null);
    const [first] = Object.keys(found);
    if (first !== undefined) {
      placeForm.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
      return;
    }
    void work(async () => {
      setAddress(await sync.addressOf(place));
      go('passphrase');
    });
  };

  const submitPhrase = (event: FormEvent) => {
    event.preventDefault();
    void work(async () => {
      const problem =
        how === 'begin'
          ? await checkPassphrase('place', typed('passphrase'), typed('again'))
          : typed('passphrase') === ''
            ? 'required'
            : null;
      const found = problem ?? (typed('name').trim() === '' ? 'unnamed' : null);
      setPhrase(found);
      const field = found === 'unnamed' ? 'name' : found === 'differs' ? 'again' : 'passphrase';
      if (found) phraseForm.current?.querySelector<HTMLInputElement>(`[name="${field}"]`)?.focus();
      else go('consent');
    });
  };

  const agree = (event: FormEvent) => {
    event.preventDefault();
    const { place, secret } = given();
    void work(async () => {
      try {
        await sync.join({ place, secret, passphrase: typed('passphrase'), how, agreed: address }, typed('name').trim());
      } catch (error) {
        if (error instanceof HostProblemError && error.code === 'approval_stale')
          setAddress(await sync.addressOf(place));
        throw error;
      }
      onClose();
      toast({ tone: 'success', title: t('setup.done') });
    });
  };

  const another = (to: JoinSync['how']) => {
    setHow(to);
    setPhrase(null);
    go('passphrase');
  };
  const at = t('setup.step', { step: STEPS.indexOf(step) + 1, of: STEPS.length, title: t(TITLES[step]) });
  const failed = failure !== null && (
    <SetUpFailure
      error={failure}
      how={how}
      kind={kind}
      onHow={another}
      {...(step !== 'place' && { onPlace: () => go('place') })}
      onPassphrase={() => go('passphrase')}
    />
  );

  return (
    <div ref={panel} role="group" aria-label={at} tabIndex={-1} style={{ outline: 'none' }}>
      <p className={css['step']}>{at}</p>
      <form ref={placeForm} className={css['form']} hidden={step !== 'place'} onSubmit={submitPlace} noValidate>
        {brief && <Notice tone="warning">{t('setup.session')}</Notice>}
        <Choices<RemoteKind>
          label={t('setup.kind')}
          value={kind}
          onChange={(to) => {
            setKind(to);
            setProblems({});
            setFailure(null);
          }}
          options={[
            { value: 'folder', label: t('setup.folder'), body: t('setup.folderBody') },
            { value: 'webdav', label: t('setup.webdav'), body: t('setup.webdavBody') },
            { value: 's3', label: t('setup.s3'), body: t('setup.s3Body') },
          ]}
        />
        <RemoteFields key={kind} kind={kind} problems={problems} />
        {step === 'place' && failed}
        <div className={css['actions']}>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button type="submit" variant="primary" busy={busy}>
            {t('setup.next')}
          </Button>
        </div>
      </form>
      <form ref={phraseForm} className={css['form']} hidden={step !== 'passphrase'} onSubmit={submitPhrase} noValidate>
        <PassphraseFields how={how} onHow={another} problem={phrase} usualName={sync.name()} />
        <div className={css['actions']}>
          <Button onClick={() => go('place')}>{t('setup.back')}</Button>
          <Button type="submit" variant="primary">
            {t('setup.next')}
          </Button>
        </div>
      </form>
      <form className={css['form']} hidden={step !== 'consent'} onSubmit={agree}>
        <Consent address={address} kind={kind} />
        {busy && <Notice live>{t('setup.working')}</Notice>}
        {step === 'consent' && failed}
        <div className={css['actions']}>
          <Button disabled={busy} onClick={() => go('passphrase')}>
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
