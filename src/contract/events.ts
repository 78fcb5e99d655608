import { z } from 'zod/mini';

/**
 * How the host knows a window. Only in the memory of host and page. `resume` is for the page that follows on a reload.
 */
export const WindowStanding = z.object({
  secret: z.string(),
  number: z.int(),
  /** Whether approvals given in this window count. */
  known: z.boolean(),
  resume: z.string(),
});
export type WindowStanding = z.infer<typeof WindowStanding>;

/** What a known window gives another window of the same browser. */
export const WindowInvitation = z.object({ code: z.string() });
export type WindowInvitation = z.infer<typeof WindowInvitation>;

export const EVENTS_PATH = '/api/events';

/** One stream per window: text/event-stream, one JSON object per `data:` line. */
export const HostEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('hello'),
    version: z.string(),
    mount: z.enum(['electron', 'browser', 'test']),
    window: WindowStanding,
  }),
  z.object({ type: z.literal('connections-changed') }),
  z.object({ type: z.literal('secrets-changed') }),
  z.object({ type: z.literal('config-changed') }),
  /** State, tools or consent of an MCP server; see GET /api/mcp/servers. */
  z.object({ type: z.literal('mcp-changed') }),
  /** Orphaned processes; see GET /api/left-running. */
  z.object({ type: z.literal('left-running-changed') }),
  /** The snapshots of the history, or their settings; see GET /api/snapshots. */
  z.object({ type: z.literal('snapshots-changed') }),
  z.object({ type: z.literal('ping') }),
]);
export type HostEvent = z.infer<typeof HostEvent>;
