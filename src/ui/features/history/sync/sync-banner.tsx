import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { Button, buttonClass } from '#ui/kit/controls/button.tsx';
import banner from '#ui/kit/controls/banner.module.css';
import { formatRoute } from '#ui/shared/navigation/route.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { readSyncProblem } from './sync-problem.ts';
import { useSyncView } from './use-sync-view.ts';

/** Keys and the host have their own banners, and unreachable remotes recover automatically. */
const NOT_HERE = new Set(['secrets_locked', 'HostUnreachable', 'unauthorized', 'sync_unreachable']);
const OFTEN = 3;

/** Shown only when the user must act, and not on the first failed attempt. */
export function SyncBanner() {
  const t = useT('sync');
  const { problem } = useSyncView();
  const [dismissed, setDismissed] = useState<string | null>(null);
  if (!problem || problem.times < OFTEN || problem.code === dismissed || NOT_HERE.has(problem.code)) return null;
  return (
    <div className={banner['banner']} data-tone="danger" role="alert">
      <CircleAlert aria-hidden />
      <p className={banner['text']}>
        <strong>{t('banner.title')}</strong> <span>{t(`problem.${readSyncProblem(problem.code)}`)}</span>
      </p>
      <div className={banner['buttons']}>
        <Button small variant="quiet" onClick={() => setDismissed(problem.code)}>
          {t('banner.later')}
        </Button>
        <a
          className={buttonClass('plain', true)}
          href={formatRoute({ name: 'settings', page: 'history', focus: 'sync' })}
        >
          {t('banner.show')}
        </a>
      </div>
    </div>
  );
}
