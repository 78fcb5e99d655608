/** Events at which the user's scripts run, named as in Claude Code's settings. */
export const SCRIPT_EVENTS = ['PreToolUse', 'PostToolUse', 'UserPromptSubmit', 'Stop'] as const;
export type ScriptEvent = (typeof SCRIPT_EVENTS)[number];

/** Events whose scripts are selected by the name of a tool. */
export const TOOL_EVENTS: ReadonlySet<ScriptEvent> = new Set(['PreToolUse', 'PostToolUse']);

export interface ScriptCommand {
  type: 'command';
  /** One line for the system's command shell. */
  command: string;
  /** Seconds. */
  timeout?: number | undefined;
}

export interface ScriptGroup {
  /** Names of tools, or a regular expression. Absent, empty or `*` for every tool. */
  matcher?: string | undefined;
  hooks: ScriptCommand[];
}

/** `hooks` of the configuration, in the shape of Claude Code's settings (docs of 2026-10). */
export type ScriptConfiguration = { [E in ScriptEvent]?: ScriptGroup[] | undefined };

export const DEFAULT_SCRIPT_SECONDS = 60;
export const MAX_SCRIPT_SECONDS = 600;
/** All scripts of one event together. */
export const MAX_EVENT_MS = 600_000;

/** What a script did, for the user. Stored with the call that it was about. */
export interface ScriptNote {
  /** As `scriptName` returns it. */
  script: string;
  event: ScriptEvent;
  /**
   * `blocked` and `asked`: the call or message. `kept`: the model continued after its end. `added`: text for the model.
   */
  did: 'blocked' | 'asked' | 'changed' | 'added' | 'kept' | 'said' | 'failed';
  /** Its own text, truncated. For a failure, what it wrote to standard error. */
  text: string;
  /** Set for a failure. A failed script has no effect. */
  why?: ScriptFailure;
  /**
   * For a failure: the exit code, the signal, the seconds, or why it could not be started (`often`: it made the model
   * continue too many times).
   */
  detail?: string;
}

export const SCRIPT_FAILURES = ['exit', 'signal', 'timeout', 'start', 'size', 'json', 'event', 'often'] as const;
export type ScriptFailure = (typeof SCRIPT_FAILURES)[number];

const MAX_NAME_LENGTH = 60;

/**
 * The display name of a command: the file it runs if that can be determined, otherwise its first word. For `python3
 * ~/hooks/check.py --all` it is `check.py`.
 */
export function scriptName(command: string): string {
  const words = command.match(/"[^"]*"|'[^']*'|[^\s;&|()<>]+/g) ?? [];
  const plain = words.map((word) => word.replace(/^["']|["']$/g, ''));
  const file = plain.find((word) => /\.[a-z0-9]{1,5}$/i.test(word) && !word.startsWith('-')) ?? plain[0] ?? command;
  const name = file.split(/[\\/]/).findLast((piece) => piece !== '') ?? file;
  return name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH - 1)}…` : name;
}
