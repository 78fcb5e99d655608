import {
  FolderPlus,
  MessageCircleDashed,
  Monitor,
  Moon,
  PanelLeft,
  Search,
  Square,
  SquarePen,
  Sun,
  TextSearch,
} from 'lucide-react';
import { LANGUAGES } from '#texts/languages.ts';
import { useServices } from '#ui/data/services.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useFrameKeys } from '#ui/kit/keyboard/use-frame-keys.ts';
import { useAppearance } from '#ui/kit/theme/theme.ts';
import type { PaletteItem } from '#ui/shared/palette/palette-groups.ts';
import { languageWords } from '#ui/shared/palette/palette-words.ts';
import { useActivity, useFrame, useFrameSessions } from '#ui/shell/scene/frame-context.ts';

/** Stops an answer, starts conversations and folders, searches, and shows the sidebar. */
export function useWindowItems(): PaletteItem[] {
  const t = useT('frame');
  const order = useT('organize');
  const keys = useFrameKeys();
  const { flows } = useServices();
  const { pane, organizing, commands } = useFrame();
  const activity = useActivity();
  const { current: session } = useFrameSessions();
  return [
    ...(session && activity.running.has(session.id)
      ? [{ key: 'stop', label: t('keys.stop'), icon: <Square />, note: keys.stop, run: () => flows.stop(session.id) }]
      : []),
    {
      key: 'new',
      label: t('keys.newChat'),
      icon: <SquarePen />,
      note: keys.newChat,
      focuses: true,
      run: () => commands.newChat(),
    },
    {
      key: 'temporary',
      label: t('keys.temporary'),
      icon: <MessageCircleDashed />,
      note: keys.temporary,
      focuses: true,
      run: commands.temporaryChat,
    },
    {
      key: 'newFolder',
      label: order('palette.newFolder'),
      icon: <FolderPlus />,
      focuses: true,
      run() {
        pane.show(true);
        organizing.newFolder(null);
      },
    },
    {
      key: 'searchAll',
      label: t('keys.searchAll'),
      icon: <TextSearch />,
      note: keys.searchAll,
      run: () => commands.searchAll(''),
    },
    { key: 'search', label: t('keys.search'), icon: <Search />, note: keys.search, run: pane.focusSearch },
    {
      key: 'sidebar',
      label: t('keys.toggleSidebar'),
      icon: <PanelLeft />,
      note: keys.toggleSidebar,
      run: pane.toggle,
    },
  ];
}

/** The theme and the language. */
export function useAppearanceItems(): PaletteItem[] {
  const t = useT('frame');
  const change = useAppearance((state) => state.change);
  return [
    { key: 'light', label: t('palette.themeLight'), icon: <Sun />, run: () => change({ theme: 'light' }) },
    { key: 'dark', label: t('palette.themeDark'), icon: <Moon />, run: () => change({ theme: 'dark' }) },
    { key: 'system', label: t('palette.themeSystem'), icon: <Monitor />, run: () => change({ theme: 'system' }) },
    ...[...LANGUAGES].map(([id, { name, symbol }]) => ({
      key: id,
      label: name,
      keywords: languageWords(id),
      icon: symbol,
      run: () => change({ language: id }),
    })),
  ];
}
