import { useState } from 'react';
import type { ConfigurationPatch } from '#contract/configuration.ts';
import { isHookEnabled } from '#core/reliability/configuration.ts';
import { HOOK_GROUPS } from '#core/reliability/hook-table.ts';
import { readSetting } from '#core/reliability/setting-table.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Field } from '#ui/kit/controls/field.tsx';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useProblemMessage } from '#ui/shared/secrets/use-problem-message.ts';
import { ScriptList } from '#ui/features/reliability/scripts/script-list.tsx';
import { useLastSession } from '#ui/data/preferences.ts';
import { Section } from '#ui/kit/controls/section.tsx';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import rows from '#ui/kit/controls/rows.module.css';
import { EnvironmentSection } from './environment-section.tsx';
import { FileList, FileWarnings } from './file-list.tsx';
import { findHooks, settingsOf, settingsOfNone } from './find-hooks.ts';
import { HookRow } from './hook-row.tsx';
import { SettingRow } from './setting-row.tsx';
import { useConfiguration } from '#ui/data/use-configuration.ts';
import css from './reliability-page.module.css';

/** Every hook, with what it does, whether it is on here, and which layer decided that. */
export function ReliabilityPage() {
  const t = useT('reliability');
  const problemMessage = useProblemMessage();
  const toast = useToast();
  const [lastSession] = useLastSession();
  const { state, error, change } = useConfiguration(lastSession === '' ? null : lastSession);
  const [search, setSearch] = useState('');
  if (!state) {
    return error ? (
      <Notice tone="danger">{problemMessage(error)}</Notice>
    ) : (
      <p className={rows['intro']}>{t('loading')}</p>
    );
  }

  const { configuration, origins, files, warnings } = state;
  const found = findHooks(search, t);
  const [pruning, byVendor] = search === '' ? settingsOfNone() : [[], []];
  const hasOwn = Object.values(origins).includes('ui');
  /** Resolves to whether it was stored. */
  const act = async (patch: ConfigurationPatch): Promise<boolean> => {
    try {
      await change(patch);
      if (patch.reset) toast({ tone: 'success', title: t('resetDone') });
      return true;
    } catch (failure) {
      toast({ tone: 'danger', title: problemMessage(failure) });
      return false;
    }
  };
  const row = (setting: ReturnType<typeof settingsOf>[number]) => (
    <SettingRow
      key={setting.key}
      setting={setting}
      value={readSetting(configuration, setting.key)}
      origin={origins[setting.key]}
      onChange={(value) => act({ values: { [setting.key]: value } })}
    />
  );

  return (
    <>
      <p className={rows['intro']}>{t('intro')}</p>
      <FileWarnings warnings={warnings} />
      {error !== null && <Notice tone="danger">{problemMessage(error)}</Notice>}
      <div className={css['search']}>
        <Field
          label={t('search')}
          type="search"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          hint={files.some(({ layer, exists }) => layer === 'workspace' && exists) ? t('forFolder') : undefined}
        />
      </div>
      <p className={css['found']} role="status">
        {search !== '' && (found.length === 0 ? t('none') : t('found', { count: found.length }))}
      </p>
      {HOOK_GROUPS.map((group) => {
        const members = found.filter((hook) => hook.group === group);
        if (members.length === 0) return null;
        return (
          <Section key={group} title={t(`group.${group}`)}>
            <ul className={rows['list']}>
              {members.map(({ id }) => (
                <HookRow
                  key={id}
                  id={id}
                  on={isHookEnabled(configuration, id)}
                  origin={origins[`hooks.${id}`]}
                  onChange={(on) => act({ hooks: { [id]: on } })}
                >
                  {settingsOf(id).map(row)}
                  {id === 'claude-code-hooks' && <ScriptList />}
                </HookRow>
              ))}
            </ul>
          </Section>
        );
      })}
      {pruning.length > 0 && (
        <Section title={t('pruning')}>
          <div className={rows['box']}>{pruning.map(row)}</div>
        </Section>
      )}
      {byVendor.length > 0 && (
        <Section title={t('byVendor')} intro={t('byVendorIntro')}>
          <div className={rows['box']}>{byVendor.map(row)}</div>
        </Section>
      )}
      <Section
        title={t('files')}
        intro={t('filesIntro')}
        action={
          hasOwn && (
            <Button small onClick={() => void act({ reset: true })}>
              {t('resetAll')}
            </Button>
          )
        }
      >
        <FileList files={files} />
      </Section>
      <EnvironmentSection listed={configuration.env_allow_list} />
    </>
  );
}
