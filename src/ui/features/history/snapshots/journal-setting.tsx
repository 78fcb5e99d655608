import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useServices } from '#ui/data/services.ts';
import { ConfirmDialog } from '#ui/kit/controls/confirm-dialog.tsx';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { Switch } from '#ui/kit/controls/switch.tsx';
import { formatBytes, formatDateTime } from '#ui/kit/i18n/format.ts';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';
import { Setting } from '#ui/kit/controls/section.tsx';
import { useSnapshotAction } from './use-snapshot-action.ts';

/** Switches the journal on or off and shows its state. Renders nothing until the host has answered. */
export function JournalSetting() {
  const t = useT('snapshots');
  const language = useLanguage();
  const act = useSnapshotAction();
  const { journals } = useServices();
  const { list, status } = useStore(journals.store);
  const [asking, setAsking] = useState(false);
  useEffect(() => {
    void act(journals.reload(), t('journal.noState'));
  }, [act, journals, t]);
  if (!list) return null;
  const change = (on: boolean) => act(journals.change(on), t('noChange'));
  const [own] = list.journals;
  const state = () => {
    if (!list.on) return '';
    if (status === 'waits-for-snapshot') return t('journal.waits');
    if (own === undefined || own.at === 0) return '';
    return t('journal.state', { time: formatDateTime(own.at, language), bytes: formatBytes(own.bytes, language) });
  };
  return (
    <>
      <Setting label={t('journal.title')} hint={`${t('journal.hint')} ${state()}`}>
        {(ids) => (
          <Switch
            checked={list.on}
            onChange={(on) => (on ? change(true) : setAsking(true))}
            labelledBy={ids.label}
            describedBy={ids.hint}
          />
        )}
      </Setting>
      {list.settingsDamaged && <Notice tone="warning" title={t('journal.damaged')} />}
      {list.on && (status === 'failing' || status === 'full') && (
        <Notice tone="warning" title={t(`journal.${status}`)} live>
          {t(`journal.${status}Body`, { most: formatBytes(list.most, language) })}
        </Notice>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('journal.offTitle')}
        description={t('journal.offBody')}
        yes={t('journal.offYes')}
        onConfirm={() => change(false)}
      />
    </>
  );
}
