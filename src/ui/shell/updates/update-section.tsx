import type { UpdateState } from '#contract/updates.ts';
import { useServices } from '#ui/data/services.ts';
import { Switch } from '#ui/kit/controls/switch.tsx';
import text from '#ui/kit/controls/text.module.css';
import { formatDateTime, formatDay } from '#ui/kit/i18n/format.ts';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';
import { Section, Setting } from '#ui/kit/controls/section.tsx';
import { PackageActions } from './package-actions.tsx';
import { ReleaseNotes } from './release-notes.tsx';
import { useUpdateState } from './use-update-state.ts';
import { useUpdateAction } from './use-update-action.ts';
import css from './updates.module.css';

/** Whether Baton may check for newer versions, where, and the result. */
export function UpdateSection() {
  const t = useT('updates');
  const { updates } = useServices();
  const state = useUpdateState();
  const act = useUpdateAction();
  if (!state) return null;
  const { feed, on, agreed, newer } = state;
  // Without the news, nothing else shows it, and it would be installed unseen.
  const left = !newer && <PackageActions release={null} />;
  if (feed === null)
    return (
      <Section title={t('title')} intro={t('noFeed')}>
        <p className={css['line']}>{t('ownFeed')}</p>
        <pre className={text['code']}>{EXAMPLE}</pre>
        {left}
      </Section>
    );
  return (
    <Section title={t('title')}>
      <Setting
        label={t('allow')}
        hint={
          <>
            <span className={css['line']}>{t('what')}</span>
            <code className={css['feed']}>{feed}</code>
            <span className={css['line']}>{t('leaves')}</span>
          </>
        }
      >
        {(ids) => (
          <Switch
            checked={agreed}
            onChange={(next) => act(next ? updates.agree(feed) : updates.revoke())}
            labelledBy={ids.label}
            describedBy={ids.hint}
          />
        )}
      </Setting>
      <div className={css['outcome']} role="status">
        {on ? agreed && <Outcome state={state} /> : <p>{t('off')}</p>}
      </div>
      {left}
    </Section>
  );
}

function Outcome({ state: { asked, newer, quiet, waiting } }: { state: UpdateState }) {
  const t = useT('updates');
  const language = useLanguage();
  const time = asked && formatDateTime(asked.at, language);
  return (
    <>
      <p>
        {time === null ? t('notAsked') : t('asked', { time })}
        {asked?.failed === true && ` ${t(asked.why === undefined ? 'failed' : `failed.${asked.why}`)}`}
        {asked?.failed === false && !newer && ` ${t('current')}`}
        {newer && !quiet && ` ${t('newer', { version: newer.version })}`}
      </p>
      {/* Shown when the banner doesn't say everything. */}
      {newer && quiet && (
        <div className={css['newer']}>
          <p>
            <strong>{t('newer', { version: newer.version })}</strong>{' '}
            {t('newerBody', { date: formatDay(newer.date, language) })}
          </p>
          {waiting === true && <p className={css['line']}>{t('waiting')}</p>}
          <PackageActions release={newer} />
          <ReleaseNotes release={newer} />
        </div>
      )}
    </>
  );
}

/** In the file's own syntax, which isn't translated. */
const EXAMPLE = '"updates": { "feed": "https://example.com/baton.json" }';
