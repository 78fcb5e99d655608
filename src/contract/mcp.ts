import { z } from 'zod/mini';
import type { Endpoints } from './endpoint.ts';

/**
 * Id of a server: part of its address `/api/mcp/<id>` and of the names of its tools (`<id>__<tool>`), so it never has
 * two underscores in a row. `splitToolName` (core/tool-names.ts) relies on it.
 */
export const McpServerId = z.string().check(z.regex(/^(?!.*__)[a-z0-9](?:[a-z0-9_-]{0,46}[a-z0-9])?$/));

/** How to reach a server. Values of `env` and `headers` are write-only: null keeps the stored value. */
export const McpDefinition = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('stdio'),
    command: z.string().check(z.minLength(1), z.maxLength(4096)),
    args: z._default(z.array(z.string().check(z.maxLength(32_768))).check(z.maxLength(256)), []),
    cwd: z._default(z.nullable(z.string().check(z.minLength(1), z.maxLength(4096))), null),
    env: z._default(
      z.record(z.string().check(z.regex(/^[^=\0]{1,256}$/)), z.nullable(z.string().check(z.maxLength(32_768)))),
      {},
    ),
  }),
  z.object({
    kind: z.enum(['http', 'sse']),
    url: z.string().check(z.minLength(1), z.maxLength(2048)),
    headers: z._default(
      z.record(
        z.string().check(z.regex(/^[\w!#$%&'*+.^`|~-]{1,128}$/)),
        z.nullable(z.string().check(z.maxLength(8192))),
      ),
      {},
    ),
    /** Baton's client registration at the sign-in server, entered by hand. An empty secret means that there is none. */
    client: z.optional(
      z.object({
        id: z.string().check(z.minLength(1), z.maxLength(2048)),
        secret: z.nullable(z.string().check(z.maxLength(8192))),
      }),
    ),
  }),
]);
export type McpDefinition = z.infer<typeof McpDefinition>;

/** Leaves out every value that may be a secret. `steering` are environment values that decide which code runs. */
export const McpShownDefinition = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('stdio'),
    command: z.string(),
    args: z.array(z.string()),
    cwd: z.nullable(z.string()),
    envNames: z.array(z.string()),
    steering: z.record(z.string(), z.string()),
  }),
  z.object({
    kind: z.enum(['http', 'sse']),
    url: z.string(),
    headerNames: z.array(z.string()),
    client: z.nullable(z.object({ id: z.string(), hasSecret: z.boolean() })),
  }),
  z.object({ kind: z.literal('builtin') }),
]);
export type McpShownDefinition = z.infer<typeof McpShownDefinition>;

export const McpToolState = z.object({
  name: z.string(),
  title: z.nullable(z.string()),
  description: z.string(),
  /** Hash of the name, description, schemas and annotations that the server reports now. */
  hash: z.string(),
  /** False: new or changed since the list was approved. The tool is not offered and does not run. */
  approved: z.boolean(),
  /** False: switched off by the user. */
  enabled: z.boolean(),
  readOnly: z.boolean(),
  destructive: z.boolean(),
  openWorld: z.boolean(),
  /** Arguments that a server over HTTP also wants in a header (`x-mcp-header`). */
  mirrored: z.array(z.object({ argument: z.string(), header: z.string() })),
  /** Characters of the definition that a model receives, for the token estimate. */
  characters: z.number(),
});
export type McpToolState = z.infer<typeof McpToolState>;

export const McpHealth = z.object({
  /** `approval`: its definition was never approved or has changed since. */
  state: z.enum(['off', 'approval', 'stopped', 'starting', 'running', 'crashed', 'sign-in']),
  since: z.number(),
  /** Why the server crashed or cannot start, or why the sign-in failed. */
  reason: z.nullable(z.string()),
  /** Time of the next allowed automatic start. A manual restart is always allowed. */
  nextTry: z.nullable(z.number()),
  crashes: z.number(),
});
export type McpHealth = z.infer<typeof McpHealth>;

/** The time limit for a call, in seconds. */
export const CALL_SECONDS = { min: 1, max: 86_400 };
const CallSeconds = z.int().check(z.minimum(CALL_SECONDS.min), z.maximum(CALL_SECONDS.max));

export const McpServer = z.object({
  id: McpServerId,
  label: z.string(),
  builtin: z.boolean(),
  enabled: z.boolean(),
  definition: McpShownDefinition,
  /** The hash that an approval is bound to. */
  hash: z.string(),
  approved: z.boolean(),
  /** It was approved, which can't be verified before the keys are unlocked. */
  locked: z.optional(z.literal(true)),
  /**
   * The server's statements about the risk of its tools are believed, because the user said so or because it is Baton's
   * own.
   */
  trusted: z.boolean(),
  health: McpHealth,
  name: z.nullable(z.string()),
  version: z.nullable(z.string()),
  instructions: z.nullable(z.string()),
  /** From the last start; null before the first. */
  tools: z.nullable(z.array(McpToolState)),
  /** Increases with every change of tools, resources or prompts. */
  revision: z.number(),
  signedIn: z.boolean(),
  /** The user's time limit for a call, in seconds, instead of Baton's own. */
  timeout: z.optional(CallSeconds),
  /** The scopes of the sign-in, if known. */
  scope: z.optional(z.string()),
});
export type McpServer = z.infer<typeof McpServer>;

export const McpServerList = z.object({ servers: z.array(McpServer), warnings: z.array(z.string()) });
export type McpServerList = z.infer<typeof McpServerList>;

export const NewMcpServer = z.object({
  label: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
  definition: McpDefinition,
});
export type NewMcpServer = z.infer<typeof NewMcpServer>;

export const ChangeMcpServer = z.object({
  label: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(80))),
  enabled: z.optional(z.boolean()),
  definition: z.optional(McpDefinition),
  /** In seconds; null for Baton's own limits. */
  timeout: z.optional(z.nullable(CallSeconds)),
  /** Switches tools on or off by name. */
  tools: z.optional(z.record(z.string(), z.boolean())),
});
export type ChangeMcpServer = z.infer<typeof ChangeMcpServer>;

/** One line of the approval dialog. `text` has every control and direction character escaped. */
export const McpApprovalLine = z.object({
  role: z.enum(['command', 'argument', 'folder', 'env', 'steering', 'url', 'header', 'client']),
  text: z.string(),
  /** True if a character was escaped. */
  hidden: z.boolean(),
});
export type McpApprovalLine = z.infer<typeof McpApprovalLine>;

export const McpToolChange = z.object({
  name: z.string(),
  change: z.enum(['added', 'changed']),
  hash: z.string(),
  /** Control characters are escaped. */
  before: z.nullable(z.string()),
  now: z.string(),
});
export type McpToolChange = z.infer<typeof McpToolChange>;

export const McpApproval = z.object({
  hash: z.string(),
  approved: z.boolean(),
  lines: z.array(McpApprovalLine),
  tools: z.array(McpToolChange),
  /** Under the same version there is another package now than the one that was approved. Hashes as npm writes them. */
  package: z.optional(z.object({ name: z.string(), before: z.string(), now: z.string() })),
});
export type McpApproval = z.infer<typeof McpApproval>;

/** What the user approved: the definition, tools of the changed list, or both. */
export const ApproveMcp = z.object({
  hash: z.string(),
  tools: z.optional(z.record(z.string(), z.string())),
});

export const McpLog = z.object({
  lines: z.array(z.object({ at: z.number(), from: z.enum(['host', 'stderr', 'stdout', 'server']), text: z.string() })),
});
export type McpLog = z.infer<typeof McpLog>;

/** If `opened` is false, the browser opens `url` itself. */
export const McpSignIn = z.object({ url: z.string(), opened: z.boolean() });
export type McpSignIn = z.infer<typeof McpSignIn>;

/** A folder that the tools of one session may work in. */
export const AttachedFolder = z.object({
  path: z.string(),
  /** Its files are the user's own; false: they count as outside content. Null until the user says which. */
  own: z.nullable(z.boolean()),
});
export type AttachedFolder = z.infer<typeof AttachedFolder>;
export const AttachFolder = z.object({
  path: z.string().check(z.minLength(1), z.maxLength(4096)),
  /** The user agreed to a folder as wide as the home folder or a whole disk. */
  wide: z._default(z.boolean(), false),
});
export const AttachedFolders = z.object({
  folders: z.array(AttachedFolder),
  /** The host runs edits in them without asking. */
  edits: z.boolean(),
});
export type AttachedFolders = z.infer<typeof AttachedFolders>;

/** The user's MCP servers: definitions, consent, start and stop, sign-in. None of these runs a tool. */
export const mcpServerEndpoints = {
  servers: { route: 'GET /api/mcp/servers', answer: McpServerList },
  add: { route: 'POST /api/mcp/servers', body: NewMcpServer, answer: McpServer, status: 201 },
  server: { route: 'GET /api/mcp/servers/:id', answer: McpServer },
  change: { route: 'PATCH /api/mcp/servers/:id', body: ChangeMcpServer, answer: McpServer },
  remove: { route: 'DELETE /api/mcp/servers/:id' },
  approval: { route: 'GET /api/mcp/servers/:id/approval', answer: McpApproval },
  approve: { route: 'POST /api/mcp/servers/:id/approval', body: ApproveMcp, answer: McpServer, by: 'gesture' },
  revoke: { route: 'DELETE /api/mcp/servers/:id/approval', answer: McpServer },
  /** Trusts what the server says about the risk of its tools, for the definition that was shown. */
  trust: {
    route: 'POST /api/mcp/servers/:id/trust',
    body: z.pick(ApproveMcp, { hash: true }),
    answer: McpServer,
    by: 'gesture',
  },
  distrust: { route: 'DELETE /api/mcp/servers/:id/trust', answer: McpServer },
  start: { route: 'POST /api/mcp/servers/:id/start', answer: McpServer },
  restart: { route: 'POST /api/mcp/servers/:id/restart', answer: McpServer },
  stop: { route: 'POST /api/mcp/servers/:id/stop', answer: McpServer },
  log: { route: 'GET /api/mcp/servers/:id/log', answer: McpLog },
  signIn: { route: 'POST /api/mcp/servers/:id/sign-in', answer: McpSignIn },
  cancelSignIn: { route: 'DELETE /api/mcp/servers/:id/sign-in' },
  signOut: { route: 'POST /api/mcp/servers/:id/sign-out', answer: McpServer },
} satisfies Endpoints;
