import type { TaintKind } from './taint.ts';

/**
 * The most a tool may do. `own` touches nothing outside the conversation (a plan, a truncated result). `read` reads
 * local things. `network` reads remote things, and a remote request can also carry something out. `write` changes
 * things. `execute` runs programs.
 */
export type ToolKind = 'own' | 'read' | 'network' | 'write' | 'execute';

/** Annotations as a server sends them (MCP 2025-06-18). They are only claims. */
export interface ToolHints {
  readOnlyHint?: boolean;
  destructiveHint?: boolean;
  openWorldHint?: boolean;
}

export interface ToolFacts {
  /** `<server>__<tool>`, as the model knows it. */
  name: string;
  server: string;
  /** The server's name as the user knows it. */
  label: string;
  kind: ToolKind;
  /** Hash of the server's definition and of the tool's. Decisions are bound to it. */
  definition: string;
  /** The kind of outside content in its results. `null` when they only hold what the model itself said. */
  brings: TaintKind | null;
  /** Meant to be polled, such as the state of a job: repeating it is not a loop. */
  polls?: boolean;
  /** The work it begins continues on its own, so an interrupted call is not run again. */
  once?: true;
  /** Idle and total limits in milliseconds. */
  timeouts?: { idleMs?: number; totalMs?: number };
  maxOutputTokens?: number;
  /** Arguments that its server also receives in a header. */
  mirrored?: readonly HeaderArgument[];
}

export interface HeaderArgument {
  argument: string;
  header: string;
}

/** What a built-in server declares about one of its tools. */
export interface BuiltInFacts {
  kind: ToolKind;
  brings: TaintKind | null;
  polls?: boolean;
  once?: true;
  timeouts?: ToolFacts['timeouts'];
}

/**
 * The kind that a tool is treated as. Hints count only when the server is trusted. Otherwise they are claims of a party
 * that may profit from them, so they never lower the risk: a tool not known to be harmless may change things.
 */
export function toolKind(hints: ToolHints, trusted: boolean): ToolKind {
  if (!trusted || hints.readOnlyHint !== true) return 'write';
  return hints.openWorldHint === false ? 'read' : 'network';
}

/** The taint of results of a tool that is not built in. An untrusted server cannot claim to be closed. */
export function taintKindOf(hints: ToolHints, trusted: boolean): TaintKind {
  return trusted && hints.openWorldHint === false ? 'tool' : 'web';
}
