import { useT } from '#ui/kit/i18n/use-t.ts';
import type { PaletteGroup } from '#ui/shared/palette/palette-groups.ts';
import { useSettingsItems } from '#ui/shell/settings/use-settings-items.tsx';
import { useConversationItems } from './use-conversation-items.tsx';
import { useAssistantItems, useModelItems } from './use-model-items.tsx';
import { useShownItems } from './use-shown-items.tsx';
import { useAppearanceItems, useWindowItems } from './use-window-items.tsx';

/** Everything in the palette: conversations, available actions, models, settings. */
export function usePaletteGroups(): PaletteGroup[] {
  const t = useT('frame');
  const library = useT('library');
  const conversations = useConversationItems();
  const actions = [...useWindowItems(), ...useShownItems(), ...useAppearanceItems()];
  const assistants = useAssistantItems();
  const models = useModelItems();
  const settings = useSettingsItems();
  return [
    { key: 'sessions', label: t('palette.sessions'), items: conversations, unasked: 5 },
    { key: 'actions', label: t('palette.actions'), items: actions, unasked: 6 },
    { key: 'assistants', label: library('palette.group'), items: assistants, unasked: 0 },
    { key: 'models', label: t('palette.models'), items: models, unasked: 0 },
    { key: 'settings', label: t('palette.settings'), items: settings, unasked: settings.length },
  ];
}
