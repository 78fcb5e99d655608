import { estimateJson } from '../base/estimate-tokens.ts';
import { isObject, type Json, objects, text } from '../base/json.ts';
import { inputUsage, totalInput } from './usage.ts';

/** The body that the model sees, and the edits that were applied; null when none were requested. */
export interface EditedContext {
  body: Json;
  applied: Json[] | null;
}

const DEFAULT_TRIGGER = 100_000;
const DEFAULT_KEEP = 3;
const PLACEHOLDER = '[Old tool result content cleared]';

const numberOf = (value: unknown, otherwise: number): number =>
  isObject(value) && typeof value.value === 'number' ? value.value : otherwise;

/**
 * `clear_tool_uses_20250919` as documented (platform docs, context editing, 2026-11): above the trigger, the oldest
 * tool results are replaced by a placeholder, except the newest `keep` and those of `exclude_tools`. Nothing is
 * replaced if that would free less than `clear_at_least`. Every request is edited anew, from the history as it was
 * sent.
 */
export function clearToolUses(body: Json): EditedContext {
  if (!isObject(body.context_management)) return { body, applied: null };
  const applied: Json[] = [];
  let edited = body;
  for (const edit of objects(body.context_management.edits)) {
    const cleared = applyEdit(edited, edit);
    if (!cleared) continue;
    edited = cleared.body;
    applied.push(cleared.applied);
  }
  return { body: edited, applied };
}

function applyEdit(body: Json, edit: Json): { body: Json; applied: Json } | null {
  const blocks = objects(body.messages).flatMap((message) => objects(message.content));
  const calls = blocks.filter((block) => block.type === 'tool_use');
  const byUses = isObject(edit.trigger) && edit.trigger.type === 'tool_uses';
  const size = byUses ? calls.length : totalInput(inputUsage(body));
  if (size <= numberOf(edit.trigger, DEFAULT_TRIGGER)) return null;

  const spared: readonly unknown[] = Array.isArray(edit.exclude_tools) ? edit.exclude_tools : [];
  const names = new Map(calls.map((call) => [text(call.id), text(call.name)]));
  const results = blocks.filter((block) => block.type === 'tool_result');
  const old = new Set(
    results
      .slice(0, Math.max(0, results.length - numberOf(edit.keep, DEFAULT_KEEP)))
      .filter((result) => !spared.includes(names.get(text(result.tool_use_id)))),
  );
  const oldIds = new Set([...old].map((result) => result.tool_use_id));
  const inputs = edit.clear_tool_inputs;
  const clearsInput = (call: Json): boolean =>
    oldIds.has(call.id) && (inputs === true || (Array.isArray(inputs) && inputs.includes(call.name)));
  const shown = (block: Json): Json => {
    if (old.has(block)) return { ...block, content: PLACEHOLDER };
    return block.type === 'tool_use' && clearsInput(block) ? { ...block, input: {} } : block;
  };
  const freed = blocks.reduce((sum, block) => sum + estimateJson(block) - estimateJson(shown(block)), 0);
  if (freed <= 0 || freed < numberOf(edit.clear_at_least, 0)) return null;

  const messages = objects(body.messages).map((message) =>
    Array.isArray(message.content) ? { ...message, content: objects(message.content).map(shown) } : message,
  );
  return {
    body: { ...body, messages },
    applied: { type: edit.type, cleared_tool_uses: old.size, cleared_input_tokens: freed },
  };
}
