import { useCallback, useMemo } from 'react';
import { useSetting } from '#ui/data/use-setting.ts';
import { NO_TOOL_SETTINGS, TOOL_SETTINGS_KEY, ToolSettings } from '#tools/tool-settings.ts';

/** What the person decided about tools and this profile keeps. */
export function useToolSettings() {
  const [settings, set] = useSetting(TOOL_SETTINGS_KEY, NO_TOOL_SETTINGS, ToolSettings);
  const mark = useCallback(
    (list: 'denied' | 'off', key: string, on: boolean) => {
      const others = settings[list].filter((one) => one !== key);
      set({ ...settings, [list]: on ? [...others, key] : others });
    },
    [settings, set],
  );
  const trust = useCallback(
    (server: string, hash: string | null) => {
      const { [server]: _old, ...others } = settings.trusted;
      set({ ...settings, trusted: hash === null ? others : { ...others, [server]: hash } });
    },
    [settings, set],
  );
  return useMemo(() => ({ settings, mark, trust }), [settings, mark, trust]);
}
