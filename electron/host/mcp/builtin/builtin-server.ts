import type { Wire } from '../base/wire.ts';

/** One of Baton's own MCP servers, in this process, with the same consent checks and addresses as any other. */
export interface BuiltinServer {
  readonly id: string;
  readonly label: string;
  connect(): Wire;
}
