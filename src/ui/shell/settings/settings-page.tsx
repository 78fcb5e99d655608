import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { FormsGuard } from '#ui/kit/controls/forms-guard.tsx';
import { IconButton } from '#ui/kit/controls/icon-button.tsx';
import { useLazyModule } from '#ui/kit/lazy-module.ts';
import { useKeptFocus } from '#ui/kit/keyboard/use-kept-focus.ts';
import { formatRoute } from '#ui/shared/navigation/route.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { SETTINGS_PAGES, settingsPage } from './settings-pages.ts';
import css from './settings-page.module.css';

interface SettingsPageProps {
  /** As in the address. An unknown page stands for the first one. */
  page: string;
  /** The connection whose key form is open, or the section to show. */
  focus: string | null;
  onBack: () => void;
}

export function SettingsPage({ page, focus, onBack }: SettingsPageProps) {
  const t = useT('settings');
  const shown = settingsPage(page);
  const content = useLazyModule(shown.content, true);
  const heading = useRef<HTMLHeadingElement>(null);
  const lastId = useRef<string | null>(null);
  const nav = useRef<HTMLElement>(null);
  const pages = useRef<HTMLDivElement>(null);
  useKeptFocus(pages);
  useEffect(() => {
    // Moving between pages reads the new heading aloud. On arrival the focus stays where it was.
    if (lastId.current !== null && lastId.current !== shown.id) heading.current?.focus({ preventScroll: true });
    lastId.current = shown.id;
    // In a narrow window the pages are in one scrolling row.
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [shown.id]);
  useEffect(() => {
    // Moving to another page doesn't wait for it. One that can't be loaded now is tried again when it is opened.
    for (const row of SETTINGS_PAGES) row.content.load().catch(() => undefined);
  }, []);
  return (
    <div className={css['page']}>
      <header className={css['header']}>
        <IconButton label={t('nav.back')} icon={<ArrowLeft />} onClick={onBack} />
        <h1 className={css['title']}>{t('title')}</h1>
      </header>
      <div className={css['body']}>
        <div ref={pages} className={css['columns']}>
          <nav ref={nav} className={css['nav']} aria-label={t('nav.label')}>
            {SETTINGS_PAGES.map(({ id, title, icon: Icon }) => (
              <a
                key={id}
                className={css['link']}
                href={formatRoute({ name: 'settings', page: id })}
                aria-current={id === shown.id ? 'page' : undefined}
              >
                <Icon aria-hidden />
                {t(title)}
              </a>
            ))}
          </nav>
          <div key={shown.id} className={css['scroller']}>
            <section className={css['content']} aria-labelledby="settings-heading">
              <h2 ref={heading} id="settings-heading" className={css['heading']} tabIndex={-1}>
                {t(shown.title)}
              </h2>
              <FormsGuard>{content && <content.Page focus={focus} />}</FormsGuard>
            </section>
          </div>
        </div>
      </div>
    </div>
  );
}
