import { HardDrive } from 'lucide-react';
import { useStore } from 'zustand';
import { useServices } from '#ui/data/services.ts';
import { buttonClass } from '#ui/kit/controls/button.tsx';
import banner from '#ui/kit/controls/banner.module.css';
import { formatRoute } from '#ui/shared/navigation/route.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';

/** Shown while the browser refuses to store more: what that means for the page, and what the user can do. */
export function FullBanner() {
  const t = useT('recovery');
  const full = useStore(useServices().recovery.quota.store, (state) => state.full);
  if (!full) return null;
  return (
    <div className={banner['banner']} data-tone="danger" role="alert">
      <HardDrive aria-hidden />
      <p className={banner['text']}>
        <strong>{t('full')}</strong> <span>{t('fullBody')}</span>
      </p>
      <div className={banner['buttons']}>
        <a className={buttonClass('plain', true)} href={formatRoute({ name: 'settings', page: 'deleted' })}>
          {t('fullFree')}
        </a>
        <a className={buttonClass('plain', true)} href={formatRoute({ name: 'settings', page: 'history' })}>
          {t('fullExport')}
        </a>
      </div>
    </div>
  );
}
