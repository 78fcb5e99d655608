import type {
  FilePart,
  ImagePart,
  Part,
  RedactedThinkingPart,
  RefusalPart,
  Stop,
  TextPart,
  ThinkingPart,
  ToolCallPart,
  ToolResultPart,
  VendorBlockPart,
} from '../message.ts';
import type { Overlay, Target } from '../request.ts';
import { ListStart } from '../list-start.ts';
import type { Origin } from '../vendor.ts';
import type { Dialect } from '../vendors/base/dialect.ts';
import type { ForkedSet } from './forked-set.ts';
import type { SeenState } from './seen-state.ts';
import type { StepNotes } from './step-notes.ts';

/** Position in the input history. Absent for parts created here. */
export interface SourceIndex {
  message: number;
  part?: number;
}

/** A part in a draft. The part itself is never changed, only replaced. */
export interface SourcedPart<T extends Part = Part> {
  part: T;
  at: SourceIndex;
}

export type UserPart = TextPart | ImagePart | FilePart;

/** The estimate of an item, as long as its list of parts is this one. */
export interface CountedParts {
  parts: readonly SourcedPart[];
  /** The weights that it was made with. */
  weights: object;
  tokens: number;
  /** It is stored that no part or result holds a lone surrogate. `false` says nothing. */
  wellFormed: boolean;
}

export interface CallItem extends SourcedPart<ToolCallPart> {
  result: SourcedPart<ToolResultPart> | null;
}

export type AssistantPart =
  | SourcedPart<TextPart | ThinkingPart | RedactedThinkingPart | RefusalPart | VendorBlockPart | ImagePart>
  | CallItem;

export interface UserItem {
  role: 'user';
  /** Input index of its first message. */
  message: number;
  parts: SourcedPart<UserPart>[];
  /** Stands between tool results and the next answer without new user input, such as an image that a tool returned. */
  attached: boolean;
  counted?: CountedParts;
}

export interface AssistantItem {
  role: 'assistant';
  message: number;
  messageId?: string;
  origin?: Origin;
  stop?: Stop;
  /** The target can read the opaque state of this answer. */
  sameOrigin: boolean;
  parts: AssistantPart[];
  reasoning?: string;
  reasoningDetails?: string;
  counted?: CountedParts;
}

export type Item = UserItem | AssistantItem;

/** What there is among items that are not looked at one by one. */
export interface ItemKinds {
  media: boolean;
  thinking: boolean;
}

/**
 * What the rules work on. The list belongs to one compile, and so do the items from `done` on. Those before it were
 * arranged by an earlier compile: a rule that would change one of them sets `reopened`, and the compile starts again
 * with none of them done. `older` ones, which come first, were arranged as well. They are not in the list, because a
 * later compile rarely needs to see them.
 */
export interface Draft {
  older: ListStart<Item>;
  olderKinds: ItemKinds;
  items: Item[];
  done: number;
  /** Whether the tool loop that is open after the done items could think before any of its blocks were removed. */
  doneCanThink: boolean;
  reopened: boolean;
}

export function draftOf(items: Item[]): Draft {
  return {
    older: ListStart.of<Item>(),
    olderKinds: { media: false, thinking: false },
    items,
    done: 0,
    doneCanThink: true,
    reopened: false,
  };
}

/** What a rule knows besides the draft. */
export interface RuleContext {
  target: Target;
  dialect: Dialect;
  overlays: readonly Overlay[];
  /** Values that may occur once in a conversation, and have occurred. */
  seen: { opaqueState: SeenState; callIds: ForkedSet<string> };
  /** What was changed. */
  notes: StepNotes;
}

export type Rule = (draft: Draft, context: RuleContext) => void;

export function isThinking(part: Part): part is ThinkingPart | RedactedThinkingPart {
  return part.type === 'thinking' || part.type === 'redacted_thinking';
}

export function isCall(placed: AssistantPart): placed is CallItem {
  return placed.part.type === 'tool_call';
}

export function hasCalls(item: AssistantItem): boolean {
  return item.parts.some(isCall);
}

/**
 * Replaces a part, or removes it with `null`. Most rules pass functions of their modules: V8 drops what it compiled for a
 * function when its last closure is collected, and compiles it again for the next request (2026-11).
 */
export type ChangePart = (
  placed: AssistantPart,
  item: AssistantItem,
  context: RuleContext,
  before: AssistantPart | undefined,
) => AssistantPart | null;

/** Replaces or removes parts of an answer. Its list stays as it is when nothing changes. */
export function changeParts(item: AssistantItem, context: RuleContext, change: ChangePart): void {
  const { parts } = item;
  let changed: AssistantPart[] | null = null;
  for (let index = 0; index < parts.length; index++) {
    const placed = parts[index];
    if (!placed) continue;
    const next = change(placed, item, context, parts[index - 1]);
    if (next !== placed) changed ??= parts.slice(0, index);
    if (changed && next) changed.push(next);
  }
  if (changed) item.parts = changed;
}

export function toolCallsOf(item: AssistantItem): CallItem[] {
  return item.parts.filter(isCall);
}
