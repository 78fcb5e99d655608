import type { ToolFacts, ToolKind } from '../tools/tool-facts.ts';
import type { Taint, TaintSource } from '../tools/taint.ts';
import type { CallScope } from './call-scope.ts';

/**
 * `plan` denies every change and command. `ask` asks before everything that isn't the user's own to read. `edits` also
 * runs edits of files in the attached folders, and commands in the sandbox where the user lets them. `auto` was offered
 * until November 2026 and is kept where it was chosen: it runs every tool that only reads local things.
 */
export type ApprovalMode = 'plan' | 'ask' | 'edits' | 'auto';

/** The modes on offer, from the strictest. */
export const MODES = ['plan', 'ask', 'edits'] as const satisfies readonly ApprovalMode[];

/** The mode that the key changes to. */
export function nextMode(mode: ApprovalMode): ApprovalMode {
  return mode === 'plan' ? 'ask' : mode === 'edits' ? 'plan' : 'edits';
}

/** How far an approval reaches. `turn`: until the run ends, even after more content from the sources in view. */
export type Grant = 'once' | 'turn' | 'session' | 'always';

export interface ToolRule {
  rule: 'ask' | 'session' | 'always' | 'deny';
  /** Hash of server and tool definition at the time of the user's decision. */
  definition: string;
}

export interface ApprovalPolicy {
  mode: ApprovalMode;
  /** By tool name: the grants of this session and the permanent ones. The session's take precedence. */
  rules: ReadonlyMap<string, ToolRule>;
}

export type AskReason =
  /** No decision about this tool exists yet, or the user wants to be asked every time. */
  | 'policy'
  /** The tool was granted, but the server or the tool has changed since. */
  | 'changed'
  /** The tool is granted, but outside content may now be behind the call. */
  | 'tainted'
  /** One of the user's scripts wants the user to be asked. */
  | 'script';

export type Verdict =
  | { verdict: 'allow' }
  | { verdict: 'deny'; because: 'rule' | 'plan' }
  | { verdict: 'ask'; because: AskReason; sources: readonly TaintSource[]; offers: readonly Grant[] };

/** Tools that can change or execute something. */
const RISKY: Readonly<Record<ToolKind, boolean>> = {
  own: false,
  read: false,
  network: true,
  write: true,
  execute: true,
};

/**
 * Decides whether a call may run. A denial holds whatever the definition; a grant holds only for the definition it was
 * given for. After outside content has arrived, the user is asked even about a granted tool if it can change or execute
 * something, until they have approved it with that content in view.
 */
export function decideApproval(
  tool: ToolFacts,
  policy: ApprovalPolicy,
  taint: Taint,
  scope: CallScope | null = null,
): Verdict {
  const rule = policy.rules.get(tool.name);
  if (rule?.rule === 'deny') return { verdict: 'deny', because: 'rule' };
  if (tool.kind === 'own') return { verdict: 'allow' };
  if (policy.mode === 'plan' && (tool.kind === 'write' || tool.kind === 'execute'))
    return { verdict: 'deny', because: 'plan' };
  const inTurn = turnOf(tool, taint);
  const sources = RISKY[tool.kind]
    ? unseenSources(tool, taint).filter(({ server }) => !inTurn?.servers.includes(server))
    : [];
  const ask = (because: AskReason): Verdict => ({
    verdict: 'ask',
    because,
    sources,
    offers: scope?.guarded || scope?.command?.sandbox === 'outside' ? ['once'] : offersFor(tool, sources),
  });
  if (scope?.guarded) return ask('policy');
  if (isUnasked(tool, policy, sources, scope)) return { verdict: 'allow' };
  if (inTurn && sources.length === 0) return { verdict: 'allow' };
  if (rule?.rule === 'session' || rule?.rule === 'always') {
    if (rule.definition !== tool.definition) return ask('changed');
    return sources.length > 0 ? ask('tainted') : { verdict: 'allow' };
  }
  if (rule === undefined && tool.kind === 'read' && readsFreely(policy.mode, scope)) return { verdict: 'allow' };
  return ask('policy');
}

/** Trusted folders are the user's own to read. Beyond them, it depends on the mode. */
function readsFreely(mode: ApprovalMode, scope: CallScope | null): boolean {
  if (mode === 'ask') return scope?.own === true;
  return mode !== 'edits' || scope !== null;
}

/**
 * What the user lets run without a question. Never with new outside content in view, except that a command line which
 * the user fixed may follow the output of commands: such output can't change the line.
 */
function isUnasked(
  { server }: ToolFacts,
  { mode }: ApprovalPolicy,
  sources: readonly TaintSource[],
  scope: CallScope | null,
): boolean {
  switch (scope?.unasked) {
    case 'edits':
    case 'sandbox':
      return mode === 'edits' && sources.length === 0;
    case 'command':
      return sources.every((source) => source.server === server);
    default:
      return false;
  }
}

/**
 * The first offer is the safest default. Under outside influence no decision outlives the turn. With web content in
 * view, the user cannot approve commands that they have not seen.
 */
function offersFor({ kind }: ToolFacts, sources: readonly TaintSource[]): readonly Grant[] {
  if (sources.length === 0) return ['once', 'session', 'always'];
  return kind === 'execute' && sources.some((source) => source.kind === 'web') ? ['once'] : ['once', 'turn'];
}

function turnOf({ name, definition }: ToolFacts, { turn }: Taint): Taint['turn'][string] | null {
  const found = Object.hasOwn(turn, name) ? turn[name] : undefined;
  return found?.definition === definition ? found : null;
}

/**
 * Sources that arrived since the user last approved this tool. Following up on the same server's own results is what a
 * tool is for; for anything else that the content could lead to, the user is asked.
 */
function unseenSources(tool: ToolFacts, taint: Taint): TaintSource[] {
  const seen = Object.hasOwn(taint.seen, tool.name) ? (taint.seen[tool.name] ?? 0) : 0;
  return taint.recent
    .filter(({ number, source }) => number > seen && !(tool.kind === 'network' && source.server === tool.server))
    .map(({ source }) => source);
}
