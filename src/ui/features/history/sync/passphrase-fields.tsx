import { Choices } from '#ui/kit/controls/choices.tsx';
import { Field } from '#ui/kit/controls/field.tsx';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { SecretField } from '#ui/kit/controls/secret-field.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import type { JoinSync } from '#contract/sync.ts';
import type { PassphraseProblem } from '#ui/shared/secrets/check-passphrase.ts';
import { PassphraseField } from '#ui/shared/secrets/passphrase-field.tsx';
import { MAX_NAME_LENGTH } from './longest-name.ts';
import css from './sync.module.css';

export type PhraseProblem = PassphraseProblem | 'required' | 'unnamed';

interface PassphraseFieldsProps {
  how: JoinSync['how'];
  onHow: (how: JoinSync['how']) => void;
  problem: PhraseProblem | null;
  usualName: string;
}

/** First or additional device, its passphrase, and the name of this device. */
export function PassphraseFields({ how, onHow, problem, usualName }: PassphraseFieldsProps) {
  const t = useT('sync');
  const begins = how === 'begin';
  const first =
    problem === 'tooShort' || problem === 'tooPlain' || problem === 'required' ? t(`setup.${problem}`) : null;
  return (
    <>
      <Choices<JoinSync['how']>
        label={t('setup.how')}
        value={how}
        onChange={onHow}
        options={[
          { value: 'begin', label: t('setup.begin'), body: t('setup.beginBody') },
          { value: 'join', label: t('setup.join'), body: t('setup.joinBody') },
        ]}
      />
      <div className={css['pair']}>
        <PassphraseField
          use={begins ? 'place' : null}
          name="passphrase"
          label={t('setup.passphrase')}
          hint={t(begins ? 'setup.passphraseHint' : 'setup.joinHint')}
          error={first}
        />
        {begins && (
          <SecretField
            name="again"
            label={t('setup.again')}
            error={problem === 'differs' ? t('setup.differs') : null}
            autoComplete="new-password"
          />
        )}
      </div>
      {begins && <Notice tone="warning">{t('setup.forever')}</Notice>}
      <Field
        name="name"
        label={t('setup.name')}
        hint={t('setup.nameHint')}
        error={problem === 'unnamed' ? t('renameEmpty') : null}
        defaultValue={usualName}
        maxLength={MAX_NAME_LENGTH}
        autoComplete="off"
      />
    </>
  );
}
