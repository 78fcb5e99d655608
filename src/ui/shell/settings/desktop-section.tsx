import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { desktopEndpoints, type DesktopPatch, type DesktopState } from '#contract/desktop.ts';
import { useHostGroup } from '#ui/data/use-host-group.ts';
import { useSubmissionQueue } from '#ui/data/use-submission.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { Section, Setting } from '#ui/kit/controls/section.tsx';
import { Select } from '#ui/kit/controls/select.tsx';
import { Switch } from '#ui/kit/controls/switch.tsx';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';
import { useProblemMessage } from '#ui/shared/secrets/use-problem-message.ts';
import { QuickSection } from './quick-section.tsx';
import css from './system-page.module.css';

interface DesktopSectionProps {
  state: DesktopState;
  onChange: (state: DesktopState) => void;
}

/** Settings of the desktop app. The host changes them only after a gesture of the user. */
export function DesktopSection({ state, onChange }: DesktopSectionProps) {
  const t = useT('system');
  const messageOf = useProblemMessage();
  const host = useHostGroup(desktopEndpoints);
  const { error, submit } = useSubmissionQueue();
  /** As the host answered last. */
  const latest = useRef(state);
  /** Goes up when a change begins and when it ends. What was read before may not know it. */
  const changes = useRef(0);
  const take = (next: DesktopState) => {
    latest.current = next;
    onChange(next);
  };
  const changeFrom = (patch: (before: DesktopState['settings']) => DesktopPatch) => {
    changes.current += 1;
    return submit(async () => {
      try {
        take(await host.changeDesktop(patch(latest.current.settings)));
      } finally {
        changes.current += 1;
      }
    });
  };
  const change = (patch: DesktopPatch) => changeFrom(() => patch);
  const refresh = async () => {
    const before = changes.current;
    const { desktop } = await host.desktop();
    if (desktop && before === changes.current) take(desktop);
  };
  const { settings, startsAtLogin, dictionaries } = state;
  return (
    <>
      <Section title={t('desktop')}>
        <Setting label={t('tray')} hint={t('trayHint')}>
          {(ids) => (
            <Switch
              checked={settings.tray === 'on'}
              onChange={(on) => change({ tray: on ? 'on' : 'off' })}
              labelledBy={ids.label}
              describedBy={ids.hint}
            />
          )}
        </Setting>
        {startsAtLogin !== null && (
          <Setting label={t('login')} hint={t('loginHint')}>
            {(ids) => (
              <Switch
                checked={startsAtLogin}
                onChange={(on) => change({ startsAtLogin: on })}
                labelledBy={ids.label}
                describedBy={ids.hint}
              />
            )}
          </Setting>
        )}
      </Section>
      {error !== null && (
        <Notice tone="danger" live>
          {messageOf(error)}
        </Notice>
      )}
      <QuickSection state={state} onChange={change} />
      <Section title={t('spelling')} intro={dictionaries ? t('spellingIntro') : t('spellingSystem')}>
        {dictionaries && (
          <Languages
            chosen={settings.spelling}
            dictionaries={dictionaries}
            onChange={(next) => changeFrom(({ spelling }) => ({ spelling: next(spelling) }))}
            onRefresh={refresh}
          />
        )}
      </Section>
    </>
  );
}

interface LanguagesProps {
  chosen: readonly string[];
  dictionaries: NonNullable<DesktopState['dictionaries']>;
  onChange: (next: (chosen: readonly string[]) => string[]) => void;
  onRefresh: () => Promise<void>;
}

const MOST = 8;
const AGAIN_MS = 1000;

/** Languages that are checked. Adding one downloads its dictionary. */
function Languages({ chosen, dictionaries, onChange, onRefresh }: LanguagesProps) {
  const t = useT('system');
  const language = useLanguage();
  const [picked, setPicked] = useState('');
  const { available, loading, failed } = dictionaries;
  const names = new Intl.DisplayNames([language], { type: 'language' });
  const nameOf = (tag: string) => names.of(tag) ?? tag;
  const others = available
    .filter((tag) => !chosen.includes(tag))
    .toSorted((a, b) => nameOf(a).localeCompare(nameOf(b), language));

  const refresh = useEffectEvent(onRefresh);
  const waits = loading.length > 0;
  useEffect(() => {
    if (!waits) return undefined;
    const timer = setInterval(() => void refresh().catch(() => undefined), AGAIN_MS);
    return () => clearInterval(timer);
  }, [waits]);

  return (
    <>
      {chosen.length === 0 && <p className={css['none']}>{t('noLanguage')}</p>}
      <ul className={css['languages']}>
        {chosen.map((tag) => (
          <li key={tag}>
            <span>{nameOf(tag)}</span>
            <span className={css['state']} role="status">
              {failed.includes(tag) ? t('dictionaryFailed') : loading.includes(tag) ? t('dictionaryLoading') : ''}
            </span>
            {failed.includes(tag) && (
              <Button small variant="quiet" onClick={() => onChange((all) => [...all])}>
                {t('dictionaryAgain')}
              </Button>
            )}
            <Button
              small
              variant="quiet"
              aria-label={t('removeLanguage', { language: nameOf(tag) })}
              onClick={() => onChange((all) => all.filter((one) => one !== tag))}
            >
              {t('remove')}
            </Button>
          </li>
        ))}
      </ul>
      {chosen.length < MOST && others.length > 0 && (
        <div className={css['add']}>
          <Select
            label={t('addLanguage')}
            value={picked}
            onChange={setPicked}
            options={[
              { value: '', label: t('chooseLanguage') },
              ...others.map((tag) => ({ value: tag, label: nameOf(tag) })),
            ]}
          />
          <Button
            disabled={picked === ''}
            onClick={() => {
              onChange((all) => [...all, picked]);
              setPicked('');
            }}
          >
            {t('download')}
          </Button>
        </div>
      )}
      <p className={css['none']}>{t('downloadHint')}</p>
    </>
  );
}
