import { CircleAlert } from 'lucide-react';
import { useServices } from '#ui/data/services.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import banner from '#ui/kit/controls/banner.module.css';
import { formatRoute } from '#ui/shared/navigation/route.ts';
import { buttonClass } from '#ui/kit/controls/button.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useSnapshotsState } from './use-snapshots-state.ts';

/** Says why an automatic snapshot failed, and what to do. */
export function SnapshotBanner() {
  const t = useT('snapshots');
  const { snapshots } = useServices();
  const { failure } = useSnapshotsState();
  if (!failure) return null;
  return (
    <div className={banner['banner']} data-tone="danger" role="alert">
      <CircleAlert aria-hidden />
      <p className={banner['text']}>
        <strong>{t('failed.automatic')}</strong> <span>{t(`because.${failure.code}`)}</span>
      </p>
      <div className={banner['buttons']}>
        <Button small variant="quiet" onClick={snapshots.dismiss}>
          {t('failed.later')}
        </Button>
        <a
          className={buttonClass('plain', true)}
          href={formatRoute({ name: 'settings', page: 'history', focus: 'snapshots' })}
        >
          {t('failed.open')}
        </a>
      </div>
    </div>
  );
}
