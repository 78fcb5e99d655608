import { NOTIFICATION_LEVELS, type Configuration } from './configuration.ts';
import type { HookId } from './hook-table.ts';

export type SettingControl =
  | { readonly kind: 'switch' }
  | { readonly kind: 'number'; readonly min: number; readonly max: number; readonly step: number }
  | { readonly kind: 'choice'; readonly options: readonly string[] };

export interface SettingDefinition {
  /** Dotted path from the root of the configuration. */
  readonly key: string;
  /** The hook whose behavior it changes. None for settings without a hook: pruning, and what the vendor does itself. */
  readonly hook: HookId | null;
  readonly control: SettingControl;
}

const SWITCH = { kind: 'switch' } as const;
const PRUNING = 'experimental.dynamic_context_pruning';

/** Settings besides the switches of hooks, in display order. Lists can only be set in files. */
export const SETTINGS = [
  { key: 'experimental.auto_resume', hook: 'session-recovery', control: SWITCH },
  { key: 'experimental.background_continuation', hook: 'todo-continuation-enforcer', control: SWITCH },
  { key: 'experimental.preemptive_compaction', hook: 'preemptive-compaction', control: SWITCH },
  {
    key: 'experimental.preemptive_compaction_threshold',
    hook: 'preemptive-compaction',
    control: { kind: 'number', min: 0.5, max: 0.95, step: 0.01 },
  },
  { key: 'experimental.dcp_for_compaction', hook: 'preemptive-compaction', control: SWITCH },
  { key: 'experimental.truncate_all_tool_outputs', hook: 'tool-output-truncator', control: SWITCH },
  { key: 'experimental.aggressive_truncation', hook: 'tool-output-truncator', control: SWITCH },
  { key: `${PRUNING}.enabled`, hook: null, control: SWITCH },
  {
    key: `${PRUNING}.notification`,
    hook: null,
    control: { kind: 'choice', options: NOTIFICATION_LEVELS },
  },
  { key: `${PRUNING}.turn_protection.enabled`, hook: null, control: SWITCH },
  {
    key: `${PRUNING}.turn_protection.turns`,
    hook: null,
    control: { kind: 'number', min: 1, max: 10, step: 1 },
  },
  { key: `${PRUNING}.strategies.deduplication.enabled`, hook: null, control: SWITCH },
  { key: `${PRUNING}.strategies.supersede_writes.enabled`, hook: null, control: SWITCH },
  { key: `${PRUNING}.strategies.supersede_writes.aggressive`, hook: null, control: SWITCH },
  { key: `${PRUNING}.strategies.purge_errors.enabled`, hook: null, control: SWITCH },
  {
    key: `${PRUNING}.strategies.purge_errors.turns`,
    hook: null,
    control: { kind: 'number', min: 1, max: 20, step: 1 },
  },
  { key: 'experimental.server_context_editing', hook: null, control: SWITCH },
] as const satisfies readonly SettingDefinition[];

export type SettingKey = (typeof SETTINGS)[number]['key'];

/** The value under a dotted key. */
export function readSetting(configuration: Configuration, key: SettingKey): unknown {
  return key.split('.').reduce<unknown>((inner, name) => {
    return typeof inner === 'object' && inner !== null ? Reflect.get(inner, name) : undefined;
  }, configuration);
}
