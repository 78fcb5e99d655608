import type { ScriptEvent, ScriptNote } from '../../script-table.ts';
import { isObject } from '../../json.ts';

/** How a script ended and what it wrote. */
export interface ScriptEnd {
  end: 'exit' | 'timeout' | 'cancelled';
  code: number | null;
  signal: string | null;
  stdout: string;
  stderr: string;
  /** The output exceeded the limit. */
  cut: boolean;
  /** Its time limit. */
  seconds: number;
}

/** What one script asks for. */
export interface ScriptVerdict {
  notes: Pick<ScriptNote, 'did' | 'text' | 'why' | 'detail'>[];
  /** The call or the message is refused. For `Stop`: the model continues. */
  refused?: string;
  /** The user is asked, whatever the grants. */
  ask?: string;
  args?: Readonly<Record<string, unknown>>;
  /** For the model. */
  context?: string;
}

/** Maximum length of a script's text anywhere (Claude Code has the same bound for what it adds, 2026-10). */
const MAX_WORDS = 10_000;
const NO_REASON = 'It gave no reason.';

/**
 * Exit code 0 continues, as standard output says. 2 blocks, with standard error as the reason. Anything else is a
 * failure that blocks nothing. `allow` and `approve` are ignored: only the user approves.
 */
export function readVerdict(event: ScriptEvent, ended: ScriptEnd): ScriptVerdict {
  const { end, code, signal, cut, seconds } = ended;
  const stderr = clip(ended.stderr);
  if (end === 'cancelled') return { notes: [] };
  if (end === 'timeout') return failure('timeout', stderr, String(seconds));
  if (signal !== null) return failure('signal', stderr, signal);
  if (code === 2) return block(event, stderr || NO_REASON);
  if (code !== 0) return failure('exit', stderr, String(code ?? '?'));
  if (cut) return failure('size', '');
  const stdout = ended.stdout.trim();
  if (stdout.startsWith('{')) return readJson(event, stdout);
  // Only for these events, plain text is meant for the model.
  return event === 'UserPromptSubmit' && stdout !== '' ? add({ notes: [] }, clip(stdout)) : { notes: [] };
}

function failure(why: NonNullable<ScriptNote['why']>, text: string, detail?: string): ScriptVerdict {
  return { notes: [{ did: 'failed', text, why, ...(detail !== undefined && { detail }) }] };
}

function block(event: ScriptEvent, reason: string): ScriptVerdict {
  // The tool has already run. All that is left is to inform the model.
  if (event === 'PostToolUse') return add({ notes: [] }, reason);
  return { notes: [{ did: event === 'Stop' ? 'kept' : 'blocked', text: reason }], refused: reason };
}

function add(verdict: ScriptVerdict, text: string): ScriptVerdict {
  const context = verdict.context === undefined ? text : `${verdict.context}\n${text}`;
  return { ...verdict, notes: [...verdict.notes, { did: 'added', text }], context };
}

function readJson(event: ScriptEvent, stdout: string): ScriptVerdict {
  let value: unknown;
  try {
    value = JSON.parse(stdout);
  } catch {
    return failure('json', clip(stdout).slice(0, 500));
  }
  if (!isObject(value)) return failure('json', clip(stdout).slice(0, 500));
  const { hookSpecificOutput: given } = value;
  const own = isObject(given) ? given : {};
  if (own['hookEventName'] !== undefined && own['hookEventName'] !== event)
    return failure('event', '', textOf(own, 'hookEventName').slice(0, 100));

  let verdict: ScriptVerdict = { notes: [] };
  const said = textOf(value, 'systemMessage');
  if (said !== '') verdict.notes.push({ did: 'said', text: said });
  const refusal = refusalOf(event, value, own);
  if (refusal !== null) {
    const blocked = block(event, refusal);
    verdict = { ...verdict, ...blocked, notes: [...verdict.notes, ...blocked.notes] };
  }
  if (event === 'PreToolUse' && verdict.refused === undefined) verdict = { ...verdict, ...beforeCall(own, verdict) };
  const context = textOf(own, 'additionalContext');
  return context === '' || event === 'Stop' ? verdict : add(verdict, context);
}

/** Why something is refused. `null` when it may continue. */
function refusalOf(event: ScriptEvent, value: Json, own: Json): string | null {
  if (own['permissionDecision'] === 'deny' && event === 'PreToolUse')
    return textOf(own, 'permissionDecisionReason') || NO_REASON;
  if (value['decision'] === 'block') return textOf(value, 'reason') || NO_REASON;
  // A script that wants everything to end does not want the model to continue.
  if (value['continue'] === false && event !== 'Stop') return textOf(value, 'stopReason') || NO_REASON;
  return null;
}

function beforeCall(own: Json, { notes }: ScriptVerdict): Partial<ScriptVerdict> {
  const { updatedInput: args } = own;
  const ask = own['permissionDecision'] === 'ask' ? textOf(own, 'permissionDecisionReason') || NO_REASON : null;
  const changed = isObject(args);
  return {
    ...(changed && { args }),
    ...(ask !== null && { ask }),
    notes: [
      ...notes,
      ...(changed ? [{ did: 'changed' as const, text: clip(JSON.stringify(args)) }] : []),
      ...(ask === null ? [] : [{ did: 'asked' as const, text: ask }]),
    ],
  };
}

type Json = Readonly<Record<string, unknown>>;

function textOf(value: Json, key: string): string {
  const text = value[key];
  return typeof text === 'string' ? clip(text) : '';
}

function clip(text: string): string {
  const trimmed = text.toWellFormed().trim();
  return trimmed.length > MAX_WORDS ? `${trimmed.slice(0, MAX_WORDS).toWellFormed()}…` : trimmed;
}
