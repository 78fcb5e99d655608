import { CircleAlert, CircleCheck, CloudOff, LoaderCircle, Pause, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import type { SyncView } from '#state/sync-scheduler.ts';
import { useServices } from '#ui/data/services.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { formatAgo, formatMoment } from '#ui/kit/i18n/format.ts';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';
import { useUnlock } from '#ui/shared/secrets/unlock.tsx';
import { LeaveDialog } from './leave-dialog.tsx';
import { readSyncProblem } from './sync-problem.ts';
import { useSyncView } from './use-sync-view.ts';
import { useClock } from '#ui/kit/time/use-clock.ts';
import { useSyncAct } from './use-sync-act.ts';
import css from './sync.module.css';

const ICONS: Record<SyncView['status']['kind'], LucideIcon> = {
  off: Pause,
  paused: Pause,
  idle: CircleCheck,
  elsewhere: CircleCheck,
  going: LoaderCircle,
  waiting: CloudOff,
  failed: CircleAlert,
};

/** The status of sync with the other devices, and what can be done about it. */
export function SyncStatusBox() {
  const t = useT('sync');
  const language = useLanguage();
  const now = useClock(true, 30_000);
  const act = useSyncAct();
  const { sync } = useServices();
  const { status, last, address, next, devices } = useSyncView();
  const [leaving, setLeaving] = useState(false);
  const paused = status.kind === 'paused';
  const syncing = status.kind === 'going';
  const time = next === null ? '' : formatMoment(next, now, language);
  const partly = status.kind === 'idle' && devices.some(({ waiting }) => waiting !== null);
  const title =
    status.kind === 'off' || (status.kind === 'idle' && last === null) ? 'fresh' : partly ? 'partly' : status.kind;

  const Icon = partly ? CircleAlert : ICONS[status.kind];

  return (
    <div className={css['box']} data-sync={partly ? 'partly' : status.kind}>
      <div className={css['head']}>
        <Icon className={css['mark']} aria-hidden />
        <div className={css['what']}>
          <p className={css['name']} role="status">
            {t(`status.${title}`)}
          </p>
          <p className={css['quiet']}>
            {syncing
              ? t('progress', { received: status.received, sent: status.sent })
              : last === null
                ? t('never')
                : t('last', { ago: formatAgo(Math.min(last, now), now, language) })}
            {(status.kind === 'waiting' || status.kind === 'failed') && time !== '' && ` · ${t('next', { time })}`}
          </p>
          {partly && <p className={css['quiet']}>{t('status.partlyBody')}</p>}
          {paused && <p className={css['quiet']}>{t('status.pausedBody')}</p>}
          {status.kind === 'waiting' && <p className={css['quiet']}>{t('status.waitingBody')}</p>}
        </div>
      </div>
      {status.kind === 'failed' && <Failure code={status.code} />}
      {address !== null && (
        <p className={css['quiet']}>
          {t('place')} <code className={css['address']}>{address}</code>
        </p>
      )}
      <div className={css['buttons']}>
        {!paused && (
          <Button small busy={syncing} onClick={() => void act(sync.now())}>
            {t('now')}
          </Button>
        )}
        <Button small onClick={() => void act(paused ? sync.resume() : sync.pause())}>
          {t(paused ? 'resume' : 'pause')}
        </Button>
        <Button small variant="quiet" onClick={() => setLeaving(true)}>
          {t('leave')}
        </Button>
      </div>
      <LeaveDialog open={leaving} onOpenChange={setLeaving} />
    </div>
  );
}

function Failure({ code }: { code: string }) {
  const t = useT('sync');
  const unlock = useUnlock();
  return (
    <Notice
      tone="danger"
      live
      actions={
        code === 'secrets_locked' && (
          <Button small onClick={unlock}>
            {t('unlock')}
          </Button>
        )
      }
    >
      {t(`problem.${readSyncProblem(code)}`)}
    </Notice>
  );
}
