import { useState } from 'react';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { Button, buttonClass } from '#ui/kit/controls/button.tsx';
import text from '#ui/kit/controls/text.module.css';
import { useHostInfo } from '#ui/data/use-host-info.ts';
import { Mark } from '#ui/kit/brand/mark.tsx';
import { formatRoute } from '#ui/shared/navigation/route.ts';
import { UpdateSection } from '#ui/shell/updates/update-section.tsx';
import { useUpdateState } from '#ui/shell/updates/use-update-state.ts';
import { WhatsNew } from '#ui/shell/whats-new/whats-new.tsx';
import { Section } from '#ui/kit/controls/section.tsx';
import css from './about-page.module.css';

const MOUNTS = { electron: 'about.mountElectron', browser: 'about.mountBrowser', test: 'about.mountTest' } as const;

export function AboutPage() {
  const t = useT('settings');
  const info = useHostInfo();
  const mayAsk = typeof useUpdateState()?.feed === 'string';
  const [reading, setReading] = useState(false);

  return (
    <>
      <div className={css['brand']}>
        <Mark size="2.5rem" />
        <div>
          <p className={css['name']}>Baton</p>
          <p className={text['dim']}>
            {t('about.version')} {info?.version ?? t('about.unknown')} · {info ? t(MOUNTS[info.mount]) : ''}
          </p>
          <p className={text['action']}>
            <Button small onClick={() => setReading(true)}>
              {t('news.open')}
            </Button>
          </p>
        </div>
      </div>
      <WhatsNew open={reading} onClose={() => setReading(false)} />
      <Section title={t('about.privacy')}>
        <ul className={text['points']}>
          <li>{t('about.privacy1')}</li>
          <li>{t('about.privacy2')}</li>
          <li>{t('about.privacy3')}</li>
          <li>{t('about.privacySetUp')}</li>
          {mayAsk && <li>{t('about.privacyUpdates')}</li>}
          <li>{t('about.privacy4')}</li>
        </ul>
      </Section>
      <UpdateSection />
      <Section title={t('about.diagnostics')} intro={t('about.diagnosticsHint')}>
        <p className={text['action']}>
          <a className={buttonClass('plain', true)} href={formatRoute({ name: 'settings', page: 'log' })}>
            {t('about.toLog')}
          </a>
        </p>
      </Section>
      <p className={`${text['dim']} ${css['licence']}`}>
        {t('about.licence')}: MIT · Pretendard, JetBrains Mono: SIL OFL 1.1 · Lucide: ISC
      </p>
    </>
  );
}
