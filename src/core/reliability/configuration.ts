import { hookDefinition, type HookId } from './hook-table.ts';
import { PROTECTED_TOOLS } from './prune-config.ts';
import type { ScriptConfiguration } from './scripts/script-table.ts';
import { BUILD_FEED } from './update-feed.ts';

/** How much is told of what dynamic context pruning left out. */
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
  /** After a recovery the same run goes on by itself. */
  auto_resume: boolean;
  /** Shortens outputs of every tool, whatever `truncate_all_tool_outputs` says. */
  aggressive_truncation: boolean;
  preemptive_compaction: boolean;
  /** Share of the window, 0.5 to 0.95. */
  preemptive_compaction_threshold: number;
  /** False: only outputs of search and language tools. */
  truncate_all_tool_outputs: boolean;
  dcp_for_compaction: boolean;
  /** The vendor itself leaves out old tool results, where it offers that. */
  server_context_editing: boolean;
  /** Background tasks continue with their own open todos. */
  background_continuation: boolean;
  dynamic_context_pruning: PruningConfiguration;
}

/** What holds for one conversation when all layers are put together. Every key is there. */
export interface Configuration {
  /** Switched off by some layer and not switched on again by a stronger one. */
  disabled_hooks: HookId[];
  /** Switched on by some layer; of use for hooks that are off by default. */
  enabled_hooks: HookId[];
  /** Names of environment variables that programs started for the person may see besides the usual ones. */
  env_allow_list: string[];
  /** Scripts of the person; each runs once it was confirmed. */
  hooks: ScriptConfiguration;
  /** `feed`: the address that is asked for newer versions, null for none. */
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
