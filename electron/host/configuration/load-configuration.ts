import type { Configuration } from '#core/reliability/configuration.ts';
import type { HookId } from '#core/reliability/hook-table.ts';
import { leafKeys, mergeLayers } from '#core/reliability/merge-layers.ts';
import { type ConfigurationWarning, type LayerName, LayerSchema } from '#contract/configuration.ts';
import { checkLayer, type LayerText } from './check-layer.ts';

export interface LoadedConfiguration {
  configuration: Configuration;
  /** `disabled_…` lists that nothing here uses. */
  unused: Record<string, string[]>;
  /** By dotted key, or `hooks.<id>` for a switch; keys that are missing have their default. */
  origins: Record<string, LayerName>;
  warnings: ConfigurationWarning[];
}

/**
 * Merges the layers on top of the defaults, weakest first. Never throws: an unreadable layer counts as empty, an
 * invalid setting as not set, each with a warning.
 */
export function loadConfiguration(layers: readonly LayerText[]): LoadedConfiguration {
  const warnings: ConfigurationWarning[] = [];
  const origins: Record<string, LayerName> = {};
  const switches = new Map<HookId, { on: boolean; layer: LayerName }>();
  let merged: unknown = {};
  for (const text of layers) {
    const { layer, value, disabled, enabled, warnings: layerWarnings } = checkLayer(text);
    warnings.push(...layerWarnings);
    for (const key of leafKeys(value)) origins[key] = layer;
    for (const id of disabled) switches.set(id, { on: false, layer });
    for (const id of enabled) switches.set(id, { on: true, layer });
    merged = mergeLayers(merged, value);
  }
  const named = (on: boolean) => [...switches].flatMap(([id, one]) => (one.on === on ? [id] : []));
  for (const [id, { layer }] of switches) origins[`hooks.${id}`] = layer;
  const { experimental, env_allow_list, hooks, updates, ...unused } = merged as Partial<Configuration>;
  const { data } = LayerSchema.safeParse({
    ...(experimental !== undefined && { experimental }),
    ...(env_allow_list !== undefined && { env_allow_list }),
    ...(hooks !== undefined && { hooks }),
    ...(updates !== undefined && { updates }),
  });
  const valid = data ?? LayerSchema.parse({});
  return {
    configuration: { ...valid, disabled_hooks: named(false), enabled_hooks: named(true) },
    unused,
    origins,
    warnings,
  };
}
