import type {
  AssistantItem,
  AssistantPart,
  Draft,
  Item,
  RuleContext,
  SourcedPart,
  UserItem,
} from '../../draft/draft.ts';
import { hasCalls, isCall, isThinking, toolCallsOf } from '../../draft/draft.ts';
import { ownBlockOf } from '../../server-tools/server-calls.ts';
import { isBlank } from '../../text.ts';
import { BRIDGE_TEXT, CONTINUE_TEXT } from '../base/texts.ts';

/** An answer with nothing to show is removed, together with thinking that would be alone in it (A6, G5). */
export function dropEmptyItems(draft: Draft, context: RuleContext): void {
  const open = draft.items.slice(draft.done);
  if (!open.some(isEmpty)) return;
  const full = open.filter((item) => {
    if (!isEmpty(item)) return true;
    context.notes.add(item.role === 'user' ? 'drop-empty-message' : 'drop-empty-answer', { message: item.message });
    return false;
  });
  draft.items = [...draft.items.slice(0, draft.done), ...full];
}

function isEmpty({ role, parts }: Item): boolean {
  return role === 'user' ? parts.length === 0 : !parts.some(saysSomething);
}

/** What a tool of the vendor's own found is there before a word is said about it. Citations belong to words. */
function saysSomething({ part }: SourcedPart): boolean {
  if (part.type === 'vendor_block') return ownBlockOf(part)?.role !== 'citations';
  return part.type === 'tool_call' || part.type === 'image' || (part.type === 'text' && !isBlank(part.text));
}

/**
 * The final block of an assistant message cannot be thinking on Anthropic. Elsewhere, thinking at the end has no use.
 */
export function dropTrailingThinking(draft: Draft, context: RuleContext): void {
  for (const item of draft.items) {
    if (item.role === 'user') continue;
    if (!isThought(item.parts.at(-1))) continue;
    const last = item.parts.findLastIndex(({ part }) => !isThinking(part));
    for (const { at } of item.parts.slice(last + 1)) context.notes.add('drop-trailing-thinking', at);
    item.parts = item.parts.slice(0, last + 1);
  }
}

const isThought = (placed: AssistantPart | undefined): boolean => placed !== undefined && isThinking(placed.part);

/**
 * Adjacent messages of one role become one message of several parts (A4b, G2, Z2). No text is joined here. A user
 * message separates two answers that cannot be merged.
 */
export function mergeNeighbors(draft: Draft, context: RuleContext): void {
  const merged = draft.items.slice(0, draft.done);
  for (const item of draft.items.slice(draft.done)) {
    const before = merged.at(-1);
    if (before?.role === 'user' && item.role === 'user') {
      draft.reopened ||= merged.length <= draft.done;
      context.notes.add('merge-messages', { message: item.message });
      before.parts = [...before.parts, ...item.parts];
      before.attached &&= item.attached;
    } else if (before?.role === 'assistant' && item.role === 'assistant' && canMerge(before, item)) {
      draft.reopened ||= merged.length <= draft.done;
      context.notes.add('merge-messages', { message: item.message });
      mergeAnswers(before, item);
    } else {
      if (before?.role === 'assistant' && item.role === 'assistant' && !hasCalls(before)) {
        context.notes.add('separate-answers', { message: item.message });
        merged.push(placeholder(item.message));
      }
      merged.push(item);
    }
  }
  draft.items = merged;
}

/** Results stand between an answer with calls and the next one. Reasoning details of two answers cannot be one list. */
function canMerge(a: AssistantItem, b: AssistantItem): boolean {
  return !hasCalls(a) && (a.reasoningDetails === undefined || b.reasoningDetails === undefined);
}

function mergeAnswers(into: AssistantItem, item: AssistantItem): void {
  into.parts = [...into.parts, ...item.parts];
  if (item.sameOrigin && item.origin && !into.sameOrigin) {
    // All remaining opaque state is from this origin.
    into.sameOrigin = true;
    into.origin = item.origin;
  }
  const reasoning = [into.reasoning, item.reasoning].filter((text) => text !== undefined && text !== '');
  if (reasoning.length > 0) into.reasoning = reasoning.join('\n\n');
  const details = into.reasoningDetails ?? item.reasoningDetails;
  if (details !== undefined) into.reasoningDetails = details;
}

/** An answer with more calls than one message may hold is sent as several, each followed by its own results (O12). */
export function splitCalls(draft: Draft, context: RuleContext): void {
  const { maxCalls } = context.dialect;
  if (!hasMoreParts(draft, maxCalls)) return;
  const split = draft.items.slice(draft.done).flatMap((item): Item[] => {
    if (item.role === 'user' || item.parts.length <= maxCalls) return [item];
    if (toolCallsOf(item).length <= maxCalls) return [item];
    context.notes.add('split-calls', { message: item.message });
    const pieces: AssistantPart[][] = [[]];
    let calls = 0;
    for (const placed of item.parts) {
      if (isCall(placed)) {
        if (calls > 0 && calls % maxCalls === 0) pieces.push([]);
        calls++;
      }
      pieces.at(-1)?.push(placed);
    }
    const { reasoning: _reasoning, reasoningDetails: _details, ...rest } = item;
    // Thinking from before the calls stays before all of them.
    return pieces.map((parts, piece) => ({ ...(piece === 0 ? item : rest), parts }));
  });
  draft.items = [...draft.items.slice(0, draft.done), ...split];
}

function hasMoreParts({ items, done }: Draft, count: number): boolean {
  for (let index = done; index < items.length; index++) if ((items[index]?.parts.length ?? 0) > count) return true;
  return false;
}

/** Begins with the user where the vendor requires it, and always ends with the user or a tool (A4, A7b, G1, M3). */
export function startAndEndWithUser(draft: Draft, context: RuleContext): void {
  const first = draft.older.at(0) ?? draft.items[0];
  if (first?.role === 'assistant' && context.dialect.userFirst) {
    context.notes.add('begin-with-user', { message: first.message });
    draft.reopened ||= draft.older.length + draft.done > 0;
    draft.items.unshift(placeholder(first.message));
  }
  const last = draft.items.at(-1);
  if (!last || (last.role === 'assistant' && !hasCalls(last))) {
    context.notes.add('end-with-user');
    draft.items.push(placeholder(last?.message ?? 0));
  }
}

function placeholder(message: number): UserItem {
  return {
    role: 'user',
    message,
    parts: [{ part: { type: 'text', text: CONTINUE_TEXT }, at: { message } }],
    attached: true,
  };
}

/** Mistral accepts no user message directly after tool results (M2). */
export function bridgeAfterTools(draft: Draft, context: RuleContext): void {
  if (!context.dialect.bridgeAfterTools) return;
  const bridged = draft.items.slice(draft.done).flatMap((item, index): Item[] => {
    const before = draft.items[draft.done + index - 1];
    if (item.role !== 'user' || before?.role !== 'assistant' || !hasCalls(before)) return [item];
    context.notes.add('bridge-after-tools', { message: item.message });
    const { message } = item;
    const bridge: AssistantItem = {
      role: 'assistant',
      message,
      sameOrigin: false,
      parts: [{ part: { type: 'text', text: BRIDGE_TEXT }, at: { message } }],
    };
    return [bridge, item];
  });
  draft.items = [...draft.items.slice(0, draft.done), ...bridged];
}
