import type { ToolFacts, ToolKind } from '../tools/tool-facts.ts';
import type { Taint, TaintSource } from '../tools/taint.ts';

/** `ask` before everything, `auto` lets tools that only look at local things run, `plan` also refuses to change anything. */
export type ApprovalMode = 'ask' | 'auto' | 'plan';

/** How far an allowance reaches. `turn`: until the run ends, after more content of the sources in view as well. */
export type Grant = 'once' | 'turn' | 'session' | 'always';

export interface ToolRule {
  rule: 'ask' | 'session' | 'always' | 'deny';
  /** Hash of server and tool definition as they were when the person decided. */
  definition: string;
}

export interface ApprovalPolicy {
  mode: ApprovalMode;
  /** By tool name: rules of this session and rules for ever, the session's first. */
  rules: ReadonlyMap<string, ToolRule>;
}

export type AskReason =
  /** Nobody has decided about this tool yet, or it is to be asked about every time. */
  | 'policy'
  /** It was allowed, but the server or the tool is not what it was then. */
  | 'changed'
  /** It is allowed, but outside content may be what asks for it now. */
  | 'tainted'
  /** A script of the person wants it to be asked about. */
  | 'script';

export type Verdict =
  | { verdict: 'allow' }
  | { verdict: 'deny'; because: 'rule' | 'plan' }
  | { verdict: 'ask'; because: AskReason; sources: readonly TaintSource[]; offers: readonly Grant[] };

/** Tools that can change or carry out something. */
const RISKY: Readonly<Record<ToolKind, boolean>> = {
  own: false,
  read: false,
  network: true,
  write: true,
  execute: true,
};

/**
 * Whether a call may run. What the person denied stays denied, whatever the definition; an allowance holds only for the
 * definition it was given for. After outside content has come in, a tool that can change or carry out something is
 * asked about even when it is allowed, until the person has allowed it with that content in view.
 */
export function decideApproval(tool: ToolFacts, policy: ApprovalPolicy, taint: Taint): Verdict {
  const rule = policy.rules.get(tool.name);
  if (rule?.rule === 'deny') return { verdict: 'deny', because: 'rule' };
  if (tool.kind === 'own') return { verdict: 'allow' };
  if (policy.mode === 'plan' && (tool.kind === 'write' || tool.kind === 'execute'))
    return { verdict: 'deny', because: 'plan' };
  const inTurn = turnOf(tool, taint);
  const sources = RISKY[tool.kind]
    ? unseenSources(tool, taint).filter(({ server }) => !inTurn?.servers.includes(server))
    : [];
  const ask = (because: AskReason): Verdict => ({ verdict: 'ask', because, sources, offers: offersFor(tool, sources) });
  if (inTurn && sources.length === 0) return { verdict: 'allow' };
  if (rule?.rule === 'session' || rule?.rule === 'always') {
    if (rule.definition !== tool.definition) return ask('changed');
    return sources.length > 0 ? ask('tainted') : { verdict: 'allow' };
  }
  if (rule === undefined && tool.kind === 'read' && policy.mode !== 'ask') return { verdict: 'allow' };
  return ask('policy');
}

/**
 * The first is what an answer without thought should mean. Nothing that outlives the turn is decided under outside
 * influence, and with content of the web in view nobody allows commands that he has not seen.
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
 * Sources that came in since the person last allowed this tool. Looking further on the same server for what it showed
 * is what it is for; anything else that content could lead to is asked about.
 */
function unseenSources(tool: ToolFacts, taint: Taint): TaintSource[] {
  const seen = Object.hasOwn(taint.seen, tool.name) ? (taint.seen[tool.name] ?? 0) : 0;
  return taint.recent
    .filter(({ number, source }) => number > seen && !(tool.kind === 'network' && source.server === tool.server))
    .map(({ source }) => source);
}
