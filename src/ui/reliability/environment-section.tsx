import { useT } from '#ui/i18n/use-t.ts';
import { Section } from '#ui/settings/section.tsx';
import rows from '#ui/settings/rows.module.css';
import css from './environment-section.module.css';

const EXAMPLE = '"env_allow_list": ["SSH_AUTH_SOCK"]';

/** Which variables programs see, and how to let them see more. */
export function EnvironmentSection({ names }: { names: readonly string[] }) {
  const t = useT('reliability');
  return (
    <Section title={t('env')} intro={t('envIntro')}>
      <div className={`${rows['box']} ${css['box']}`}>
        <code className={css['code']}>{EXAMPLE}</code>
        <p>{names.length > 0 ? t('envAdded') : t('envNone')}</p>
        {names.length > 0 && (
          <ul className={css['names']}>
            {names.map((name) => (
              <li key={name}>
                <code className={css['code']}>{name}</code>
              </li>
            ))}
          </ul>
        )}
        <p className={css['dim']}>{t('envServer')}</p>
      </div>
    </Section>
  );
}
