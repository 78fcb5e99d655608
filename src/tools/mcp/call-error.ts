import type { McpRefusal } from '#contract/mcp-calls.ts';

/** Why a call has no result. */
export type CallFailure =
  | 'unknown-tool'
  | 'invalid-arguments'
  /** The server ended, was unreachable or could not start. */
  | 'crashed'
  | 'timeout'
  | 'cancelled'
  /** The host has no approval for this call, this tool or this server. */
  | 'needs-approval'
  | 'needs-sign-in'
  /** Switched off by the user. */
  | 'off'
  /** The server answered with a protocol error, or with something invalid. */
  | 'server-error';

/** The message is for the model: what happened, in the server's own words if it gave any. */
export class ToolCallError extends Error {
  readonly reason: CallFailure;
  /** The call may have had its effect before the error. */
  readonly mayHaveRun: boolean;
  /** Milliseconds since 1970: the server may be tried again from then on, if known. */
  readonly nextTry: number | undefined;
  /** The host's own reason, if the host refused the call. */
  readonly refusal: McpRefusal['reason'] | undefined;
  /** For `needs-sign-in`: the scopes that the current sign-in lacks. */
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
