export interface PruneConfig {
  enabled: boolean;
  /** How many of the newest turns are never pruned. The newest one never is. */
  protectedTurns: number;
  protectedTools: ReadonlySet<string>;
  deduplication: boolean;
  supersedeWrites: boolean;
  aggressive: boolean;
  purgeErrors: boolean;
  errorTurns: number;
}

/** Tools whose calls later turns depend on (reliability.md S1-67). */
export const PROTECTED_TOOLS: readonly string[] = [
  'task',
  'todowrite',
  'todoread',
  'lsp_rename',
  'lsp_code_action_resolve',
  'session_read',
  'session_write',
  'session_search',
];
/** Baton's own planning tools are protected whatever the configuration, because the plan is in their calls. */
const PLANNING_TOOLS = ['create_goal', 'clear_goal', 'add_todo', 'check_todo'];

/**
 * Reads `dynamic_context_pruning`, alone or inside a complete configuration. Missing or invalid values take their
 * default. Never throws.
 */
export function readPruneConfig(config: unknown): PruneConfig {
  const root = record(config);
  const experimental = record(root.experimental ?? root);
  const own = record(experimental.dynamic_context_pruning ?? experimental);
  const turns = record(own.turn_protection);
  const strategies = record(own.strategies);
  const supersede = record(strategies.supersede_writes);
  const purge = record(strategies.purge_errors);
  return {
    enabled: own.enabled === true,
    protectedTurns: turns.enabled === false ? 1 : within(turns.turns, 1, 10, 3),
    protectedTools: new Set([...PLANNING_TOOLS, ...names(own.protected_tools).map((name) => name.toLowerCase())]),
    deduplication: record(strategies.deduplication).enabled !== false,
    supersedeWrites: supersede.enabled !== false,
    aggressive: supersede.aggressive === true,
    purgeErrors: purge.enabled !== false,
    errorTurns: within(purge.turns, 1, 20, 5),
  };
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

function within(value: unknown, least: number, most: number, fallback: number): number {
  return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most ? value : fallback;
}

function names(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : PROTECTED_TOOLS;
}
