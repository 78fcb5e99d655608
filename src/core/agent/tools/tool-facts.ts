import type { TaintKind } from './taint.ts';

/**
 * What a tool may do at worst. `own` touches nothing outside the conversation (a plan, a shortened result); `read`
 * looks at local things; `network` looks at things far away, which can also carry something out; `write` changes
 * things; `execute` runs programs.
 */
export type ToolKind = 'own' | 'read' | 'network' | 'write' | 'execute';

/** Annotations as a server sends them (MCP 2025-06-18): hints, and claims only. */
export interface ToolHints {
  readOnlyHint?: boolean;
  destructiveHint?: boolean;
  openWorldHint?: boolean;
}

export interface ToolFacts {
  /** `<server>__<tool>`, as the model knows it. */
  name: string;
  server: string;
  /** The server as the person knows it. */
  label: string;
  kind: ToolKind;
  /** Hash of the server's definition and of the tool's; decisions are bound to it. */
  definition: string;
  /** What kind of outside content its results are; null when they hold nothing but what the model said itself. */
  brings: TaintKind | null;
  /** Asked again and again on purpose, such as the state of a job: repeating it is no loop. */
  polls?: boolean;
  /** What it begins goes on by itself: a call that was interrupted is not run again. */
  once?: true;
  /** Milliseconds without a sign of life, and in all. */
  timeouts?: { idleMs?: number; totalMs?: number };
  maxOutputTokens?: number;
  /** Arguments that its server gets in a header too. */
  mirrored?: readonly HeaderArgument[];
}

export interface HeaderArgument {
  argument: string;
  header: string;
}

/** What the built-in servers declare about a tool of theirs. */
export interface BuiltInFacts {
  kind: ToolKind;
  brings: TaintKind | null;
  polls?: boolean;
  once?: true;
  timeouts?: ToolFacts['timeouts'];
}

/**
 * The kind a tool is treated as. Hints count only when the server is trusted; otherwise they are claims of somebody
 * who may gain by them and never lower the risk: whatever is not known to be harmless may change things.
 */
export function toolKind(hints: ToolHints, trusted: boolean): ToolKind {
  if (!trusted || hints.readOnlyHint !== true) return 'write';
  return hints.openWorldHint === false ? 'read' : 'network';
}

/** What the results of a tool that is not built in bring with them. An untrusted server cannot claim to be closed. */
export function taintKindOf(hints: ToolHints, trusted: boolean): TaintKind {
  return trusted && hints.openWorldHint === false ? 'tool' : 'web';
}
