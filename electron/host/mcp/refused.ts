import type { McpRefusal } from '#contract/mcp-calls.ts';

/** The host does not do what a client of a server asked for; it goes to the page as a JSON-RPC error. */
export class Refused extends Error {
  readonly refusal: McpRefusal;

  constructor(reason: McpRefusal['reason'], message: string, more: Omit<McpRefusal, 'reason'> = {}) {
    super(message);
    this.name = 'Refused';
    this.refusal = { reason, ...more };
  }
}
