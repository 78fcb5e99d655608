import { useEffect, useRef, useState, type FormEvent } from 'react';
import type { ChooseSecretStore, SecretStoreKind, SecretsState } from '#contract/secrets.ts';
import { useServices } from '#ui/data/services.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Choices } from '#ui/kit/controls/choices.tsx';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { SecretField } from '#ui/kit/controls/secret-field.tsx';
import { useConnections } from '#ui/data/use-connections.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { isFocusLost } from '#ui/kit/keyboard/is-focus-lost.ts';
import { checkPassphrase, type PassphraseProblem } from './check-passphrase.ts';
import { PassphraseField } from './passphrase-field.tsx';
import { useProblemMessage } from './use-problem-message.ts';
import css from './secrets.module.css';

type Chosen = ChooseSecretStore['kind'];

const isChosen = (kind: SecretStoreKind): kind is Chosen =>
  kind === 'passphrase' || kind === 'session' || kind === 'weak-os';

interface ChooseStoreProps {
  state: SecretsState;
  onDone: () => void;
  onCancel?: () => void;
  submitLabel?: string;
}

/** Lets the user choose where keys are stored. Nothing is preselected, and nothing is stored without a choice. */
export function ChooseStore({ state, onDone, onCancel, submitLabel }: ChooseStoreProps) {
  const t = useT('settings');
  const common = useT('common');
  const problemMessage = useProblemMessage();
  const { host } = useServices();
  const { reload } = useConnections();
  const form = useRef<HTMLFormElement>(null);
  const first = useRef<HTMLInputElement>(null);
  const again = useRef<HTMLInputElement>(null);
  const choices = state.choices.filter(isChosen).filter((kind) => kind === 'passphrase' || kind !== state.kind);
  const [kind, setKind] = useState<Chosen | null>(choices.length === 1 ? (choices[0] ?? null) : null);
  const [consent, setConsent] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<PassphraseProblem | null>(null);
  const [error, setError] = useState<string | null>(null);

  useEffect(() => {
    // The button that led here is gone.
    if (isFocusLost()) form.current?.querySelector<HTMLElement>('[role="radio"]')?.focus();
  }, []);

  const choiceOf = async (): Promise<ChooseSecretStore | null> => {
    if (kind !== 'passphrase') return kind && { kind };
    const passphrase = first.current?.value ?? '';
    const found = await checkPassphrase('file', passphrase, again.current?.value ?? '');
    setProblem(found);
    if (!found) return { kind, passphrase };
    (found === 'differs' ? again : first).current?.focus();
    return null;
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setError(null);
    try {
      const choice = await choiceOf();
      if (!choice) return;
      await host.chooseSecretStore(choice);
      form.current?.reset();
      await reload();
      onDone();
    } catch (failure) {
      setError(problemMessage(failure));
    } finally {
      setBusy(false);
    }
  };

  const textOf = (one: Chosen) =>
    one === 'weak-os'
      ? { label: t('store.weak-osChoose'), body: t('store.weak-osBody') }
      : one === state.kind
        ? { label: t('store.changePassphrase'), body: t('store.changePassphraseBody') }
        : { label: t(`store.${one}Choose`), body: t(`store.${one}ChooseBody`) };

  return (
    <form ref={form} className={css['form']} onSubmit={(event) => void submit(event)}>
      <Choices<Chosen>
        label={t('store.title')}
        value={kind}
        onChange={setKind}
        options={choices.map((one) => ({ value: one, ...textOf(one) }))}
      />
      {kind === 'passphrase' && (
        <div className={css['pair']}>
          <PassphraseField
            use="file"
            ref={first}
            label={t('store.passphraseLabel')}
            hint={t('store.passphraseHint')}
            error={problem === 'tooShort' || problem === 'tooPlain' ? t(`store.${problem}`) : null}
          />
          <SecretField
            ref={again}
            label={t('store.passphraseAgain')}
            error={problem === 'differs' ? t('store.differs') : null}
            autoComplete="new-password"
          />
        </div>
      )}
      {kind === 'weak-os' && (
        <label className={css['consent']}>
          <input type="checkbox" checked={consent} onChange={(event) => setConsent(event.target.checked)} />
          {t('store.weak-osConsent')}
        </label>
      )}
      {kind && state.kind !== 'unset' && kind !== state.kind && !state.locked && (
        <p className={css['quiet']}>{t('store.moveAlong')}</p>
      )}
      {error && (
        <Notice tone="danger" live>
          {error}
        </Notice>
      )}
      <div className={css['actions']}>
        {onCancel && (
          <Button
            onClick={() => {
              form.current?.reset();
              onCancel();
            }}
          >
            {common('cancel')}
          </Button>
        )}
        <Button
          type="submit"
          variant="primary"
          busy={busy}
          disabled={kind === null || (kind === 'weak-os' && !consent)}
        >
          {submitLabel ?? t('store.confirm')}
        </Button>
      </div>
    </form>
  );
}
