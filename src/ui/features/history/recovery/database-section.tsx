import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { UPGRADE_KEY, OptionalUpgradeSchema, type UpgradeRecord } from '#storage/raw/check-upgrade.ts';
import { useServices } from '#ui/data/services.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { useSetting } from '#ui/data/use-setting.ts';
import { formatDateTime } from '#ui/kit/i18n/format.ts';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';
import { Section, Setting } from '#ui/kit/controls/section.tsx';
import { saveStream } from '#ui/shared/files/save-stream.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { useErrorMessage } from '#ui/shared/errors/use-error-message.ts';
import { CopyRow } from './copy-row.tsx';
import { RevertUpgradeDialog } from './revert-upgrade-dialog.tsx';
import { RetainedRow } from './retained-row.tsx';
import { useCopies } from './use-copies.ts';
import { useRetainedDatabases } from './use-retained-databases.ts';

/**
 * How the history was upgraded, how to go back, which rows can't be read, the retained databases, and copies in Baton's
 * folder. Renders nothing when there is nothing to report.
 */
export function DatabaseSection() {
  const t = useT('recovery');
  const language = useLanguage();
  const toast = useToast();
  const messageOf = useErrorMessage();
  const { db } = useServices();
  const { rescue, move, notices } = useServices().recovery;
  const unreadable = useStore(notices.store, (state) => state.unreadable);
  const [upgrade] = useSetting<UpgradeRecord | null>(UPGRADE_KEY, null, OptionalUpgradeSchema);
  const [asking, setAsking] = useState(false);
  const { retained, refresh } = useRetainedDatabases();
  const { copies, refresh: lookForCopies } = useCopies();
  const [elsewhere, setElsewhere] = useState(false);
  useEffect(() => {
    let shown = true;
    // If the host doesn't answer, another part of the page says so.
    move.isOpen().then(
      (open) => shown && setElsewhere(open),
      () => undefined,
    );
    return () => {
      shown = false;
    };
  }, [move]);
  if (!upgrade && unreadable.length === 0 && retained.length === 0 && copies.length === 0 && !elsewhere) return null;

  const left = Object.entries(upgrade?.notCarried ?? {});
  const save = async () => {
    try {
      const count = await saveStream('baton-unreadable.ndjson', (to) => rescue.exportRows(db.name, unreadable, to));
      if (count !== null) toast({ tone: 'success', title: t('unreadableSaved', { count }) });
    } catch (error) {
      toast({ tone: 'danger', title: messageOf(error) });
    }
  };
  const fetchIt = async () => {
    try {
      await move.begin();
    } catch (error) {
      toast({ tone: 'danger', title: messageOf(error) });
    }
  };
  return (
    <Section title={t('title')}>
      {upgrade && (
        <Setting
          label={t('upgraded', { when: formatDateTime(upgrade.at, language) })}
          hint={
            <>
              {left.length === 0
                ? t('carried')
                : t('notCarried', { what: left.map(([table, rows]) => `${table} (${rows})`).join(', ') })}{' '}
              {upgrade.snapshot === null && t('noWayBack')}
            </>
          }
        >
          {upgrade.snapshot !== null && (
            <Button small onClick={() => setAsking(true)}>
              {t('goBack')}
            </Button>
          )}
        </Setting>
      )}
      {unreadable.length > 0 && (
        <Setting label={t('unreadable', { count: unreadable.length })} hint={t('unreadableBody')}>
          <Button small onClick={() => void save()}>
            {t('unreadableSave')}
          </Button>
        </Setting>
      )}
      {elsewhere && (
        <Setting label={t('elsewhere')} hint={t('elsewhereBody')}>
          <Button small onClick={() => void fetchIt()}>
            {t('elsewhereFetch')}
          </Button>
        </Setting>
      )}
      {retained.map((history) => (
        <RetainedRow key={history.name} history={history} onRemoved={refresh} />
      ))}
      {copies.map((journal) => (
        <CopyRow key={journal.profile} journal={journal} onRemoved={lookForCopies} />
      ))}
      {upgrade?.snapshot !== null && upgrade && (
        <RevertUpgradeDialog snapshot={upgrade.snapshot} open={asking} onOpenChange={setAsking} />
      )}
    </Section>
  );
}
