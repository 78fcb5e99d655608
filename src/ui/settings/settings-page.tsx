import { ArrowLeft, Info, Keyboard, KeyRound, MessageSquare, Palette } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { formatRoute, SETTINGS_PAGES, type SettingsPage as Page } from '#ui/frame/route.ts';
import { useT } from '#ui/i18n/use-t.ts';
import { AboutPage } from './about-page.tsx';
import { AppearancePage } from './appearance-page.tsx';
import { ChatPage } from './chat-page.tsx';
import { ShortcutsPage } from './shortcuts-page.tsx';
import { VendorsPage } from './vendors-page.tsx';
import css from './settings-page.module.css';

const ICONS = { vendors: KeyRound, appearance: Palette, chat: MessageSquare, shortcuts: Keyboard, about: Info };

interface SettingsPageProps {
  page: Page;
  /** Connection whose key form is open. */
  focus: string | null;
  onBack: () => void;
}

export function SettingsPage({ page, focus, onBack }: SettingsPageProps) {
  const t = useT('settings');
  const heading = useRef<HTMLHeadingElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const arrived = useRef(false);
  useEffect(() => {
    scroller.current?.scrollTo(0, 0);
    // Moving between pages reads out the new heading; arriving does not take the focus from where it was.
    if (arrived.current) heading.current?.focus({ preventScroll: true });
    arrived.current = true;
  }, [page]);
  return (
    <div className={css['page']}>
      <header className={css['header']}>
        <IconButton label={t('nav.back')} icon={<ArrowLeft />} onClick={onBack} />
        <h1 className={css['title']}>{t('title')}</h1>
      </header>
      <div className={css['body']}>
        <div className={css['columns']}>
          <nav className={css['nav']} aria-label={t('nav.label')}>
            {SETTINGS_PAGES.map((one) => {
              const Icon = ICONS[one];
              return (
                <a
                  key={one}
                  className={css['link']}
                  href={formatRoute({ name: 'settings', page: one })}
                  aria-current={one === page ? 'page' : undefined}
                >
                  <Icon aria-hidden />
                  {t(`nav.${one}`)}
                </a>
              );
            })}
          </nav>
          <div ref={scroller} className={css['scroller']}>
            <section className={css['content']} aria-labelledby="settings-heading">
              <h2 ref={heading} id="settings-heading" className={css['heading']} tabIndex={-1}>
                {t(`nav.${page}`)}
              </h2>
              <PageContent page={page} focus={focus} />
            </section>
          </div>
        </div>
      </div>
    </div>
  );
}

function PageContent({ page, focus }: { page: Page; focus: string | null }) {
  switch (page) {
    case 'vendors':
      return <VendorsPage focus={focus} />;
    case 'appearance':
      return <AppearancePage />;
    case 'chat':
      return <ChatPage />;
    case 'shortcuts':
      return <ShortcutsPage />;
    case 'about':
      return <AboutPage />;
  }
}
