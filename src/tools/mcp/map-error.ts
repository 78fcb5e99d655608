import {
  INVALID_PARAMS,
  METHOD_NOT_FOUND,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
} from '@modelcontextprotocol/client';
import { MCP_REFUSED, McpRefusal } from '#contract/mcp-calls.ts';
import { HostProblemError, HostUnreachableError } from '#host-client/host-error.ts';
import { errorMessage } from '#core/thrown.ts';
import { ToolCallError } from './call-error.ts';
import type { CallFailure } from './call-error.ts';
import { CONNECTION_LOST } from './host-transport.ts';

/** Reported by the reference SDKs and Baton's host when a connection has ended. */
const CLOSED = -32000;
const REQUEST_TIMEOUT = -32001;

const OF_REFUSAL: Readonly<Record<McpRefusal['reason'], CallFailure>> = {
  off: 'off',
  approval: 'needs-approval',
  'sign-in': 'needs-sign-in',
  crashed: 'crashed',
  'unknown-tool': 'unknown-tool',
  'tool-approval': 'needs-approval',
  'tool-off': 'off',
  ticket: 'needs-approval',
  cancelled: 'cancelled',
};

/** The host's own reason for refusing a call; `null` for every other error. */
function refusalOf(error: unknown): McpRefusal | null {
  if (!(error instanceof ProtocolError) || error.code !== MCP_REFUSED) return null;
  const refusal = McpRefusal.safeParse(error.data);
  return refusal.success ? refusal.data : null;
}

/**
 * True if the host no longer knows this connection. Nothing was run, and the request may be retried on a new
 * connection.
 */
export function isConnectionForgotten(error: unknown): boolean {
  return error instanceof SdkHttpError && error.status === 404;
}

/** Maps any rejection of a call to one error type. `known`: the server lists the tool. */
export function mapError(error: unknown, signal: AbortSignal, known: boolean): ToolCallError {
  if (error instanceof ToolCallError) return error;
  if (signal.aborted)
    return new ToolCallError('cancelled', 'The call was cancelled.', { mayHaveRun: true, cause: error });
  const refusal = refusalOf(error);
  const message = errorMessage(error);
  if (refusal) {
    return new ToolCallError(OF_REFUSAL[refusal.reason], message, {
      mayHaveRun: refusal.reason === 'crashed' || refusal.reason === 'cancelled',
      nextTry: refusal.nextTry,
      refusal: refusal.reason,
      scope: refusal.scope,
      cause: error,
    });
  }
  if (error instanceof ProtocolError) return ofProtocol(error, known);
  if (error instanceof SdkHttpError) {
    if (error.status === 401) return new ToolCallError('needs-sign-in', message, { cause: error });
    return new ToolCallError('crashed', message, { cause: error });
  }
  if (error instanceof SdkError) return ofSdk(error);
  if (error instanceof HostUnreachableError || error instanceof HostProblemError || error instanceof TypeError) {
    return new ToolCallError('crashed', message, { mayHaveRun: true, cause: error });
  }
  return new ToolCallError('server-error', message, { mayHaveRun: true, cause: error });
}

function ofProtocol(error: ProtocolError, known: boolean): ToolCallError {
  const { code, message } = error;
  switch (code) {
    case INVALID_PARAMS:
      // Servers use this code both for wrong arguments and for an unknown tool.
      return new ToolCallError(known ? 'invalid-arguments' : 'unknown-tool', message, { cause: error });
    case METHOD_NOT_FOUND:
      return new ToolCallError('unknown-tool', message, { cause: error });
    case CLOSED:
    case CONNECTION_LOST:
      return new ToolCallError('crashed', message, { mayHaveRun: true, cause: error });
    case REQUEST_TIMEOUT:
      return new ToolCallError('timeout', message, { mayHaveRun: true, cause: error });
    default:
      return new ToolCallError('server-error', message, { mayHaveRun: true, cause: error });
  }
}

function ofSdk(error: SdkError): ToolCallError {
  switch (error.code) {
    case SdkErrorCode.RequestTimeout:
      return new ToolCallError('timeout', error.message, { mayHaveRun: true, cause: error });
    case SdkErrorCode.NotConnected:
    case SdkErrorCode.SendFailed:
      return new ToolCallError('crashed', error.message, { cause: error });
    case SdkErrorCode.ConnectionClosed:
      return new ToolCallError('crashed', error.message, { mayHaveRun: true, cause: error });
    default:
      return new ToolCallError('server-error', error.message, { mayHaveRun: true, cause: error });
  }
}
