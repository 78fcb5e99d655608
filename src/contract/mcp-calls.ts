import { z } from 'zod';
import { ConsentGiven, ConsentState } from './consents.ts';

/** In `params._meta` of `tools/call`. The host reads them and passes none of them on. */
export const MCP_SESSION_META = 'baton/session';
export const MCP_TICKET_META = 'baton/ticket';
/** What the page calls the call by; in `params._meta` of the questions that belong to it, where that is known. */
export const MCP_CALL_META = 'baton/call';

/** JSON-RPC error code of everything the host itself refuses at `/api/mcp/<id>`; `data` is a McpRefusal. */
export const MCP_REFUSED = -32050;

export const McpRefusal = z.object({
  reason: z.enum([
    /** Switched off. */
    'off',
    /** Its definition waits for approval. */
    'approval',
    'sign-in',
    /** It could not be started, ended during the call, or waits before the next start. */
    'crashed',
    'unknown-tool',
    /** The tool is new or changed and waits for approval. */
    'tool-approval',
    'tool-off',
    /** The call carries no valid ticket and no rule covers it. */
    'ticket',
    'cancelled',
  ]),
  nextTry: z.number().optional(),
  /** Of `sign-in`: the rights that are wanted beside those of the present sign-in; in the server's words. */
  scope: z.string().optional(),
});
export type McpRefusal = z.infer<typeof McpRefusal>;

export const McpSessionId = z.string().min(1).max(128);

/** In `params._meta` of `tools/call`: the run of an agent that the call belongs to. */
export const MCP_TURN_META = 'baton/turn';

const Hash = z.string().regex(/^[0-9a-f]{64}$/);

/**
 * The user allowed this call, as it was shown: `definition` and `toolHash` are those of the server and the tool that the
 * question was about; when they are not those of now it is asked anew. `arguments`, or their hash: hex SHA-256 over `canonicalJson(arguments)`
 * (core/canonical-json.ts). `remember` also keeps a rule for this tool as it was shown: `turn` in memory, for the run named.
 */
export const ApproveCall = z
  .object({
    server: z.string(),
    tool: z.string(),
    definition: Hash,
    toolHash: Hash,
    session: McpSessionId,
    arguments: z.record(z.string(), z.unknown()).optional(),
    argsHash: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .optional(),
    remember: z.enum(['once', 'turn', 'session', 'always']).default('once'),
    turn: z.string().max(128).optional(),
  })
  .refine((call) => (call.remember === 'turn') === (call.turn !== undefined), { message: 'name the run' })
  .refine((call) => (call.arguments === undefined) !== (call.argsHash === undefined), {
    message: 'give either arguments or argsHash',
  });
export type ApproveCall = z.infer<typeof ApproveCall>;

/** For one call, once. Goes into `_meta` of the call. */
export const CallTicket = z.object({ ticket: z.string(), expiresAt: z.number() });
export type CallTicket = z.infer<typeof CallTicket>;

export const McpRule = z.object({
  id: z.string(),
  server: z.string(),
  tool: z.string(),
  /** null: in every session. */
  session: z.string().nullable(),
  at: z.number(),
  given: ConsentGiven.nullable(),
  state: ConsentState,
  /** It counts, and server and tool are what they were. */
  valid: z.boolean(),
});
export type McpRule = z.infer<typeof McpRule>;
export const McpRuleList = z.object({ rules: z.array(McpRule) });
