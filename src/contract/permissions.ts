import { z } from 'zod/mini';
import { CommandRule } from './command-rule.ts';
import { ConsentGiven, ConsentState } from './consent-given.ts';
import type { Endpoints } from './endpoint.ts';
import { McpSessionId } from './mcp-calls.ts';
import { AttachedFolders } from './mcp.ts';

const CommandScope = z.object({
  folder: z.string(),
  sandbox: z.enum(['inside', 'outside', 'none']),
  network: z.boolean(),
  rules: z.array(CommandRule),
});

/** How far a call of Baton's own tools reaches. */
export const CallScope = z.object({
  own: z.boolean(),
  unasked: z.nullable(z.enum(['edits', 'command', 'sandbox'])),
  guarded: z.exactOptional(z.literal(true)),
  command: z.exactOptional(CommandScope),
});

/** When and where something was allowed, and whether it counts. */
const Given = { id: z.string(), at: z.number(), given: z.nullable(ConsentGiven), state: ConsentState };

/**
 * A command line that runs without asking in one folder. `outside`: also where commands run in a sandbox, outside it.
 * `sandboxed`: only in the sandbox.
 */
export const AllowedCommand = z.object({
  ...Given,
  ...CommandRule.shape,
  folder: z.string(),
  outside: z.boolean(),
  sandboxed: z.exactOptional(z.literal(true)),
});
export type AllowedCommand = z.infer<typeof AllowedCommand>;

/** Whether the files of a folder are the user's own, or count as outside content. */
export const JudgedFolder = z.object({ ...Given, path: z.string(), own: z.boolean() });
export type JudgedFolder = z.infer<typeof JudgedFolder>;

/** What Baton can put commands into on this system, and whether the user wants that. */
export const Sandbox = z.object({
  kind: z.enum(['bubblewrap', 'seatbelt', 'none']),
  /** Why there is none. */
  reason: z.nullable(z.string()),
  /** Commands run in it. */
  on: z.boolean(),
  /** They reach the network. */
  network: z.boolean(),
});
export type Sandbox = z.infer<typeof Sandbox>;

export const Permissions = z.object({
  commands: z.array(AllowedCommand),
  folders: z.array(JudgedFolder),
  sandbox: Sandbox,
});
export type Permissions = z.infer<typeof Permissions>;

const SessionParam = { session: McpSessionId };

/** What the user lets Baton's own file and command tools do without a question. The page loads this with its first use. */
export const permissionEndpoints = {
  list: { route: 'GET /api/mcp/permissions', answer: Permissions },
  remove: { route: 'DELETE /api/mcp/permissions/:permission' },
  setSandbox: {
    route: 'POST /api/mcp/sandbox',
    /** What is left out stays as it is: both may be switched before the first answer. */
    body: z.object({ on: z.optional(z.boolean()), network: z.optional(z.boolean()) }),
    by: 'gesture',
  },
  /** The user says whether the files of an attached folder are their own, in every conversation. */
  judgeFolder: {
    route: 'POST /api/mcp/sessions/:session/folders/judge',
    params: SessionParam,
    body: z.object({ path: z.string(), own: z.boolean() }),
    answer: AttachedFolders,
    by: 'gesture',
  },
  /** Edits of ordinary files in the session's folders run without a ticket from now on. */
  acceptEdits: { route: 'POST /api/mcp/sessions/:session/edits', params: SessionParam, by: 'gesture' },
  stopEdits: { route: 'DELETE /api/mcp/sessions/:session/edits', params: SessionParam },
  /** How far a call of the host's own tools would reach. */
  scope: {
    route: 'POST /api/mcp/sessions/:session/scope',
    params: SessionParam,
    body: z.object({ server: z.string(), tool: z.string(), arguments: z.record(z.string(), z.unknown()) }),
    answer: z.object({ scope: z.nullable(CallScope) }),
  },
} satisfies Endpoints;
