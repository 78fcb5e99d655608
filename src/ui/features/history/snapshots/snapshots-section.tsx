import { useState } from 'react';
import type { Snapshot } from '#contract/snapshot.ts';
import { useServices } from '#ui/data/services.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { useCopy } from '#ui/kit/toasts/use-copy.ts';
import { formatBytes } from '#ui/kit/i18n/format.ts';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';
import rows from '#ui/kit/controls/rows.module.css';
import { Section } from '#ui/kit/controls/section.tsx';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { RestoreDialog } from '#ui/features/history/recovery/restore-dialog.tsx';
import { useRequestedPlace } from '#ui/features/history/steps/use-requested-place.ts';
import { DeleteSnapshotDialog } from './delete-snapshot-dialog.tsx';
import { JournalSetting } from './journal-setting.tsx';
import { SnapshotProgressView } from './snapshot-progress.tsx';
import { SnapshotRow } from './snapshot-row.tsx';
import { SnapshotSettings } from './snapshot-settings.tsx';
import { useSnapshotsState } from './use-snapshots-state.ts';
import { useSnapshotAction } from './use-snapshot-action.ts';
import css from './snapshots.module.css';

/** Lists the stored snapshots, makes new ones, and sets how they are kept. `requested`: the user came to this section. */
export function SnapshotsSection({ requested }: { requested: boolean }) {
  const t = useT('snapshots');
  const language = useLanguage();
  const toast = useToast();
  const copy = useCopy();
  const act = useSnapshotAction();
  const { snapshots } = useServices();
  const { list, listFailure, active, failure } = useSnapshotsState();
  const [asked, setAsked] = useState<Snapshot | null>(null);
  const [asking, setAsking] = useState<'delete' | 'bring-back' | null>(null);
  const place = useRequestedPlace(requested);
  const bytes = (value: number) => formatBytes(value, language);

  const make = async () => {
    const { isNew } = await snapshots.make();
    toast({ tone: isNew ? 'success' : 'info', title: t(isNew ? 'made' : 'unchanged') });
  };
  const ask = (snapshot: Snapshot, what: NonNullable<typeof asking>) => {
    setAsked(snapshot);
    setAsking(what);
  };
  const best = list?.snapshots.find(({ state }) => state === 'verified');

  return (
    <div ref={place} className={css['anchor']}>
      <Section
        title={t('title')}
        intro={t('intro')}
        action={
          <Button small busy={active !== null} onClick={() => void act(make())}>
            {t('make')}
          </Button>
        }
      >
        <div className={css['stack']}>
          {list?.settingsDamaged && (
            <Notice tone="warning" title={t('settingsDamaged')}>
              {t('because.settings')}
            </Notice>
          )}
          {failure && failure.code !== 'settings' && (
            <Notice
              tone="danger"
              title={t('failed.automatic')}
              actions={
                <Button small busy={active !== null} onClick={() => void act(make())}>
                  {t('again')}
                </Button>
              }
            >
              {t(`because.${failure.code}`)}
            </Notice>
          )}
          {active && !active.what.startsWith('from-') && <SnapshotProgressView active={active} />}
          {listFailure && (
            <Notice
              tone="warning"
              title={t('noList')}
              live
              actions={
                <Button small onClick={snapshots.reload}>
                  {t('again')}
                </Button>
              }
            >
              {t(`because.${listFailure.code}`)}
            </Notice>
          )}
          {list && (
            <>
              {list.snapshots.length === 0 ? (
                <p className={rows['none']}>{t(list.settings.automatic ? 'none' : 'noneOff')}</p>
              ) : (
                <ul className={css['list']} aria-label={t('list')}>
                  {list.snapshots.map((snapshot) => (
                    <SnapshotRow
                      key={snapshot.id}
                      snapshot={snapshot}
                      busy={active !== null}
                      onDelete={() => ask(snapshot, 'delete')}
                      onRestore={() => ask(snapshot, 'bring-back')}
                    />
                  ))}
                </ul>
              )}
              <p className={css['quiet']}>
                {t('used', { used: bytes(list.bytes), cap: bytes(list.cap), free: bytes(list.freeBytes) })}
                {list.foreign > 0 && ` · ${t('foreign', { count: list.foreign })}`}
              </p>
              <div className={css['place']}>
                <p>
                  {t('where')} <code className={css['path']}>{list.folder}</code>{' '}
                  <Button small variant="quiet" onClick={() => void copy(list.folder)}>
                    {t('copyPath')}
                  </Button>
                </p>
                <p className={css['quiet']}>{t('honest')}</p>
              </div>
              <div>
                <SnapshotSettings list={list} />
                <JournalSetting />
              </div>
            </>
          )}
        </div>
        <DeleteSnapshotDialog
          snapshot={asked}
          isBest={asked !== null && asked.id === best?.id}
          open={asking === 'delete'}
          onOpenChange={(open) => !open && setAsking(null)}
        />
        <RestoreDialog
          snapshot={asked}
          open={asking === 'bring-back'}
          onOpenChange={(open) => !open && setAsking(null)}
        />
      </Section>
    </div>
  );
}
