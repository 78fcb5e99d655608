import type { CallToolResult } from '@modelcontextprotocol/client';
import { CallBlockedError } from '#core/agent/call-blocked.ts';
import type { AllowedCall, CallOptions, ToolOutcome } from '#core/agent/ports.ts';
import type { CallBlock } from '#core/call-outcome.ts';
import type { PooledTool } from '#core/agent/tools/tool-pool.ts';
import type { ToolCallError } from './mcp/call-error.ts';
import { SHELL_SERVER } from './host-tools.ts';
import { mapError } from './mcp/map-error.ts';
import { mapResult } from './mcp/map-result.ts';
import { readDocuments, type ReadDocument } from './mcp/read-documents.ts';
import type { CallEvents, ServerClient } from './mcp/server-client.ts';
import { TASK_META, TaskMeta } from './page/task-server.ts';

export interface PooledCall {
  client: ServerClient;
  tool: PooledTool;
  call: AllowedCall;
  /** Sent next to the arguments. */
  meta: Record<string, unknown> | undefined;
  onSent?: () => void;
  /** Absent: documents in the result are named, not read. */
  readDocument?: ReadDocument | undefined;
}

/** Calls a tool of the pool. Rejects with ToolCallError, or with CallBlockedError. */
export async function callPooled(
  { client, tool, call, meta, onSent = () => undefined, readDocument }: PooledCall,
  options: CallOptions,
): Promise<ToolOutcome> {
  const { signal } = options;
  const stop = new AbortController();
  const abort = () => stop.abort(new DOMException('cancelled', 'AbortError'));
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort);
  const events: CallEvents = {
    onSent,
    onProgress: ({ done, total, message }) =>
      options.onProgress({
        done,
        ...(total !== undefined && { total }),
        ...(message !== undefined && (tool.server === SHELL_SERVER ? { output: message } : { message })),
      }),
    onWaiting: (waits) => options.onProgress({ waitsForUser: waits }),
  };
  try {
    const request = { key: call.key, tool: tool.tool, args: { ...call.args }, ...(meta && { meta }) };
    const sent = await client.callTool(request, events, stop.signal);
    const result = readDocument ? await readDocuments(sent, readDocument, stop.signal) : sent;
    const { text, images, isError } = mapResult(result);
    const source = sourceOf(call.args);
    return {
      text,
      ...(isError && { isError }),
      ...(images.length > 0 && { images }),
      ...(source !== null && { source }),
      ...taskFacts(result),
    };
  } catch (error) {
    const failure = mapError(error, stop.signal, true);
    const block = blockOf(tool, failure);
    throw block ? new CallBlockedError(block) : failure;
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** The action that the user must take first, if that is why the host refused. */
function blockOf({ server }: PooledTool, { refusal, scope }: ToolCallError): CallBlock | null {
  if (refusal === 'approval' || refusal === 'tool-approval') return { server, why: 'review' };
  return refusal === 'sign-in' ? { server, why: 'sign-in', ...(scope !== undefined && { scope }) } : null;
}

/** Facts about a task, for the run that asked for it. */
function taskFacts(result: CallToolResult): Partial<ToolOutcome> {
  const task = TaskMeta.safeParse(result['_meta']?.[TASK_META]);
  if (!task.success) return {};
  const { used, cancelled, sources } = task.data;
  return { ...used, ...(cancelled && { cancelled: true }), sources };
}

/** The address or path in the call's arguments, as the user knows it. */
function sourceOf(args: AllowedCall['args']): string | null {
  for (const name of ['url', 'uri', 'path', 'file_path', 'file']) {
    const value = args[name];
    if (typeof value === 'string' && value !== '') return value.slice(0, 500);
  }
  return null;
}
