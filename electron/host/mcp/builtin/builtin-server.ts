import type { CallScope } from '#core/agent/approval/call-scope.ts';
import type { Wire } from '../base/wire.ts';

/** One of Baton's own MCP servers, in this process, with the same consent checks and addresses as any other. */
export interface BuiltinServer {
  readonly id: string;
  readonly label: string;
  connect(): Wire;
  /** How far a call would reach. Null for calls that it can't judge, such as one outside of every attached folder. */
  scopeOf?(call: BuiltinCall): Promise<CallScope | null>;
  /** Whether calls of this tool run in the sandbox now. */
  isSandboxed?(tool: string): Promise<boolean>;
}

export interface BuiltinCall {
  session: string;
  tool: string;
  args: Readonly<Record<string, unknown>>;
}
