import { useMemo } from 'react';
import { useServices } from '#ui/data/services.ts';
import { useSetting } from '#ui/data/use-setting.ts';
import { NO_TOOL_SETTINGS, readToolSettings, TOOL_SETTINGS_KEY, ToolSettings } from '#tools/tool-settings.ts';

/** The user's decisions about tools, stored in this profile. Changes build on what is stored at that moment. */
export function useToolSettings() {
  const { settings: all } = useServices();
  const [settings, set] = useSetting(TOOL_SETTINGS_KEY, NO_TOOL_SETTINGS, ToolSettings);
  return useMemo(() => {
    const latest = () => readToolSettings(all.store.getState().values.get(TOOL_SETTINGS_KEY));
    return {
      settings,
      mark(list: 'denied' | 'off', keys: readonly string[], on: boolean) {
        const now = latest();
        const others = now[list].filter((one) => !keys.includes(one));
        if (on ? keys.every((key) => now[list].includes(key)) : others.length === now[list].length) return;
        set({ ...now, [list]: on ? [...others, ...keys] : others });
      },
    };
  }, [all, settings, set]);
}
