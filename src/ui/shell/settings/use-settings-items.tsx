import { useT } from '#ui/kit/i18n/use-t.ts';
import { useFrameKeys } from '#ui/kit/keyboard/use-frame-keys.ts';
import { navigate } from '#ui/shared/navigation/use-route.ts';
import type { PaletteItem } from '#ui/shared/palette/palette-groups.ts';
import { paletteWords } from '#ui/shared/palette/palette-words.ts';
import { SETTINGS_PAGES } from './settings-pages.ts';

/** The settings pages, as the palette lists them. */
export function useSettingsItems(): PaletteItem[] {
  const t = useT('settings');
  const keys = useFrameKeys();
  return SETTINGS_PAGES.map(({ id, title, icon: Icon, keywords, shortcut }) => ({
    key: `settings ${id}`,
    label: t(title),
    keywords: keywords ? `${t('title')} ${paletteWords(keywords)}` : t('title'),
    icon: <Icon />,
    ...(shortcut && { note: keys[shortcut] }),
    run: () => navigate({ name: 'settings', page: id }),
  }));
}
