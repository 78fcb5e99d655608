import { MCP_REFUSED, type McpRefusal } from '#contract/mcp-calls.ts';
import { errorMessage } from '#core/thrown.ts';
import { reasonText } from '#core/reasons.ts';
import { type RpcId, type RpcMessage, rpcError } from './wire.ts';

/** The host refuses a request of an MCP client. Sent to the page as a JSON-RPC error. */
export class RefusedError extends Error {
  readonly refusal: McpRefusal;

  constructor(reason: McpRefusal['reason'], message: string, more: Omit<McpRefusal, 'reason'> = {}) {
    super(message);
    this.name = 'RefusedError';
    this.refusal = { reason, ...more };
  }
}

/** The server did not process the request: the user must sign in first, or again for `scope`. */
export class SignInNeededError extends RefusedError {
  constructor(scope?: string) {
    super(
      'sign-in',
      scope ? reasonText('signIn.neededFor', { scope }) : reasonText('signIn.needed'),
      scope === undefined ? {} : { scope },
    );
    this.name = 'SignInNeededError';
  }
}

/** Builds the error a client gets in place of an answer; `code` is used when `error` is not a refusal. */
export function failedCall(id: RpcId | null, error: unknown, code: number): RpcMessage {
  const message = errorMessage(error);
  const refused = error instanceof RefusedError ? rpcError(id, MCP_REFUSED, message, error.refusal) : null;
  return (refused ?? rpcError(id, code, message)) as RpcMessage;
}
