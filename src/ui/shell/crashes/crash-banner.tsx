import { CircleAlert } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { crashEndpoints, type CrashState } from '#contract/crashes.ts';
import { useHostGroup } from '#ui/data/use-host-group.ts';
import { useServices } from '#ui/data/services.ts';
import banner from '#ui/kit/controls/banner.module.css';
import { Button, buttonClass } from '#ui/kit/controls/button.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { formatRoute } from '#ui/shared/navigation/route.ts';

/** What happened to this window or to Baton, until the user closes it. */
export function CrashBanner() {
  const t = useT('crashes');
  const host = useHostGroup(crashEndpoints);
  const { log } = useServices();
  const [news, setNews] = useState<CrashState['news']>(null);
  const failed = (error: unknown) => log.log.write('warn', 'crashes-not-read', { error });
  const load = useEffectEvent(() => {
    host.crashes().then((state) => setNews(state.news), failed);
  });
  useEffect(() => load(), []);
  if (news === null) return null;
  const close = () => {
    setNews(null);
    host.readCrash().catch(failed);
  };
  return (
    <div className={banner['banner']} role="status" data-crash={news.kind}>
      <CircleAlert aria-hidden />
      <p className={banner['text']}>
        <strong>{t(`news.${news.kind}`)}</strong> <span>{t(news.kind === 'graphics' ? 'slower' : 'kept')}</span>
      </p>
      <div className={banner['buttons']}>
        <a
          className={buttonClass('quiet', true)}
          href={formatRoute({ name: 'settings', page: 'system' })}
          onClick={close}
        >
          {t('report')}
        </a>
        <Button small onClick={close}>
          {t('close')}
        </Button>
      </div>
    </div>
  );
}
