import { HOOKS, type HookDefinition, type HookId } from '#core/reliability/hook-table.ts';
import { SETTINGS, type SettingDefinition, type SettingKey } from '#core/reliability/setting-table.ts';
import type { Translate } from '#ui/kit/i18n/use-t.ts';

type Hook = HookDefinition & { readonly id: HookId };
type Setting = SettingDefinition & { readonly key: SettingKey };

const ALL: readonly Hook[] = HOOKS;
const ALL_SETTINGS: readonly Setting[] = SETTINGS;

/** The settings of a hook, or those that belong to none. */
export function settingsOf(hook: HookId | null): readonly Setting[] {
  return ALL_SETTINGS.filter((setting) => setting.hook === hook);
}

/** The settings without a hook: those for pruning, and those left to the vendor. */
export function settingsOfNone(): [pruning: readonly Setting[], byVendor: readonly Setting[]] {
  const all = settingsOf(null);
  const isPruning = ({ key }: Setting): boolean => key.startsWith('experimental.dynamic_context_pruning.');
  return [all.filter(isPruning), all.filter((setting) => !isPruning(setting))];
}

/** Hooks whose names, texts or settings contain every word of the search. */
export function findHooks(search: string, t: Translate<'reliability'>): Hook[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return ALL.filter(({ id }) => {
    const settings = settingsOf(id).flatMap(({ key }) => [key, t(`set.${key}`)]);
    const text = [id, t(`hook.${id}`), t(`what.${id}`), ...settings].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
