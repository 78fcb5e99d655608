import type { ScriptConfiguration } from '../script-table.ts';
import { hookDefinition, type HookId } from './hook-table.ts';
import { PROTECTED_TOOLS } from './prune-config.ts';
import { BUILD_FEED } from './update-feed.ts';

/** How much is reported about what dynamic context pruning left out. */
export const NOTIFICATION_LEVELS = ['off', 'minimal', 'detailed'] as const;
export type NotificationLevel = (typeof NOTIFICATION_LEVELS)[number];

/** `experimental.dynamic_context_pruning`. */
export interface PruningConfiguration {
  enabled: boolean;
  notification: NotificationLevel;
  turn_protection: { enabled: boolean; turns: number };
  protected_tools: string[];
  strategies: {
    deduplication: { enabled: boolean };
    supersede_writes: { enabled: boolean; aggressive: boolean };
    purge_errors: { enabled: boolean; turns: number };
  };
}

/** `experimental`, key by key as the reliability documents name them (reliability.md S1-60 to S1-70). */
export interface ExperimentalConfiguration {
  /** After a recovery the same run continues automatically. */
  auto_resume: boolean;
  /** Truncates outputs of every tool, regardless of `truncate_all_tool_outputs`. */
  aggressive_truncation: boolean;
  preemptive_compaction: boolean;
  /** Share of the window, 0.5 to 0.95. */
  preemptive_compaction_threshold: number;
  /** False: only outputs of search and language tools. */
  truncate_all_tool_outputs: boolean;
  dcp_for_compaction: boolean;
  /** The vendor itself leaves out old tool results, where it supports that. */
  server_context_editing: boolean;
  /** Background tasks continue with their own open todos. */
  background_continuation: boolean;
  dynamic_context_pruning: PruningConfiguration;
}

/** The configuration of one session after all layers are merged. Every key is present. */
export interface Configuration {
  /** Disabled by some layer and not enabled again by a stronger one. */
  disabled_hooks: HookId[];
  /** Enabled by some layer. Matters for hooks that are off by default. */
  enabled_hooks: HookId[];
  /** Names of extra environment variables that programs started for the user may see. */
  env_allow_list: string[];
  /** The user's scripts. Each runs only after it was confirmed. */
  hooks: ScriptConfiguration;
  /** `feed`: the address that is asked for newer versions; `null` for none. */
  updates: { feed: string | null };
  experimental: ExperimentalConfiguration;
}

export const DEFAULT_CONFIGURATION: Configuration = {
  disabled_hooks: [],
  enabled_hooks: [],
  env_allow_list: [],
  hooks: {},
  updates: { feed: BUILD_FEED },
  experimental: {
    auto_resume: false,
    aggressive_truncation: false,
    preemptive_compaction: true,
    preemptive_compaction_threshold: 0.8,
    truncate_all_tool_outputs: true,
    dcp_for_compaction: false,
    server_context_editing: false,
    background_continuation: false,
    dynamic_context_pruning: {
      enabled: false,
      notification: 'detailed',
      turn_protection: { enabled: true, turns: 3 },
      protected_tools: [...PROTECTED_TOOLS],
      strategies: {
        deduplication: { enabled: true },
        supersede_writes: { enabled: true, aggressive: false },
        purge_errors: { enabled: true, turns: 5 },
      },
    },
  },
};

export function isHookEnabled(
  { disabled_hooks, enabled_hooks }: Pick<Configuration, 'disabled_hooks' | 'enabled_hooks'>,
  id: HookId,
): boolean {
  if (disabled_hooks.includes(id)) return false;
  return hookDefinition(id).on || enabled_hooks.includes(id);
}
