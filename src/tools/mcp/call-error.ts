import type { McpRefusal } from '#contract/mcp-calls.ts';

/** Why a call gave no result of its own. */
export type CallFailure =
  | 'unknown-tool'
  | 'invalid-arguments'
  /** The server ended, could not be reached or could not be started. */
  | 'crashed'
  | 'timeout'
  | 'cancelled'
  /** The host has no approval for this call, this tool or this server. */
  | 'needs-approval'
  | 'needs-sign-in'
  /** Switched off by the person. */
  | 'off'
  /** The server answered with an error of the protocol, or with something that is none. */
  | 'server-error';

/** The message is for the model: what happened, in the server's words where it gave any. */
export class ToolCallError extends Error {
  readonly reason: CallFailure;
  /** The call may have had its effect before this happened. */
  readonly mayHaveRun: boolean;
  /** Milliseconds since 1970 from when on the server may be tried again, where that is known. */
  readonly nextTry: number | undefined;
  /** The host's own reason, when it was the host that refused. */
  readonly refusal: McpRefusal['reason'] | undefined;
  /** Of `needs-sign-in`: the rights that the present sign-in lacks. */
  readonly scope: string | undefined;

  constructor(
    reason: CallFailure,
    message: string,
    facts: {
      mayHaveRun?: boolean;
      nextTry?: number | undefined;
      refusal?: McpRefusal['reason'];
      scope?: string | undefined;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: facts.cause });
    this.name = 'ToolCallError';
    this.reason = reason;
    this.mayHaveRun = facts.mayHaveRun ?? false;
    this.nextTry = facts.nextTry;
    this.refusal = facts.refusal;
    this.scope = facts.scope;
  }
}
