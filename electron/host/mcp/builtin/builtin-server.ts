import type { Wire } from '../base/wire.ts';

/** An MCP server of Baton's own, in this process, behind the same consent and the same address as any other. */
export interface BuiltinServer {
  readonly id: string;
  readonly label: string;
  connect(): Wire;
}
