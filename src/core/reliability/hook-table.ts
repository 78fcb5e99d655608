import { MAX_EVENT_MS } from '../script-table.ts';

/** Stages of a conversation at which hooks run, named as in the reliability documents. */
export type Stage = 'messages.transform' | 'tool.execute.before' | 'tool.execute.after' | 'event' | 'onBeforeSummarize';

export const HOOK_GROUPS = ['prevention', 'detection', 'recovery', 'context', 'comfort', 'integration'] as const;
export type HookGroup = (typeof HOOK_GROUPS)[number];

/**
 * Where a hook's function is. `core`: a pure one, in `hooks/core-hooks.ts`. `page`: made in the page, of what it works
 * with there. `host`: in `electron/host/hooks`. `feature`: a part of the program that asks `isHookEnabled`.
 */
export type HookLocation = 'core' | 'page' | 'host' | 'feature';

export interface HookDefinition {
  readonly id: string;
  readonly stages: readonly Stage[];
  readonly runs: HookLocation;
  readonly group: HookGroup;
  /** Whether it is on where no configuration names it. */
  readonly on: boolean;
  /** It runs or reveals something that a folder's own file must not decide. */
  readonly userOnly?: true;
  /** Time budget in milliseconds, for a hook that waits for something with a limit of its own. */
  readonly budgetMs?: number;
}

/**
 * Every hook of the reliability documents, in the order in which the hooks of one stage are called. Their texts are in
 * the catalogs of the page, their switches in the configuration.
 */
export const HOOKS = [
  { id: 'thinking-block-validator', stages: ['messages.transform'], runs: 'core', group: 'prevention', on: true },
  { id: 'empty-message-sanitizer', stages: ['messages.transform'], runs: 'core', group: 'prevention', on: true },
  { id: 'non-interactive-env', stages: ['tool.execute.before'], runs: 'host', group: 'prevention', on: true },
  {
    id: 'comment-checker',
    stages: ['tool.execute.before', 'tool.execute.after'],
    runs: 'core',
    group: 'prevention',
    on: false,
  },
  {
    id: 'context-window-monitor',
    stages: ['event', 'tool.execute.after'],
    runs: 'feature',
    group: 'detection',
    on: true,
  },
  { id: 'empty-task-response-detector', stages: ['tool.execute.after'], runs: 'core', group: 'detection', on: true },
  { id: 'session-recovery', stages: ['event'], runs: 'core', group: 'recovery', on: true },
  { id: 'anthropic-context-window-limit-recovery', stages: ['event'], runs: 'core', group: 'recovery', on: true },
  { id: 'todo-continuation-enforcer', stages: ['event'], runs: 'feature', group: 'recovery', on: true },
  {
    id: 'preemptive-compaction',
    stages: ['event'],
    runs: 'feature',
    group: 'context',
    on: true,
  },
  { id: 'compaction-context-injector', stages: ['onBeforeSummarize'], runs: 'page', group: 'context', on: true },
  {
    id: 'tool-output-truncator',
    stages: ['tool.execute.after'],
    runs: 'core',
    group: 'context',
    on: true,
    // It stores the whole output first, which a busy disk makes slow. If skipped, megabytes would stay in the message.
    budgetMs: 60_000,
  },
  {
    id: 'directory-agents-injector',
    stages: ['event', 'tool.execute.after'],
    runs: 'page',
    group: 'context',
    on: true,
  },
  {
    id: 'directory-readme-injector',
    stages: ['event', 'tool.execute.after'],
    runs: 'page',
    group: 'context',
    on: false,
  },
  { id: 'rules-injector', stages: ['event', 'tool.execute.after'], runs: 'page', group: 'context', on: true },
  {
    id: 'interactive-bash-session',
    stages: ['tool.execute.after', 'event'],
    runs: 'feature',
    group: 'comfort',
    on: true,
  },
  { id: 'session-notification', stages: ['event'], runs: 'feature', group: 'comfort', on: true },
  { id: 'background-notification', stages: ['event'], runs: 'feature', group: 'comfort', on: true },
  { id: 'keyword-detector', stages: ['event'], runs: 'feature', group: 'comfort', on: false },
  { id: 'think-mode', stages: ['event'], runs: 'feature', group: 'comfort', on: false },
  {
    id: 'agent-usage-reminder',
    stages: ['event', 'tool.execute.after'],
    runs: 'page',
    group: 'comfort',
    on: true,
  },
  { id: 'auto-update-checker', stages: ['event'], runs: 'feature', group: 'comfort', on: true },
  { id: 'startup-toast', stages: ['event'], runs: 'feature', group: 'comfort', on: true },
  {
    id: 'claude-code-hooks',
    stages: ['event', 'tool.execute.before', 'tool.execute.after'],
    runs: 'page',
    group: 'integration',
    on: false,
    userOnly: true,
    // Total time for the scripts of one event, plus a margin so that the host's own limit applies first.
    budgetMs: MAX_EVENT_MS + 30_000,
  },
] as const satisfies readonly HookDefinition[];

export type HookId = (typeof HOOKS)[number]['id'];

/** The hooks of the table `Rows` whose functions are at `Location`. */
export type HookIdsAt<Location extends HookLocation, Rows extends readonly HookDefinition[] = typeof HOOKS> = Extract<
  Rows[number],
  { runs: Location }
>['id'];

/** Names in the documents that stand for another hook (reliability.md X-29). */
export const HOOK_ALIASES = {
  'grep-output-truncator': 'tool-output-truncator',
  'anthropic-auto-compact': 'anthropic-context-window-limit-recovery',
} as const satisfies Record<string, HookId>;

export type HookAlias = keyof typeof HOOK_ALIASES;

const BY_ID: ReadonlyMap<string, HookDefinition & { readonly id: HookId }> = new Map(
  HOOKS.map((hook) => [hook.id, hook]),
);
const ALIASES: ReadonlyMap<string, HookId> = new Map(Object.entries(HOOK_ALIASES));

/** The hook that a name in the configuration refers to. `null` for an unknown name. */
export function findHook(name: string): HookId | null {
  return ALIASES.get(name) ?? BY_ID.get(name)?.id ?? null;
}

export function hookDefinition(id: HookId): HookDefinition & { readonly id: HookId } {
  const found = BY_ID.get(id);
  if (!found) throw new Error(`no hook ${id}`);
  return found;
}
