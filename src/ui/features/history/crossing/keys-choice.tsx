import { useRef, useState, type FormEvent } from 'react';
import { crossingEndpoints, type CrossingState, type KeysCopied } from '#contract/crossing.ts';
import { useConnections } from '#ui/data/use-connections.ts';
import { useHostGroup } from '#ui/data/use-host-group.ts';
import { useSubmission } from '#ui/data/use-submission.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { SecretField } from '#ui/kit/controls/secret-field.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { checkPassphrase, type PassphraseProblem } from '#ui/shared/secrets/check-passphrase.ts';
import { PassphraseField } from '#ui/shared/secrets/passphrase-field.tsx';
import { useProblemMessage } from '#ui/shared/secrets/use-problem-message.ts';
import css from './crossing.module.css';

interface KeysChoiceProps {
  state: CrossingState;
  onCopied: () => void;
}

/** Keys never travel with the history. The desktop app copies them between its keychain and the file of browser mode. */
export function KeysChoice({ state, onCopied }: KeysChoiceProps) {
  const t = useT('crossing');
  if (state.keys !== 'here') return <p className={css['quiet']}>{t(`keys.${state.keys}`)}</p>;
  return (
    <>
      {state.passphraseFile ? (
        <CopyKeys way="bring" hasFile onCopied={onCopied} />
      ) : (
        <p className={css['quiet']}>{t('keys.noFile')}</p>
      )}
      <CopyKeys way="leave" hasFile={state.passphraseFile} onCopied={onCopied} />
    </>
  );
}

interface CopyKeysProps {
  way: 'bring' | 'leave';
  /** Otherwise the passphrase is a new one. */
  hasFile: boolean;
  onCopied: () => void;
}

function CopyKeys({ way, hasFile, onCopied }: CopyKeysProps) {
  const t = useT('crossing');
  const settings = useT('settings');
  const messageOf = useProblemMessage();
  const host = useHostGroup(crossingEndpoints);
  const { reload } = useConnections();
  const { busy, error, submit } = useSubmission();
  const [agreed, setAgreed] = useState(false);
  const [problem, setProblem] = useState<PassphraseProblem | null>(null);
  const [copied, setCopied] = useState<KeysCopied | null>(null);
  const first = useRef<HTMLInputElement>(null);
  const again = useRef<HTMLInputElement>(null);

  const copy = async (form: HTMLFormElement) => {
    const passphrase = first.current?.value ?? '';
    const found = hasFile
      ? passphrase.length < 8
        ? 'tooShort'
        : null
      : await checkPassphrase('file', passphrase, again.current?.value ?? '');
    setProblem(found);
    if (found) return (found === 'differs' ? again : first).current?.focus();
    setCopied(await host[way === 'bring' ? 'bringKeys' : 'leaveKeys']({ passphrase }));
    form.reset();
    setAgreed(false);
    await reload();
    onCopied();
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    void submit(async () => copy(form));
  };

  return (
    <form className={css['keys']} onSubmit={onSubmit}>
      <label className={css['consent']}>
        <input
          type="checkbox"
          checked={agreed}
          onChange={({ target }) => {
            setAgreed(target.checked);
            setCopied(null);
          }}
        />
        <span>
          {t(`keys.${way}`)}
          <span className={css['keysHint']}>{t(`keys.${way}Hint`)}</span>
        </span>
      </label>
      {agreed && (
        <div className={css['fields']}>
          {hasFile ? (
            <SecretField
              ref={first}
              label={t('keys.passphrase')}
              error={problem ? settings('store.tooShort') : null}
              autoComplete="off"
            />
          ) : (
            <>
              <PassphraseField
                use="file"
                ref={first}
                label={t('keys.newPassphrase')}
                hint={settings('store.passphraseHint')}
                error={problem === 'tooShort' || problem === 'tooPlain' ? settings(`store.${problem}`) : null}
              />
              <SecretField
                ref={again}
                label={settings('store.passphraseAgain')}
                error={problem === 'differs' ? settings('store.differs') : null}
                autoComplete="new-password"
              />
            </>
          )}
          <Button type="submit" busy={busy}>
            {t('keys.copy')}
          </Button>
        </div>
      )}
      {error !== null && (
        <Notice tone="danger" live>
          {messageOf(error)}
        </Notice>
      )}
      {copied && (
        <Notice tone="success" live title={t('keys.copied', { count: copied.copied })}>
          {copied.kept > 0 && t('keys.kept', { count: copied.kept })}
        </Notice>
      )}
    </form>
  );
}
