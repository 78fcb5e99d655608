import { InMemoryTransport, McpServer } from '@modelcontextprotocol/server';
import { MCP_CALL_META, MCP_SESSION_META, MCP_TURN_META } from '#contract/mcp-calls.ts';
import { COVERED_META, UNASKED_META } from '../base/unasked-meta.ts';
import { createTransportWire } from '../base/transport-wire.ts';
import type { BuiltinServer } from './builtin-server.ts';
import type { ChangingCall } from './changing-call.ts';
import { ToolError } from './tool-error.ts';

export interface BuiltinOptions {
  id: string;
  label: string;
  version: string;
  instructions: string;
  register: (server: McpServer) => void | Promise<void>;
  scopeOf?: NonNullable<BuiltinServer['scopeOf']>;
  isSandboxed?: NonNullable<BuiltinServer['isSandboxed']>;
}

/** Creates a built-in server: the SDK's server, connected in memory to the same bridge as all others. */
export function createBuiltin({
  id,
  label,
  version,
  instructions,
  register,
  scopeOf,
  isSandboxed,
}: BuiltinOptions): BuiltinServer {
  return {
    id,
    label,
    ...(scopeOf && { scopeOf }),
    ...(isSandboxed && { isSandboxed }),
    connect() {
      const [here, there] = InMemoryTransport.createLinkedPair();
      const server = new McpServer({ name: id, title: label, version }, { instructions });
      const wire = createTransportWire(here);
      return {
        ...wire,
        async start(events, signal) {
          await register(server);
          await server.connect(there);
          await wire.start(events, signal);
        },
      };
    },
  };
}

/** Returns the session a call is for, as set by the host (managed-server.ts). */
export function sessionOf(context: { mcpReq: { _meta?: Record<string, unknown> } }): string {
  const { _meta: meta } = context.mcpReq;
  const session = meta?.[MCP_SESSION_META];
  if (typeof session !== 'string') throw new ToolError('The call does not say for which conversation it is.');
  return session;
}

/** Whether the call runs because of a standing permission, so that nobody has seen its arguments. */
export function isUnasked(context: Parameters<typeof sessionOf>[0]): boolean {
  const { _meta: meta } = context.mcpReq;
  return meta?.[UNASKED_META] === true;
}

/** Whether nobody has seen the arguments: it runs because of a standing permission, or of an answer about an earlier call. */
export function isUnseen(context: Parameters<typeof sessionOf>[0]): boolean {
  const { _meta: meta } = context.mcpReq;
  return isUnasked(context) || meta?.[COVERED_META] === true;
}

/** Returns what the page calls this call. */
export function callOf(context: Parameters<typeof sessionOf>[0]): ChangingCall {
  const { _meta: meta = {} } = context.mcpReq;
  const { [MCP_TURN_META]: run, [MCP_CALL_META]: call } = meta;
  const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, 256) : '');
  return { session: sessionOf(context), run: text(run), call: text(call) };
}

export const textResult = (text: string) => ({ content: [{ type: 'text' as const, text }] });
