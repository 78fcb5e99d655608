import { X } from 'lucide-react';
import { useEffect, useId, useState, type FormEvent } from 'react';
import type { ConsentsLast, EnvNames } from '#contract/consents.ts';
import { useServices } from '#ui/data/services.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { IconButton } from '#ui/kit/controls/icon-button.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useConsentsLast } from '#ui/shared/servers/use-consents-last.ts';
import { useProblemMessage } from '#ui/shared/secrets/use-problem-message.ts';
import { Section } from '#ui/kit/controls/section.tsx';
import field from '#ui/kit/controls/field.module.css';
import rows from '#ui/kit/controls/rows.module.css';
import css from './environment-section.module.css';

/** Which environment variables programs see, and how to add more. `listed`: the names in the user's file. */
export function EnvironmentSection({ listed }: { listed: readonly string[] }) {
  const lasts = useConsentsLast();
  // The names in force change with the file, and with what the vault can prove.
  return <Names key={`${lasts} ${listed.join(' ')}`} lasts={lasts} />;
}

function Names({ lasts }: { lasts: ConsentsLast }) {
  const t = useT('reliability');
  const mcp = useT('mcp');
  const id = useId();
  const problemMessage = useProblemMessage();
  const { consents } = useServices().mcp.host;
  const [names, setNames] = useState<EnvNames | null>(null);
  const [name, setName] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  useEffect(() => {
    let cancelled = false;
    consents.env().then(
      (found) => !cancelled && setNames(found),
      (problem: unknown) => !cancelled && setError(problemMessage(problem)),
    );
    return () => {
      cancelled = true;
    };
  }, [consents, problemMessage]);

  const change = async (work: Promise<EnvNames>): Promise<boolean> => {
    setBusy(true);
    setError(null);
    try {
      setNames(await work);
      return true;
    } catch (problem) {
      setError(problemMessage(problem));
      return false;
    } finally {
      setBusy(false);
    }
  };
  const add = async (event: FormEvent) => {
    event.preventDefault();
    const trimmed = name.trim();
    if (busy || trimmed === '') return;
    if (/[\s=\0]/.test(trimmed)) {
      setError(t('envBad'));
      return;
    }
    if (await change(consents.allowEnv({ name: trimmed }))) setName('');
  };
  const allowed = names?.allowed ?? [];

  return (
    <Section title={t('env')} intro={t('envIntro')}>
      <div className={`${rows['box']} ${css['box']}`}>
        <p>{allowed.length > 0 ? t('envAdded') : t('envNone')}</p>
        {allowed.length > 0 && (
          <ul className={css['names']} aria-label={t('envAdded')}>
            {allowed.map((one) => (
              <li key={one.name} className={css['one']}>
                <code className={css['code']}>{one.name}</code>
                <IconButton
                  small
                  label={t('envRemove', { name: one.name })}
                  icon={<X aria-hidden />}
                  onClick={() => void change(consents.removeEnv(one.name))}
                />
              </li>
            ))}
          </ul>
        )}
        {(names?.wanted.length ?? 0) > 0 && (
          <>
            <p>{t('envWanted')}</p>
            <ul className={css['names']} aria-label={t('envWanted')}>
              {names?.wanted.map((one) => (
                <li key={one} className={css['one']}>
                  <code className={css['code']}>{one}</code>
                  <Button
                    small
                    disabled={busy}
                    aria-label={t('envAllowFor', { name: one })}
                    onClick={() => void change(consents.allowEnv({ name: one }))}
                  >
                    {t('envAllow')}
                  </Button>
                </li>
              ))}
            </ul>
          </>
        )}
        <form className={css['add']} onSubmit={(event) => void add(event)}>
          <input
            className={`${field['input']} ${field['mono']} ${css['name']}`}
            aria-label={t('envName')}
            aria-invalid={error === null ? undefined : true}
            aria-describedby={`${id}-error ${id}-means`}
            placeholder="SSH_AUTH_SOCK"
            value={name}
            spellCheck={false}
            autoComplete="off"
            onChange={({ target }) => {
              setName(target.value);
              setError(null);
            }}
          />
          <Button type="submit" busy={busy}>
            {t('envAdd')}
          </Button>
        </form>
        <p id={`${id}-error`} className={field['error']} role="alert">
          {error}
        </p>
        <p id={`${id}-means`} className={css['dim']}>
          {t('envMeans')} {lasts !== 'kept' && mcp(`allowed.lasts.${lasts}`)}
        </p>
        <p className={css['dim']}>{t('envServer')}</p>
      </div>
    </Section>
  );
}
