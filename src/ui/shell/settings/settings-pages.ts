import {
  Archive,
  BookText,
  ChartColumn,
  CircleQuestionMark,
  Globe,
  Info,
  Keyboard,
  KeyRound,
  LifeBuoy,
  MessageSquare,
  Monitor,
  Palette,
  Plug,
  ScrollText,
  Trash2,
  type LucideIcon,
} from 'lucide-react';
import type { ComponentType } from 'react';
import type { WordedEntry } from '#texts/base/language-definition.ts';
import type { Catalogs } from '#texts/catalogs.ts';
import type { FrameShortcutId } from '#ui/kit/keyboard/frame-shortcuts.ts';
import { lazyModule, type LazyModule } from '#ui/kit/lazy-module.ts';
import type { SettingsPage } from '#ui/shared/navigation/route.ts';

interface SettingsPageProps {
  /** What the address names within the page: a row to open, or a section to show. */
  focus: string | null;
}

export interface SettingsPageRow {
  /** In its address: `#/settings/<id>`. */
  id: string;
  title: Extract<keyof Catalogs['settings'], `nav.${string}`>;
  icon: LucideIcon;
  content: LazyModule<{ Page: ComponentType<SettingsPageProps> }>;
  /** Further words that find it in the palette. */
  keywords?: WordedEntry;
  /** The shortcut that opens it. */
  shortcut?: FrameShortcutId;
}

export const lazyPage = (load: () => Promise<ComponentType<SettingsPageProps>>): SettingsPageRow['content'] =>
  lazyModule(async () => ({ Page: await load() }));

const ROWS = [
  {
    id: 'vendors',
    title: 'nav.vendors',
    icon: KeyRound,
    content: lazyPage(async () => (await import('./vendors-page.tsx')).VendorsPage),
  },
  {
    id: 'tools',
    title: 'nav.tools',
    icon: Plug,
    content: lazyPage(async () => (await import('#ui/features/tools/tools-page.tsx')).ToolsPage),
  },
  {
    id: 'web',
    title: 'nav.web',
    icon: Globe,
    content: lazyPage(async () => (await import('./web-search-page.tsx')).WebSearchPage),
  },
  {
    id: 'appearance',
    title: 'nav.appearance',
    icon: Palette,
    content: lazyPage(async () => (await import('./appearance-page.tsx')).AppearancePage),
  },
  {
    id: 'chat',
    title: 'nav.chat',
    icon: MessageSquare,
    content: lazyPage(async () => (await import('./chat-page.tsx')).ChatPage),
  },
  {
    id: 'system',
    title: 'nav.system',
    icon: Monitor,
    content: lazyPage(async () => (await import('./system-page.tsx')).SystemPage),
  },
  {
    id: 'library',
    title: 'nav.library',
    icon: BookText,
    content: lazyPage(async () => (await import('#ui/features/library/library-page.tsx')).LibraryPage),
  },
  {
    id: 'reliability',
    title: 'nav.reliability',
    icon: LifeBuoy,
    content: lazyPage(async () => (await import('#ui/features/reliability/reliability-page.tsx')).ReliabilityPage),
  },
  {
    id: 'shortcuts',
    title: 'nav.shortcuts',
    icon: Keyboard,
    content: lazyPage(async () => (await import('./shortcuts-page.tsx')).ShortcutsPage),
    shortcut: 'shortcuts',
  },
  {
    id: 'usage',
    title: 'nav.usage',
    icon: ChartColumn,
    content: lazyPage(async () => (await import('#ui/features/usage/usage-page.tsx')).UsagePage),
  },
  {
    id: 'history',
    title: 'nav.history',
    icon: Archive,
    content: lazyPage(async () => (await import('#ui/features/history/history-page.tsx')).HistoryPage),
    keywords: 'history',
  },
  {
    id: 'deleted',
    title: 'nav.deleted',
    icon: Trash2,
    content: lazyPage(async () => (await import('./deleted-page.tsx')).DeletedPage),
  },
  {
    id: 'log',
    title: 'nav.log',
    icon: ScrollText,
    content: lazyPage(async () => (await import('#ui/features/log/log-page.tsx')).LogPage),
  },
  {
    id: 'help',
    title: 'nav.help',
    icon: CircleQuestionMark,
    content: lazyPage(async () => (await import('#ui/features/help/help-page.tsx')).HelpPage),
  },
  {
    id: 'about',
    title: 'nav.about',
    icon: Info,
    content: lazyPage(async () => (await import('./about-page.tsx')).AboutPage),
  },
] as const satisfies readonly SettingsPageRow[];

type Pages = Record<(typeof ROWS)[number]['id'], true>;

declare module '#ui/shared/navigation/route.ts' {
  interface SettingsPages extends Pages {}
}

/**
 * Every settings page, in the order of the navigation. The navigation, the addresses and the palette are made from these
 * rows.
 */
export const SETTINGS_PAGES: readonly (SettingsPageRow & { id: SettingsPage })[] = ROWS;

/** The row for what an address names; the first one for an unknown page. */
export const settingsPage = (id: string): SettingsPageRow => SETTINGS_PAGES.find((row) => row.id === id) ?? ROWS[0];
