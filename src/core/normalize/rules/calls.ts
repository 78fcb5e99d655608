import type { AssistantItem, AssistantPart, CallItem, Draft, RuleContext } from '../../draft/draft.ts';
import { changeParts, isCall } from '../../draft/draft.ts';
import type { ToolCallPart } from '../../message.ts';
import { wellFormed, wellFormedJson } from '../../text.ts';
import { without } from '../../without.ts';
import { CANCELLED_RESULT, MISSING_RESULT } from '../base/texts.ts';
import { isObject } from '../../json.ts';

/** A call whose arguments never arrived complete was not run and is not replayed (A14, R11). */
export function dropTruncatedCalls(draft: Draft, context: RuleContext): void {
  for (const item of draft.items) if (item.role === 'assistant') changeParts(item, context, dropIfCut);
}

function dropIfCut(placed: AssistantPart, item: AssistantItem, context: RuleContext): AssistantPart | null {
  if (!isCall(placed) || !isCut(placed, item)) return placed;
  context.notes.add('drop-cut-call', placed.at, placed.part.name);
  return null;
}

function isCut({ part, result }: CallItem, item: AssistantItem): boolean {
  const unfinished = item.stop === 'aborted' || item.stop === 'error' || item.stop === 'length';
  return unfinished && result === null && part.rawArgs !== undefined && parseObject(part.rawArgs) === null;
}

/** Arguments become a JSON object: parsed when they are text, wrapped when they are anything else (A15, X-17). */
export function argumentsToObject(draft: Draft, context: RuleContext): void {
  for (const item of draft.items) if (item.role === 'assistant') changeParts(item, context, withObject);
}

function withObject(placed: AssistantPart, _item: AssistantItem, context: RuleContext): AssistantPart {
  if (!isCall(placed)) return placed;
  const part = withObjectArgs(placed.part);
  if (part === placed.part) return placed;
  context.notes.add('arguments-to-object', placed.at, part.name);
  return { ...placed, part };
}

/** The call can be sent as it arrived. */
export function hasObjectArguments(part: ToolCallPart): boolean {
  return withObjectArgs(part) === part;
}

const checked = new WeakMap<ToolCallPart, ToolCallPart>();

/** Returns the call itself when its arguments are already a well-formed object; otherwise the same copy every time. */
function withObjectArgs(part: ToolCallPart): ToolCallPart {
  if (part.rawArgs === undefined && isObject(part.args) && isPlain(part.args, MAX_DEPTH)) return part;
  const cached = checked.get(part);
  if (cached) return cached;
  const args = plainJson(objectOf(part));
  const fits = args === part.args && part.rawArgs === undefined;
  const answer = fits ? part : { ...without(part, 'rawArgs'), args };
  checked.set(part, answer);
  return answer;
}

/** Deeper than any realistic arguments. The limits of servers and of this program are not far beyond. */
const MAX_DEPTH = 64;

/** Whether JSON can express a value as it is. `false` when that takes a closer look. */
function isPlain(value: unknown, depth: number): boolean {
  switch (typeof value) {
    case 'string':
      return value.isWellFormed();
    case 'number':
    case 'boolean':
      return true;
    case 'object':
      break;
    default:
      return false;
  }
  if (value === null) return true;
  if (depth === 0) return false;
  if (Array.isArray(value)) return value.every((inner) => isPlain(inner, depth - 1));
  for (const key of Object.keys(value))
    if (!key.isWellFormed() || !isPlain((value as Record<string, unknown>)[key], depth - 1)) return false;
  return true;
}

/**
 * Returns well-formed arguments without anything that JSON cannot express: values nested too deep become their JSON
 * text, values that cannot be written at all an empty object.
 */
function plainJson(args: object): unknown {
  try {
    const json = JSON.stringify(args);
    return isDeeper(args, MAX_DEPTH) ? { input: wellFormed(json) } : wellFormedJson(args);
  } catch {
    return {};
  }
}

function isDeeper(value: object, depth: number): boolean {
  if (depth === 0) return true;
  return Object.values(value).some(
    (inner: unknown) => typeof inner === 'object' && inner !== null && isDeeper(inner, depth - 1),
  );
}

function objectOf({ args, rawArgs }: ToolCallPart): object {
  if (rawArgs !== undefined)
    return parseObject(rawArgs) ?? (isObject(args) && Object.keys(args).length > 0 ? args : { input: rawArgs });
  if (isObject(args)) return args;
  if (typeof args === 'string') return args.trim() === '' ? {} : (parseObject(args) ?? { input: args });
  return args === null || args === undefined ? {} : { input: args };
}

function parseObject(json: string): object | null {
  try {
    const value: unknown = JSON.parse(json);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** Every call gets exactly one result. A result that was never recorded is reported as an error (A10, O1, R6, G4). */
export function closeOpenCalls(draft: Draft, context: RuleContext): void {
  for (const item of draft.items) {
    if (item.role === 'user') continue;
    for (const placed of item.parts) {
      if (!isCall(placed) || placed.result) continue;
      const text = item.stop === 'aborted' ? CANCELLED_RESULT : MISSING_RESULT;
      context.notes.add('missing-result', placed.at, placed.part.name);
      placed.result = { part: { type: 'tool_result', text, isError: true }, at: placed.at };
    }
  }
}
