import type { ToolSpec } from '../../request.ts';
import { toToolName } from '../../tool-names.ts';
import { estimateTools } from '../../window/estimate-request.ts';
import type { TokenWeights } from '../../window/token-weights.ts';
import { taintKindOf, toolKind, type BuiltInFacts, type ToolFacts, type ToolHints } from './tool-facts.ts';

export interface ServerTool {
  name: string;
  description?: string;
  inputSchema: unknown;
  hints?: ToolHints;
  /** Hash of the tool's definition. */
  definition: string;
  /** False: the user switched it off, or its current definition is not approved. */
  enabled: boolean;
  timeouts?: ToolFacts['timeouts'];
  maxOutputTokens?: number;
  mirrored?: ToolFacts['mirrored'];
  /** Only built-in servers set it. It overrides every hint. */
  builtIn?: BuiltInFacts;
}

export interface ServerTools {
  id: string;
  label: string;
  /** Built in, or the user trusts what it says about its tools. */
  trusted: boolean;
  /** Its tools are Baton's own and have no server in their names (see `splitToolName`). */
  unprefixed?: boolean;
  /** Hash of the server's definition. */
  definition: string;
  tools: readonly ServerTool[];
}

export interface PooledTool {
  spec: ToolSpec;
  facts: ToolFacts;
  server: string;
  /** Name on the server. */
  tool: string;
  /** Hashes of server and tool as the approval question shows them. */
  shown: { definition: string; toolHash: string };
}

/** Tokens that a server's tools cost in every request. `all` also counts those switched off. */
export interface ServerWeight {
  server: string;
  tokens: number;
  all: number;
  tools: readonly { name: string; tokens: number; enabled: boolean }[];
}

export type PoolWarning =
  /** More tools than the model takes. */
  | { kind: 'too-many'; count: number; most: number }
  /** So many tools that models choose badly among them. */
  | { kind: 'many'; count: number }
  /** The definitions alone take this share of the window. */
  | { kind: 'heavy'; tokens: number; share: number }
  /** A server gave two tools the same name, or one no name. The first tool counts. */
  | { kind: 'unusable'; server: string; tool: string };

export interface ToolPool {
  /** In the order of the list: by name, whatever the order of servers. */
  tools: readonly PooledTool[];
  byName: ReadonlyMap<string, PooledTool>;
  specs: readonly ToolSpec[];
  weights: readonly ServerWeight[];
  tokens: number;
  warnings: readonly PoolWarning[];
}

export interface PoolOptions {
  weights: TokenWeights;
  /** The most tools that the model takes. */
  most: number;
  /** Tokens of its window; `null` when unknown. */
  window: number | null;
}

const MANY = 60;
const HEAVY_SHARE = 0.1;

/** Every offered tool, under unique names. */
export function mergeTools(servers: readonly ServerTools[], { weights, most, window }: PoolOptions): ToolPool {
  const warnings: PoolWarning[] = [];
  const byName = new Map<string, PooledTool>();
  const shares = servers.toSorted(byId).map((server) => {
    const named = new Set<string>();
    const usable = server.tools.filter(({ name }) => {
      const fits = name.trim() !== '' && !named.has(name);
      named.add(name);
      if (!fits) warnings.push({ kind: 'unusable', server: server.id, tool: name });
      return fits;
    });
    const tools = usable.map((tool) => {
      const pooled = poolTool(
        server,
        tool,
        freeName(server.unprefixed ? tool.name : toToolName(server.id, tool.name), byName),
      );
      if (tool.enabled) byName.set(pooled.spec.name, pooled);
      return { name: tool.name, tokens: estimateTools(undefined, [pooled.spec], weights), enabled: tool.enabled };
    });
    return { server: server.id, tokens: sum(tools.filter(({ enabled }) => enabled)), all: sum(tools), tools };
  });
  const tools = [...byName.values()].sort((a, b) => (a.spec.name < b.spec.name ? -1 : 1));
  const tokens = sum(shares);
  const count = tools.length;
  if (count > most) warnings.push({ kind: 'too-many', count, most });
  else if (count > MANY) warnings.push({ kind: 'many', count });
  if (window !== null && tokens > window * HEAVY_SHARE)
    warnings.push({ kind: 'heavy', tokens, share: tokens / window });
  return { tools, byName, specs: tools.map(({ spec }) => spec), weights: shares, tokens, warnings };
}

export interface PoolChanges {
  added: readonly string[];
  removed: readonly string[];
  /** Same name, another definition or time limit, or no longer treated as the same kind. */
  changed: readonly string[];
}

/** What will be different in the next turn's list. */
export function poolChanges(before: ToolPool, now: ToolPool): PoolChanges {
  const differs = ({ spec, facts: { definition, kind, brings, timeouts } }: PooledTool): boolean => {
    const old = before.byName.get(spec.name)?.facts;
    if (old === undefined) return false;
    const isLimitedAsBefore = old.timeouts?.idleMs === timeouts?.idleMs && old.timeouts?.totalMs === timeouts?.totalMs;
    return old.definition !== definition || old.kind !== kind || old.brings !== brings || !isLimitedAsBefore;
  };
  return {
    added: now.tools.filter(({ spec }) => !before.byName.has(spec.name)).map(({ spec }) => spec.name),
    removed: before.tools.filter(({ spec }) => !now.byName.has(spec.name)).map(({ spec }) => spec.name),
    changed: now.tools.filter(differs).map(({ spec }) => spec.name),
  };
}

/**
 * The pool to continue with. It does not change inside a turn, because a changed tool list changes the start of every
 * request (cache, bound thinking). A new turn takes the new one; the same object when nothing changed.
 */
export function nextPool(frozen: ToolPool | null, fresh: ToolPool, at: 'step' | 'turn'): ToolPool {
  if (frozen === null) return fresh;
  if (at === 'step') return frozen;
  const { added, removed, changed } = poolChanges(frozen, fresh);
  return added.length + removed.length + changed.length === 0 ? frozen : fresh;
}

function poolTool(server: ServerTools, tool: ServerTool, name: string): PooledTool {
  const { description, inputSchema, hints = {}, builtIn, timeouts, maxOutputTokens, mirrored } = tool;
  const declared = server.trusted ? builtIn : undefined;
  const limits = declared?.timeouts ?? timeouts;
  return {
    spec: { name, inputSchema, ...(description !== undefined && { description }) },
    facts: {
      name,
      server: server.id,
      label: server.label,
      kind: declared?.kind ?? toolKind(hints, server.trusted),
      definition: `${server.definition}.${tool.definition}`,
      brings: declared ? declared.brings : taintKindOf(hints, server.trusted),
      ...(declared?.polls && { polls: true }),
      ...(declared?.once && { once: true }),
      ...(limits && { timeouts: limits }),
      ...(maxOutputTokens !== undefined && { maxOutputTokens }),
      ...(mirrored && { mirrored }),
    },
    server: server.id,
    tool: tool.name,
    shown: { definition: server.definition, toolHash: tool.definition },
  };
}

/** Ids that contain the separator can make two names equal. The later one gets a number. */
function freeName(name: string, taken: ReadonlyMap<string, PooledTool>): string {
  if (!taken.has(name)) return name;
  for (let count = 2; ; count++) if (!taken.has(`${name}_${count}`)) return `${name}_${count}`;
}

function byId(a: ServerTools, b: ServerTools): number {
  return a.id === b.id ? 0 : a.id < b.id ? -1 : 1;
}

function sum(of: readonly { tokens: number }[]): number {
  return of.reduce((total, { tokens }) => total + tokens, 0);
}
