import { z } from 'zod';
import { SCRIPT_EVENTS, SCRIPT_FAILURES } from '#core/reliability/scripts/script-table.ts';
import { McpSessionId } from './mcp-calls.ts';

const Hash = z.string().regex(/^[0-9a-f]{64}$/);
const Args = z.record(z.string(), z.unknown());
/** Tools of models; a call's own id is chosen by a vendor. */
const Call = { tool: z.string().max(256), call: z.string().max(4096), args: Args };

/** A text as a person may trust it: every control and direction character is spelled out. */
const Shown = z.object({ text: z.string(), hidden: z.boolean() });

/** A script of the person's configuration, with everything that its consent is about. */
export const ScriptRow = z.object({
  /** What a consent is bound to. */
  hash: Hash,
  name: Shown,
  event: z.enum(SCRIPT_EVENTS),
  /** Null: every tool, or an event without tools. */
  matcher: Shown.nullable(),
  command: Shown,
  seconds: z.number(),
  /** It names something in the folder that it runs in: who can write there decides what runs. */
  fromFolder: z.boolean(),
  /** Names of the variables that it gets. */
  env: z.array(z.string()),
  agreed: z.boolean(),
});
export type ScriptRow = z.infer<typeof ScriptRow>;

export const ScriptList = z.object({ scripts: z.array(ScriptRow) });
export type ScriptList = z.infer<typeof ScriptList>;

export const AgreeToScript = z.object({ hash: Hash });

/** Which scripts run, and whether, is the host's to say: it reads the definitions and consents itself. */
export const RunScripts = z.object({
  session: McpSessionId,
  /** The conversation whose attached folder they run in; a task has that of the one it works for. */
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
  why: z.enum(SCRIPT_FAILURES).exactOptional(),
  detail: z.string().exactOptional(),
});

/** What the scripts of an event want together (core/reliability/scripts/join-verdicts.ts). */
export const ScriptsAnswerSchema = z.object({
  notes: z.array(ScriptNoteSchema),
  refused: Words.exactOptional(),
  ask: Words.exactOptional(),
  args: Args.exactOptional(),
  context: z.array(Words),
});
