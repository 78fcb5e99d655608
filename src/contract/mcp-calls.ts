import { z } from 'zod/mini';
import { CommandRule } from './command-rule.ts';
import { ConsentGiven, ConsentState } from './consent-given.ts';
import { FindContextFiles, FolderOutlines, FoundContextFiles } from './context-files.ts';
import type { Endpoints } from './endpoint.ts';
import { AttachFolder, AttachedFolders } from './mcp.ts';

/** In `params._meta` of `tools/call`. The host reads these fields and passes none of them on. */
export const MCP_SESSION_META = 'baton/session';
export const MCP_TICKET_META = 'baton/ticket';
/** The page's id for the call. Also in `params._meta` of the questions that belong to the call, where that is known. */
export const MCP_CALL_META = 'baton/call';

/** JSON-RPC error code of everything that the host itself refuses at `/api/mcp/<id>`; `data` is a McpRefusal. */
export const MCP_REFUSED = -32050;

export const McpRefusal = z.object({
  reason: z.enum([
    /** Switched off. */
    'off',
    /** Its definition waits for approval. */
    'approval',
    'sign-in',
    /** It could not start, ended during the call, or waits before the next start. */
    'crashed',
    'unknown-tool',
    /** The tool is new or changed and waits for approval. */
    'tool-approval',
    'tool-off',
    /** The call carries no valid ticket and no grant covers it. */
    'ticket',
    'cancelled',
  ]),
  nextTry: z.optional(z.number()),
  /**
   * For `sign-in`: the scopes that are needed in addition to those of the current sign-in, as the server wrote them.
   */
  scope: z.optional(z.string()),
});
export type McpRefusal = z.infer<typeof McpRefusal>;

const SESSION_ID = 'A session id has 1 to 128 characters.';
export const McpSessionId = z.string().check(z.minLength(1, SESSION_ID), z.maxLength(128, SESSION_ID));

/** In `params._meta` of `tools/call`: the run that the call belongs to. */
export const MCP_TURN_META = 'baton/turn';

const Hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/**
 * The user approved this call as it was shown: `definition` and `toolHash` are those of the server and tool in the
 * question. If either has changed since, the user is asked again. `argsHash` is the hex SHA-256 over
 * `canonicalJson(arguments)` (core/canonical-json.ts). `remember` also stores a grant for this tool as it was shown;
 * `turn` stays in memory, for the named run.
 */
export const ApproveCall = z
  .object({
    server: z.string(),
    tool: z.string(),
    definition: Hash,
    toolHash: Hash,
    session: McpSessionId,
    arguments: z.optional(z.record(z.string(), z.unknown())),
    argsHash: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
    remember: z._default(z.enum(['once', 'turn', 'session', 'always']), 'once'),
    turn: z.optional(z.string().check(z.maxLength(128))),
    /** Also always allows commands that this rule covers, in the folder of this call. The rule must cover this call. */
    command: z.optional(CommandRule),
  })
  .check(
    z.refine((call) => (call.remember === 'turn') === (call.turn !== undefined), { message: 'name the run' }),
    z.refine((call) => (call.arguments === undefined) !== (call.argsHash === undefined), {
      message: 'give either arguments or argsHash',
    }),
    z.refine((call) => call.command === undefined || (call.remember === 'once' && call.arguments !== undefined), {
      message: 'a rule for a command needs the call it is made of',
    }),
  );
export type ApproveCall = z.infer<typeof ApproveCall>;

/** For exactly one call, in its `_meta`. */
export const CallTicket = z.object({ ticket: z.string(), expiresAt: z.number() });
export type CallTicket = z.infer<typeof CallTicket>;

export const McpRule = z.object({
  id: z.string(),
  server: z.string(),
  tool: z.string(),
  /** `null` for every session. */
  session: z.nullable(z.string()),
  at: z.number(),
  given: z.nullable(ConsentGiven),
  state: ConsentState,
  /** The grant counts, and server and tool are unchanged. */
  valid: z.boolean(),
  /** Given for commands in the sandbox: whether they run in it now. It counts only then. */
  sandbox: z.exactOptional(z.enum(['on', 'off'])),
});
export type McpRule = z.infer<typeof McpRule>;
export const McpRuleList = z.object({ rules: z.array(McpRule) });

const SessionParam = { session: McpSessionId };

/** What a tool call needs: consent and folders. */
export const mcpCallEndpoints = {
  /** The user allowed this call; the ticket goes into its `_meta`. */
  allow: { route: 'POST /api/mcp/approvals', body: ApproveCall, answer: CallTicket, by: 'gesture' },
  /** Grants for a single run end with it. */
  endTurn: { route: 'DELETE /api/mcp/turns/:turn' },
  rules: {
    route: 'GET /api/mcp/rules',
    answer: z.pipe(
      McpRuleList,
      z.transform(({ rules }) => rules),
    ),
  },
  removeRules: { route: 'DELETE /api/mcp/rules' },
  removeRule: { route: 'DELETE /api/mcp/rules/:rule' },
  folders: { route: 'GET /api/mcp/sessions/:session/folders', params: SessionParam, answer: AttachedFolders },
  attachFolder: {
    route: 'POST /api/mcp/sessions/:session/folders',
    params: SessionParam,
    body: AttachFolder,
    answer: AttachedFolders,
    by: 'gesture',
  },
  detachFolder: {
    route: 'POST /api/mcp/sessions/:session/folders/detach',
    params: SessionParam,
    body: z.pick(AttachFolder, { path: true }),
    answer: AttachedFolders,
  },
  /** Context files of the session's folders. */
  contextFiles: {
    route: 'POST /api/mcp/sessions/:session/context-files',
    params: SessionParam,
    body: FindContextFiles,
    answer: FoundContextFiles,
  },
  outline: { route: 'GET /api/mcp/sessions/:session/outline', params: SessionParam, answer: FolderOutlines },
  /** Called for a permanently deleted session: removes its grants and folders. */
  forgetSession: { route: 'DELETE /api/mcp/sessions/:session', params: SessionParam },
} satisfies Endpoints;

/** The MCP endpoint of each server. It speaks MCP, so it has no schemas here. */
export const MCP_PATH = '/api/mcp/:id';
