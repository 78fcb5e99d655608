import {
  Archive,
  ArrowLeft,
  BookText,
  ChartColumn,
  Info,
  Keyboard,
  KeyRound,
  LifeBuoy,
  MessageSquare,
  Palette,
  Plug,
  ScrollText,
  Trash2,
} from 'lucide-react';
import { useEffect, useRef, type ReactElement } from 'react';
import { IconButton } from '#ui/kit/controls/icon-button.tsx';
import { formatRoute, SETTINGS_PAGES, type SettingsPage as Page } from '#ui/shared/navigation/route.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { LibraryPage } from '#ui/features/library/library-page.tsx';
import { HistoryPage } from '#ui/features/history/history-page.tsx';
import { LogPage } from '#ui/features/log/log-page.tsx';
import { ToolsPage } from '#ui/features/tools/tools-page.tsx';
import { ReliabilityPage } from '#ui/features/reliability/reliability-page.tsx';
import { UsagePage } from '#ui/features/usage/usage-page.tsx';
import { AboutPage } from './about-page.tsx';
import { AppearancePage } from './appearance-page.tsx';
import { ChatPage } from './chat-page.tsx';
import { DeletedPage } from './deleted-page.tsx';
import { ShortcutsPage } from './shortcuts-page.tsx';
import { VendorsPage } from './vendors-page.tsx';
import css from './settings-page.module.css';

const ICONS = {
  vendors: KeyRound,
  tools: Plug,
  appearance: Palette,
  chat: MessageSquare,
  library: BookText,
  reliability: LifeBuoy,
  shortcuts: Keyboard,
  usage: ChartColumn,
  history: Archive,
  deleted: Trash2,
  log: ScrollText,
  about: Info,
};

const CONTENT: Record<Page, (focus: string | null) => ReactElement> = {
  vendors: (focus) => <VendorsPage focus={focus} />,
  tools: (focus) => <ToolsPage focus={focus} />,
  appearance: () => <AppearancePage />,
  chat: () => <ChatPage />,
  library: () => <LibraryPage />,
  reliability: () => <ReliabilityPage />,
  shortcuts: () => <ShortcutsPage />,
  usage: () => <UsagePage />,
  history: (focus) => <HistoryPage focus={focus} />,
  deleted: () => <DeletedPage />,
  log: () => <LogPage />,
  about: () => <AboutPage />,
};

interface SettingsPageProps {
  page: Page;
  /** The connection whose key form is open, or the section to show. */
  focus: string | null;
  onBack: () => void;
}

export function SettingsPage({ page, focus, onBack }: SettingsPageProps) {
  const t = useT('settings');
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef<Page | null>(null);
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    // Moving between pages reads the new heading aloud. On arrival the focus stays where it was.
    if (shown.current !== null && shown.current !== page) heading.current?.focus({ preventScroll: true });
    shown.current = page;
    // In a narrow window the pages are in one scrolling row.
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [page]);
  return (
    <div className={css['page']}>
      <header className={css['header']}>
        <IconButton label={t('nav.back')} icon={<ArrowLeft />} onClick={onBack} />
        <h1 className={css['title']}>{t('title')}</h1>
      </header>
      <div className={css['body']}>
        <div className={css['columns']}>
          <nav ref={nav} className={css['nav']} aria-label={t('nav.label')}>
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
          <div key={page} className={css['scroller']}>
            <section className={css['content']} aria-labelledby="settings-heading">
              <h2 ref={heading} id="settings-heading" className={css['heading']} tabIndex={-1}>
                {t(`nav.${page}`)}
              </h2>
              {CONTENT[page](focus)}
            </section>
          </div>
        </div>
      </div>
    </div>
  );
}
