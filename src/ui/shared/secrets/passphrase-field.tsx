import { useRef, useState, type ComponentProps } from 'react';
import { SecretField } from '#ui/kit/controls/secret-field.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { MIN_SCORE, scoreOf, type PassphraseScore } from './passphrase-strength.ts';
import css from './secrets.module.css';

type PassphraseFieldProps = Omit<ComponentProps<typeof SecretField>, 'onInput' | 'autoComplete'> & {
  /** The purpose of a new passphrase; `null` for an existing one. */
  use: keyof typeof MIN_SCORE | null;
};

/** Shows how hard a new passphrase is to guess while it is typed. Keeps only the strength, never the text. */
export function PassphraseField({ use, ...field }: PassphraseFieldProps) {
  const t = useT('settings');
  const [score, setScore] = useState<PassphraseScore | null>(null);
  const last = useRef(0);
  const weigh = async (passphrase: string) => {
    const mine = (last.current += 1);
    const found = passphrase === '' ? null : await scoreOf(passphrase).catch(() => null);
    if (mine === last.current) setScore(found);
  };
  const strength =
    use === null || score === null ? null : score >= MIN_SCORE[use] ? 'good' : score >= 2 ? 'fair' : 'weak';
  return (
    <div>
      <SecretField
        {...field}
        autoComplete={use ? 'new-password' : 'off'}
        onInput={(event) => void weigh(event.currentTarget.value)}
      />
      <p className={css['strength']} role="status" data-strength={strength ?? undefined}>
        {strength && (
          <>
            <span className={css['meter']} aria-hidden>
              {[1, 2, 3, 4].map((step) => (
                <span key={step} data-on={(score ?? 0) >= step || undefined} />
              ))}
            </span>
            {t(`strength.${strength}`)}
          </>
        )}
      </p>
    </div>
  );
}
