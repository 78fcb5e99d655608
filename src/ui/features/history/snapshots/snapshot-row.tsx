import { Menu } from '@base-ui/react/menu';
import {
  CircleCheck,
  CircleDashed,
  Download,
  Ellipsis,
  LockKeyhole,
  ShieldCheck,
  Trash2,
  TriangleAlert,
} from 'lucide-react';
import { useRef, useState } from 'react';
import type { Snapshot } from '#contract/snapshot.ts';
import { useServices } from '#ui/data/services.ts';
import { Button, iconButtonClass } from '#ui/kit/controls/button.tsx';
import menu from '#ui/kit/controls/menu.module.css';
import { saveFile } from '#ui/kit/files/save-file.ts';
import { formatBytes, formatDateTime } from '#ui/kit/i18n/format.ts';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { useSnapshotAction } from './use-snapshot-action.ts';
import css from './snapshots.module.css';

const MARKS = { verified: CircleCheck, unchecked: CircleDashed, damaged: TriangleAlert, locked: LockKeyhole };

interface SnapshotRowProps {
  snapshot: Snapshot;
  /** This window is making or verifying one. */
  busy: boolean;
  onDelete: () => void;
  /** Called for a snapshot that is a copy of a database rather than an archive. */
  onRestore: () => void;
}

/** One snapshot: when and why it was made, its content, whether it is reliable, and what can be done with it. */
export function SnapshotRow({ snapshot, busy, onDelete, onRestore }: SnapshotRowProps) {
  const t = useT('snapshots');
  const language = useLanguage();
  const toast = useToast();
  const act = useSnapshotAction();
  const { snapshots, transfers } = useServices();
  const [fetching, setFetching] = useState(false);
  const restoreFocus = useRef(true);
  const { id, at, reason, bytes, counts, appVersion, locked = false } = snapshot;
  const state = locked ? 'locked' : snapshot.state;
  const time = formatDateTime(at, language);
  const Mark = MARKS[state];
  const facts = [
    counts && t('conversations', { count: counts.conversations }),
    counts && t('messages', { count: counts.messages }),
    formatBytes(bytes, language),
    appVersion !== null && t('version', { version: appVersion }),
  ];

  const withFile = async (take: (file: File) => void) => {
    setFetching(true);
    try {
      take(await snapshots.file(id, new AbortController().signal));
    } finally {
      setFetching(false);
    }
  };
  const verify = async () => {
    const checked = await snapshots.check(id);
    if (checked.state === 'verified') toast({ tone: 'success', title: t('verifiedNow') });
    else toast({ tone: 'danger', title: t('damagedNow'), description: t('damagedBody') });
  };

  return (
    <li className={css['row']} data-snapshot={id} data-state={state}>
      <Mark className={css['mark']} aria-hidden />
      <div className={css['what']}>
        <p className={css['when']}>
          <time dateTime={new Date(at).toISOString()}>{time}</time>
          <span className={css['reason']}>{t(`reason.${reason}`)}</span>
        </p>
        <p className={css['facts']}>
          <span className={css['state']}>{t(`state.${state}`)}</span>
          {facts.filter(Boolean).map((fact) => ` · ${String(fact)}`)}
        </p>
      </div>
      <div className={css['buttons']}>
        <Button
          small
          busy={fetching}
          disabled={locked}
          aria-label={t('restoreOne', { time })}
          onClick={() =>
            reason === 'before-upgrade'
              ? onRestore()
              : void act(
                  withFile((file) => void transfers.intake.open([file])),
                  t('noRestore'),
                )
          }
        >
          {t('restore')}
        </Button>
        <Menu.Root onOpenChange={(open) => (restoreFocus.current ||= open)}>
          <Menu.Trigger className={iconButtonClass(true)} aria-label={t('more', { time })}>
            <Ellipsis aria-hidden />
          </Menu.Trigger>
          <Menu.Portal>
            <Menu.Positioner className={menu['positioner']} align="end" sideOffset={4}>
              <Menu.Popup className={menu['popup']} finalFocus={() => restoreFocus.current}>
                <Menu.Item
                  className={menu['item']}
                  disabled={busy || locked}
                  onClick={() => void act(verify(), t('noVerify'))}
                >
                  <ShieldCheck aria-hidden />
                  {t('verify')}
                </Menu.Item>
                <Menu.Item
                  className={menu['item']}
                  disabled={locked}
                  onClick={() =>
                    void act(
                      withFile((file) => saveFile(file, `baton-${id}.zip`)),
                      t('noSave'),
                    )
                  }
                >
                  <Download aria-hidden />
                  {t('save')}
                </Menu.Item>
                <Menu.Separator className={menu['separator']} />
                <Menu.Item
                  className={`${menu['item']} ${menu['danger']}`}
                  onClick={() => {
                    restoreFocus.current = false;
                    onDelete();
                  }}
                >
                  <Trash2 aria-hidden />
                  {t('delete')}
                </Menu.Item>
              </Menu.Popup>
            </Menu.Positioner>
          </Menu.Portal>
        </Menu.Root>
      </div>
    </li>
  );
}
