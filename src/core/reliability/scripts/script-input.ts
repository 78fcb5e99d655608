import type { ScriptEvent } from '../../script-table.ts';
import { scriptToolName } from './match-tool.ts';

type Args = Readonly<Record<string, unknown>>;

/** What happened, as the scripts of an event receive it. */
export type ScriptOccasion =
  | { event: 'PreToolUse'; tool: string; call: string; args: Args }
  | { event: 'PostToolUse'; tool: string; call: string; args: Args; result: string }
  | { event: 'UserPromptSubmit'; prompt: string }
  /** `active`: the model had continued because of a script of this event. */
  | { event: 'Stop'; active: boolean; answer: string };

export interface ScriptScope {
  session: string;
  folder: string;
}

/** Argument names of Baton's file tools, and their names in Claude Code. */
const ALIASES: Readonly<Record<string, string>> = {
  path: 'file_path',
  old_text: 'old_string',
  new_text: 'new_string',
};
const WITH_ALIASES = 'builtin_workspace_server__';

/** A script's standard input. Names are those of Claude Code; `baton_tool` is the name in Baton. */
export function scriptInput(occasion: ScriptOccasion, { session, folder }: ScriptScope): Record<string, unknown> {
  const common = { session_id: session, cwd: folder, hook_event_name: occasion.event satisfies ScriptEvent };
  switch (occasion.event) {
    case 'UserPromptSubmit':
      return { ...common, prompt: occasion.prompt };
    case 'Stop':
      return { ...common, stop_hook_active: occasion.active, last_assistant_message: occasion.answer };
    default: {
      const { tool, call, args } = occasion;
      return {
        ...common,
        tool_name: scriptToolName(tool),
        baton_tool: tool,
        tool_use_id: call,
        tool_input: withAliases(tool, args),
        ...(occasion.event === 'PostToolUse' && {
          tool_response: { text: occasion.result },
        }),
      };
    }
  }
}

function withAliases(tool: string, args: Args): Record<string, unknown> {
  const given: Record<string, unknown> = { ...args };
  if (!tool.startsWith(WITH_ALIASES)) return given;
  for (const [own, alias] of Object.entries(ALIASES)) if (Object.hasOwn(args, own)) given[alias] = args[own];
  return given;
}

/** The arguments that a script returned, under Baton's names. When both names are there, the changed one counts. */
export function ownArguments(tool: string, args: Args, answered: Args): Record<string, unknown> {
  const own: Record<string, unknown> = { ...answered };
  if (!tool.startsWith(WITH_ALIASES)) return own;
  for (const [name, alias] of Object.entries(ALIASES)) {
    if (!Object.hasOwn(args, name) || !Object.hasOwn(own, alias)) continue;
    if (!Object.hasOwn(own, name) || own[alias] !== args[name]) own[name] = own[alias];
    delete own[alias];
  }
  return own;
}
