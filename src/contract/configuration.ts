import { z } from 'zod';
import { DEFAULT_CONFIGURATION, NOTIFICATION_LEVELS } from '#core/reliability/configuration.ts';
import { HOOK_ALIASES, HOOKS, type HookAlias, type HookId } from '#core/reliability/hook-table.ts';
import { readMatcher } from '#core/reliability/scripts/match-tool.ts';
import { DEFAULT_SCRIPT_SECONDS, MAX_SCRIPT_SECONDS, type ScriptEvent } from '#core/script-table.ts';
import { HostConfig } from './config.ts';
import { FeedAddress } from './updates.ts';
import type { Endpoints } from './endpoint.ts';

const { experimental: basics, updates } = DEFAULT_CONFIGURATION;
const { dynamic_context_pruning: pruning } = basics;

/** Hook names that a configuration may use. */
export const HookNameSchema = z.enum([
  ...HOOKS.map(({ id }): HookId | HookAlias => id),
  ...Object.keys(HOOK_ALIASES).map((alias) => alias as HookAlias),
]);

/** `experimental.dynamic_context_pruning`: leaves out of a request what later turns made obsolete. */
export const DynamicContextPruningConfigSchema = z.strictObject({
  enabled: z.boolean().default(pruning.enabled).describe('Leave out of requests what later turns made superfluous.'),
  notification: z
    .enum(NOTIFICATION_LEVELS)
    .default(pruning.notification)
    .describe('How much is told of what was left out.'),
  turn_protection: z
    .strictObject({
      enabled: z.boolean().default(pruning.turn_protection.enabled),
      turns: z.int().min(1).max(10).default(pruning.turn_protection.turns).describe('Newest turns that stay whole.'),
    })
    .prefault({}),
  protected_tools: z
    .array(z.string().min(1).max(200))
    .max(500)
    .default(pruning.protected_tools)
    .describe('Tools whose calls and results stay whole.'),
  strategies: z
    .strictObject({
      deduplication: z
        .strictObject({ enabled: z.boolean().default(pruning.strategies.deduplication.enabled) })
        .prefault({})
        .describe('Of equal calls only the result of the last one is sent.'),
      supersede_writes: z
        .strictObject({
          enabled: z.boolean().default(pruning.strategies.supersede_writes.enabled),
          aggressive: z
            .boolean()
            .default(pruning.strategies.supersede_writes.aggressive)
            .describe('Any later read will do, not only one of the same file.'),
        })
        .prefault({})
        .describe('What was written to a file is left out once the file was read again.'),
      purge_errors: z
        .strictObject({
          enabled: z.boolean().default(pruning.strategies.purge_errors.enabled),
          turns: z.int().min(1).max(20).default(pruning.strategies.purge_errors.turns),
        })
        .prefault({})
        .describe('Arguments of failed calls are left out after so many turns.'),
    })
    .prefault({}),
});

export const ExperimentalConfigSchema = z.strictObject({
  auto_resume: z.boolean().default(basics.auto_resume).describe('Go on with the same run after a recovery.'),
  aggressive_truncation: z
    .boolean()
    .default(basics.aggressive_truncation)
    .describe('Shorten outputs of every tool, whatever truncate_all_tool_outputs says.'),
  preemptive_compaction: z
    .boolean()
    .default(basics.preemptive_compaction)
    .describe('Summarize earlier turns before the window is full.'),
  preemptive_compaction_threshold: z
    .number()
    .min(0.5)
    .max(0.95)
    .default(basics.preemptive_compaction_threshold)
    .describe('Share of the window at which that happens.'),
  truncate_all_tool_outputs: z
    .boolean()
    .default(basics.truncate_all_tool_outputs)
    .describe('Shorten outputs of every tool, or only those of search and language tools.'),
  dcp_for_compaction: z
    .boolean()
    .default(basics.dcp_for_compaction)
    .describe('Prune before summarizing, and summarize only if that was not enough.'),
  background_continuation: z
    .boolean()
    .default(basics.background_continuation)
    .describe(
      'Continue background tasks with their own open todos, as conversations are. Off, a task ends with its run.',
    ),
  server_context_editing: z
    .boolean()
    .default(basics.server_context_editing)
    .describe('Ask Anthropic to leave out old tool results by itself once a request is over 100,000 tokens.'),
  dynamic_context_pruning: DynamicContextPruningConfigSchema.prefault({}),
});

const ScriptGroups = z
  .array(
    z
      .strictObject({
        matcher: z
          .string()
          .max(1000)
          .optional()
          .describe('Names of tools with | between them, or a regular expression. Absent or *: every tool.'),
        hooks: z
          .array(
            z.strictObject({
              type: z.literal('command'),
              command: z.string().min(1).max(10_000).describe('A command line. It runs once you have confirmed it.'),
              timeout: z
                .number()
                .min(1)
                .max(MAX_SCRIPT_SECONDS)
                .optional()
                .describe(`Seconds, ${DEFAULT_SCRIPT_SECONDS} where none are given.`),
            }),
          )
          .max(50),
      })
      // Rejects the whole group: without its matcher it would apply to every tool.
      .refine(({ matcher }) => readMatcher(matcher) !== null, { message: 'a name or a regular expression' }),
  )
  .max(50)
  .optional();

/** `hooks`: the user's scripts, in the shape of Claude Code's settings. */
const ScriptHooksSchema = z.strictObject({
  PreToolUse: ScriptGroups.describe('Before a tool is run.'),
  PostToolUse: ScriptGroups.describe('After a tool was run.'),
  UserPromptSubmit: ScriptGroups.describe('Before your message is sent.'),
  Stop: ScriptGroups.describe('When the model has finished.'),
} satisfies Record<ScriptEvent, unknown>);

const names = (list: z.ZodEnum<typeof HookNameSchema.enum>) => z.array(list).default([]);

/** The settings of one layer. A file has them next to the host's settings. */
export const LayerSchema = z.strictObject({
  disabled_hooks: names(HookNameSchema).describe('Hooks that are switched off. The lists of all layers are united.'),
  enabled_hooks: names(HookNameSchema).describe(
    'Hooks that are switched on: those that are off by default, or that a weaker layer switched off.',
  ),
  env_allow_list: z
    .array(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/))
    .max(200)
    .default([])
    .describe(
      'Environment variables that servers and commands see besides path, language, folders and toolchains. User file only.',
    ),
  hooks: ScriptHooksSchema.prefault({}).describe(
    'Scripts that run at certain moments, each after you have confirmed it. User file only.',
  ),
  updates: z
    .strictObject({
      feed: FeedAddress.nullable()
        .default(updates.feed)
        .describe('Address that is asked for newer versions once you have agreed to it; https, or on this computer.'),
    })
    .prefault({})
    .describe('Where to ask for newer versions. User file only.'),
  experimental: ExperimentalConfigSchema.prefault({}),
});

/** A complete configuration file. */
export const ConfigurationFileSchema = LayerSchema.extend({
  $schema: z.string().optional(),
  ...HostConfig.partial().shape,
});

/**
 * Keys that only the user's own file may hold. They decide which programs run, what those see and who is asked, or they
 * are the host's own.
 */
export const USER_ONLY_KEYS = ['env_allow_list', 'hooks', 'updates', ...Object.keys(HostConfig.shape)];

/** From weakest to strongest. The defaults are below all of them. */
export const CONFIGURATION_LAYERS = ['user', 'workspace', 'ui'] as const;
export const LayerName = z.enum(CONFIGURATION_LAYERS);
export type LayerName = z.infer<typeof LayerName>;

export const ConfigurationWarning = z.object({
  layer: LayerName,
  /** Path of the file, for display. */
  file: z.string(),
  line: z.number().int().min(1).nullable(),
  /** Dotted key; empty for the file as a whole. */
  key: z.string(),
  code: z.enum([
    'syntax',
    'not-an-object',
    'too-large',
    'unreadable',
    'unknown-key',
    'unused-list',
    'unknown-hook',
    'renamed-hook',
    'invalid-value',
    'unsafe-key',
    'repeated-key',
    'user-file-only',
  ]),
  /** What belongs to the code: a name, the expected value, or the parser's message. */
  detail: z.string().optional(),
});
export type ConfigurationWarning = z.infer<typeof ConfigurationWarning>;

const HookIds = z.array(z.enum(HOOKS.map(({ id }) => id)));

/** The settings that apply in a conversation, their origins and the problems in the files. */
export const ConfigurationState = z.object({
  configuration: LayerSchema.extend({ disabled_hooks: HookIds, enabled_hooks: HookIds }),
  /** By dotted key; `hooks.<id>` for a switch. A missing key means the default. */
  origins: z.record(z.string(), LayerName),
  files: z.array(z.object({ layer: LayerName, path: z.string(), exists: z.boolean() })),
  warnings: z.array(ConfigurationWarning),
});
export type ConfigurationState = z.infer<typeof ConfigurationState>;

/** Changes the strongest layer, which belongs to the settings page. `null` resets a setting. */
export const ConfigurationPatch = z.strictObject({
  hooks: z.partialRecord(z.enum(HOOKS.map(({ id }) => id)), z.boolean().nullable()).optional(),
  /** By dotted key under `experimental`. */
  values: z.record(z.string().startsWith('experimental.'), z.json()).optional(),
  /** Resets all settings of the layer first. */
  reset: z.literal(true).optional(),
});
export type ConfigurationPatch = z.infer<typeof ConfigurationPatch>;

const OfSession = z.object({ session: z.string().nullable().default(null) });

export const configurationEndpoints = {
  configuration: { route: 'GET /api/configuration', query: OfSession, answer: ConfigurationState },
  /** Returns the configuration that then applies in `session`. */
  changeConfiguration: {
    route: 'PATCH /api/configuration',
    query: OfSession,
    body: ConfigurationPatch,
    answer: ConfigurationState,
  },
} satisfies Endpoints;
