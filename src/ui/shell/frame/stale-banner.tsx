import { RefreshCw } from 'lucide-react';
import { useConnections } from '#ui/data/use-connections.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useStalePage } from './use-stale-page.ts';
import css from '#ui/kit/controls/banner.module.css';

/** A part of the page couldn't be loaded. While the host is unreachable, the banner about that says more. */
export function StaleBanner() {
  const t = useT('frame');
  const { hostReachable } = useConnections();
  const { stale, reload } = useStalePage();
  if (!stale || !hostReachable) return null;
  return (
    <div className={css['banner']} role="alert">
      <RefreshCw aria-hidden />
      <p className={css['text']}>
        <strong>{t('stale.title')}</strong> <span>{t('stale.body')}</span>
      </p>
      <Button small variant="primary" onClick={() => void reload()}>
        {t('stale.reload')}
      </Button>
    </div>
  );
}
