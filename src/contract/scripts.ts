import { z } from 'zod/mini';
import { SCRIPT_EVENTS, SCRIPT_FAILURES } from '#core/script-table.ts';
import { McpSessionId } from './mcp-calls.ts';
import type { Endpoints } from './endpoint.ts';

const Hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const Args = z.record(z.string(), z.unknown());
/** A call of a model. The vendor chooses the call's id. */
const Call = { tool: z.string().check(z.maxLength(256)), call: z.string().check(z.maxLength(4096)), args: Args };

/** Text that is safe to show: every control and direction character is escaped. */
const Shown = z.object({ text: z.string(), hidden: z.boolean() });

/** A script of the user's configuration, with everything that its consent covers. */
export const ScriptRow = z.object({
  /** The hash that a consent is bound to. */
  hash: Hash,
  name: Shown,
  event: z.enum(SCRIPT_EVENTS),
  /** `null` for every tool, or for an event without tools. */
  matcher: z.nullable(Shown),
  command: Shown,
  seconds: z.number(),
  /** It names something in the folder that it runs in, so anyone with write access there decides what runs. */
  fromFolder: z.boolean(),
  /** Names of the environment variables it receives. */
  env: z.array(z.string()),
  agreed: z.boolean(),
});
export type ScriptRow = z.infer<typeof ScriptRow>;

export const ScriptList = z.object({ scripts: z.array(ScriptRow) });
export type ScriptList = z.infer<typeof ScriptList>;

/** The host decides which scripts run. It reads the definitions and consents itself. */
export const RunScripts = z.object({
  session: McpSessionId,
  /** The conversation whose attached folder the scripts run in. For a task, the conversation that began it. */
  folderOf: McpSessionId,
  occasion: z.discriminatedUnion('event', [
    z.object({ event: z.literal('PreToolUse'), ...Call }),
    z.object({ event: z.literal('PostToolUse'), ...Call, result: z.string() }),
    z.object({ event: z.literal('UserPromptSubmit'), prompt: z.string() }),
    z.object({ event: z.literal('Stop'), active: z.boolean(), answer: z.string() }),
  ]),
});
export type RunScripts = z.infer<typeof RunScripts>;

const Words = z.object({ script: z.string(), text: z.string() });

export const ScriptNoteSchema = z.object({
  script: z.string(),
  event: z.enum(SCRIPT_EVENTS),
  did: z.enum(['blocked', 'asked', 'changed', 'added', 'kept', 'said', 'failed']),
  text: z.string(),
  why: z.exactOptional(z.enum(SCRIPT_FAILURES)),
  detail: z.exactOptional(z.string()),
});

/** The merged results of all scripts of an event (core/reliability/scripts/join-verdicts.ts). */
export const ScriptsAnswerSchema = z.object({
  notes: z.array(ScriptNoteSchema),
  refused: z.exactOptional(Words),
  ask: z.exactOptional(Words),
  args: z.exactOptional(Args),
  context: z.array(Words),
});

const Rows = z.pipe(
  ScriptList,
  z.transform(({ scripts }) => scripts),
);

/** The user's scripts. The host stores them, asks for consent and runs them. */
export const scriptEndpoints = {
  list: { route: 'GET /api/scripts', answer: Rows },
  /** Rejects with `approval_stale` if the script is no longer as shown. Returns the new list. */
  agree: { route: 'POST /api/scripts/consents', body: z.object({ hash: Hash }), answer: Rows, by: 'gesture' },
  revoke: { route: 'DELETE /api/scripts/consents/:hash', answer: Rows },
  /** Large, because it contains the arguments and the result of a call. */
  run: { route: 'POST /api/scripts/runs', body: RunScripts, limit: 16 * 1024 ** 2, answer: ScriptsAnswerSchema },
} satisfies Endpoints;
