import { z } from 'zod';

/** One stream per window: GET /api/events, text/event-stream, one JSON object per `data:` line. */
export const HostEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hello'), version: z.string(), mount: z.enum(['electron', 'browser', 'test']) }),
  z.object({ type: z.literal('connections-changed') }),
  z.object({ type: z.literal('secrets-changed') }),
  z.object({ type: z.literal('config-changed') }),
  /** State, tools or consent of an MCP server: GET /api/mcp/servers tells what. */
  z.object({ type: z.literal('mcp-changed') }),
  /** What commands left running: GET /api/left-running tells. */
  z.object({ type: z.literal('left-running-changed') }),
  /** The snapshots of the history, or their settings: GET /api/snapshots tells. */
  z.object({ type: z.literal('snapshots-changed') }),
  z.object({ type: z.literal('ping') }),
]);
export type HostEvent = z.infer<typeof HostEvent>;
