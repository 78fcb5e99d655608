import { McpServer, fromJsonSchema } from '@modelcontextprotocol/server';
import { CfWorkerJsonSchemaValidator } from '@modelcontextprotocol/server/validators/cf-worker';
import type { PlanResult } from '#core/agent/plan/apply-plan-tool.ts';
import { PLAN_TOOLS, PLANNING_SERVER } from '#core/agent/plan/plan-tools.ts';

export interface PlanStore {
  /** Applies one planning call to the plan of this session and stores the result. */
  apply(tool: string, args: Readonly<Record<string, unknown>>): Promise<PlanResult>;
}

/** Goal, todos and notes of one session. core/agent/plan decides what a call does; this is its MCP interface. */
export function planningServer(store: PlanStore, version: string): McpServer {
  const validator = new CfWorkerJsonSchemaValidator();
  const server = new McpServer({ name: PLANNING_SERVER, title: 'Plan', version });
  for (const { name, description, inputSchema } of PLAN_TOOLS) {
    server.registerTool(
      name,
      {
        ...(description !== undefined && { description }),
        inputSchema: fromJsonSchema<Record<string, unknown>>(inputSchema, validator),
        annotations: { readOnlyHint: name === 'list', destructiveHint: name === 'clear_goal', openWorldHint: false },
      },
      async (args) => {
        const { text, isError } = await store.apply(name, args);
        return { content: [{ type: 'text', text }], ...(isError && { isError }) };
      },
    );
  }
  return server;
}
