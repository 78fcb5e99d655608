import { z } from 'zod/mini';
import { DEFAULT_CONFIGURATION, NOTIFICATION_LEVELS } from '#core/reliability/configuration.ts';
import { HOOK_ALIASES, HOOKS, type HookAlias, type HookId } from '#core/reliability/hook-table.ts';
import { readMatcher } from '#core/reliability/scripts/match-tool.ts';
import { DEFAULT_SCRIPT_SECONDS, MAX_SCRIPT_SECONDS, type ScriptEvent } from '#core/script-table.ts';
import { HostConfig } from './config.ts';
import { FeedAddress } from './feed-address.ts';
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
  enabled: z
    ._default(z.boolean(), pruning.enabled)
    .check(z.describe('Leave out of requests what later turns made superfluous.')),
  notification: z
    ._default(z.enum(NOTIFICATION_LEVELS), pruning.notification)
    .check(z.describe('How much is told of what was left out.')),
  turn_protection: z.prefault(
    z.strictObject({
      enabled: z._default(z.boolean(), pruning.turn_protection.enabled),
      turns: z
        ._default(z.int().check(z.minimum(1), z.maximum(10)), pruning.turn_protection.turns)
        .check(z.describe('Newest turns that stay whole.')),
    }),
    {},
  ),
  protected_tools: z
    ._default(
      z.array(z.string().check(z.minLength(1), z.maxLength(200))).check(z.maxLength(500)),
      pruning.protected_tools,
    )
    .check(z.describe('Tools whose calls and results stay whole.')),
  strategies: z.prefault(
    z.strictObject({
      deduplication: z
        .prefault(z.strictObject({ enabled: z._default(z.boolean(), pruning.strategies.deduplication.enabled) }), {})
        .check(z.describe('Of equal calls only the result of the last one is sent.')),
      supersede_writes: z
        .prefault(
          z.strictObject({
            enabled: z._default(z.boolean(), pruning.strategies.supersede_writes.enabled),
            aggressive: z
              ._default(z.boolean(), pruning.strategies.supersede_writes.aggressive)
              .check(z.describe('Any later read will do, not only one of the same file.')),
          }),
          {},
        )
        .check(z.describe('What was written to a file is left out once the file was read again.')),
      purge_errors: z
        .prefault(
          z.strictObject({
            enabled: z._default(z.boolean(), pruning.strategies.purge_errors.enabled),
            turns: z._default(z.int().check(z.minimum(1), z.maximum(20)), pruning.strategies.purge_errors.turns),
          }),
          {},
        )
        .check(z.describe('Arguments of failed calls are left out after so many turns.')),
    }),
    {},
  ),
});

export const ExperimentalConfigSchema = z.strictObject({
  auto_resume: z
    ._default(z.boolean(), basics.auto_resume)
    .check(z.describe('Go on with the same run after a recovery.')),
  aggressive_truncation: z
    ._default(z.boolean(), basics.aggressive_truncation)
    .check(z.describe('Shorten outputs of every tool, whatever truncate_all_tool_outputs says.')),
  preemptive_compaction: z
    ._default(z.boolean(), basics.preemptive_compaction)
    .check(z.describe('Summarize earlier turns before the window is full.')),
  preemptive_compaction_threshold: z
    ._default(z.number().check(z.minimum(0.5), z.maximum(0.95)), basics.preemptive_compaction_threshold)
    .check(z.describe('Share of the window at which that happens.')),
  truncate_all_tool_outputs: z
    ._default(z.boolean(), basics.truncate_all_tool_outputs)
    .check(z.describe('Shorten outputs of every tool, or only those of search and language tools.')),
  dcp_for_compaction: z
    ._default(z.boolean(), basics.dcp_for_compaction)
    .check(z.describe('Prune before summarizing, and summarize only if that was not enough.')),
  background_continuation: z
    ._default(z.boolean(), basics.background_continuation)
    .check(
      z.describe(
        'Continue background tasks with their own open todos, as conversations are. Off, a task ends with its run.',
      ),
    ),
  server_context_editing: z
    ._default(z.boolean(), basics.server_context_editing)
    .check(z.describe('Ask Anthropic to leave out old tool results by itself once a request is over 100,000 tokens.')),
  dynamic_context_pruning: z.prefault(DynamicContextPruningConfigSchema, {}),
});

const ScriptGroups = z.optional(
  z
    .array(
      z
        .strictObject({
          matcher: z
            .optional(z.string().check(z.maxLength(1000)))
            .check(z.describe('Names of tools with | between them, or a regular expression. Absent or *: every tool.')),
          hooks: z
            .array(
              z.strictObject({
                type: z.literal('command'),
                command: z
                  .string()
                  .check(
                    z.minLength(1),
                    z.maxLength(10_000),
                    z.describe('A command line. It runs once you have confirmed it.'),
                  ),
                timeout: z
                  .optional(z.number().check(z.minimum(1), z.maximum(MAX_SCRIPT_SECONDS)))
                  .check(z.describe(`Seconds, ${DEFAULT_SCRIPT_SECONDS} where none are given.`)),
              }),
            )
            .check(z.maxLength(50)),
        })
        .check(
          // Rejects the whole group: without its matcher it would apply to every tool.
          z.refine(({ matcher }) => readMatcher(matcher) !== null, { message: 'a name or a regular expression' }),
        ),
    )
    .check(z.maxLength(50)),
);

/** `hooks`: the user's scripts, in the shape of Claude Code's settings. */
const ScriptHooksSchema = z.strictObject({
  PreToolUse: ScriptGroups.check(z.describe('Before a tool is run.')),
  PostToolUse: ScriptGroups.check(z.describe('After a tool was run.')),
  UserPromptSubmit: ScriptGroups.check(z.describe('Before your message is sent.')),
  Stop: ScriptGroups.check(z.describe('When the model has finished.')),
} satisfies Record<ScriptEvent, unknown>);

const names = (list: typeof HookNameSchema) => z._default(z.array(list), []);

/** The settings of one layer. A file has them next to the host's settings. */
export const LayerSchema = z.strictObject({
  disabled_hooks: names(HookNameSchema).check(
    z.describe('Hooks that are switched off. The lists of all layers are united.'),
  ),
  enabled_hooks: names(HookNameSchema).check(
    z.describe('Hooks that are switched on: those that are off by default, or that a weaker layer switched off.'),
  ),
  env_allow_list: z
    ._default(z.array(z.string().check(z.regex(/^[A-Za-z_][A-Za-z0-9_]*$/))).check(z.maxLength(200)), [])
    .check(
      z.describe(
        'Environment variables that servers and commands see besides path, language, folders and toolchains. User file only.',
      ),
    ),
  hooks: z
    .prefault(ScriptHooksSchema, {})
    .check(z.describe('Scripts that run at certain moments, each after you have confirmed it. User file only.')),
  updates: z
    .prefault(
      z.strictObject({
        feed: z
          ._default(z.nullable(FeedAddress), updates.feed)
          .check(
            z.describe(
              'Address that is asked for newer versions once you have agreed to it; https, or on this computer.',
            ),
          ),
      }),
      {},
    )
    .check(z.describe('Where to ask for newer versions. User file only.')),
  experimental: z.prefault(ExperimentalConfigSchema, {}),
});

/** A complete configuration file. */
export const ConfigurationFileSchema = z.extend(LayerSchema, {
  $schema: z.optional(z.string()),
  ...z.partial(HostConfig).shape,
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
  line: z.nullable(z.int().check(z.minimum(1))),
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
  detail: z.optional(z.string()),
});
export type ConfigurationWarning = z.infer<typeof ConfigurationWarning>;

const HookIds = z.array(z.enum(HOOKS.map(({ id }) => id)));

/** The settings that apply in a conversation, their origins and the problems in the files. */
export const ConfigurationState = z.object({
  configuration: z.extend(LayerSchema, { disabled_hooks: HookIds, enabled_hooks: HookIds }),
  /** By dotted key; `hooks.<id>` for a switch. A missing key means the default. */
  origins: z.record(z.string(), LayerName),
  files: z.array(z.object({ layer: LayerName, path: z.string(), exists: z.boolean() })),
  warnings: z.array(ConfigurationWarning),
});
export type ConfigurationState = z.infer<typeof ConfigurationState>;

/** Changes the strongest layer, which belongs to the settings page. `null` resets a setting. */
export const ConfigurationPatch = z.strictObject({
  hooks: z.optional(z.partialRecord(z.enum(HOOKS.map(({ id }) => id)), z.nullable(z.boolean()))),
  /** By dotted key under `experimental`. */
  values: z.optional(z.record(z.string().check(z.startsWith('experimental.')), z.json())),
  /** Resets all settings of the layer first. */
  reset: z.optional(z.literal(true)),
});
export type ConfigurationPatch = z.infer<typeof ConfigurationPatch>;

const OfSession = z.object({ session: z._default(z.nullable(z.string()), null) });

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
