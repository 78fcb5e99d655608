import { createContext } from '../draft/create-context.ts';
import {
  draftOf,
  hasCalls,
  isCall,
  isThinking,
  type AssistantItem,
  type Item,
  type ItemKinds,
  type Rule,
  type RuleContext,
  type SourcedPart,
} from '../draft/draft.ts';
import { StepNotes } from '../draft/step-notes.ts';
import { ListStart, SplitList } from '../list-start.ts';
import type { Part, ToolResultPart } from '../message.ts';
import type { ThinkingLevel } from '../model.ts';
import { isOff } from '../preventive-hook.ts';
import type { Note, NormalizedMessage, Target } from '../request.ts';
import { addMessageTokens } from '../window/estimate-request.ts';
import { countedTokens } from '../window/read-turns.ts';
import { weightsFor } from '../window/token-weights.ts';
import { checkPrefixBinding, type BindingDecision } from './rules/bound-thinking.ts';
import { hasMedia, limitMedia } from './rules/media-limits.ts';
import { fillReasoningField } from './rules/reasoning-echo.ts';
import { bridgeAfterTools, dropEmptyItems, mergeNeighbors, splitCalls, startAndEndWithUser } from './rules/sequence.ts';
import { openLoopCanThink, resolveThinking } from './rules/thinking-level.ts';
import { pairAcrossAnswers } from './rules/server-pairs.ts';
import { addThoughtSignatures } from './rules/thought-signatures.ts';
import type { WireTool } from './rules/tools.ts';
import { repairStrings } from './rules/well-formed.ts';

/** Rules about adjacent messages, after the window is selected. */
const SEQUENCE_RULES: readonly Rule[] = [
  pairAcrossAnswers,
  mergeNeighbors,
  splitCalls,
  startAndEndWithUser,
  bridgeAfterTools,
  repairStrings,
];

/** Steps whose changes depend on what comes later. */
const MEDIA = 'media';
const SIGNATURES = 'thought signatures';
const EMPTY = 'empty items';

/** Rules compare an item with the one before it. */
const NEIGHBORS = 2;

/** What the messages of a request are arranged for. */
export interface ArrangeOptions {
  system: string | undefined;
  tools: readonly WireTool[];
  serverTools: Target['serverTools'];
  maxOutputTokens: number;
  /** The window leaves messages out. */
  cut: boolean;
}

/** The beginning of a request that later requests of the same conversation share. */
export interface ArrangedStart {
  /** The items that it was made from. */
  sources: ListStart<Item>;
  /** What else it depends on. */
  key: string;
  thinking: ThinkingLevel;
  items: ListStart<Item>;
  kinds: ItemKinds;
  /** Whether the tool loop that is open at its end could think before any blocks were removed. */
  canThink: boolean;
  messages: ListStart<NormalizedMessage>;
  notes: StepNotes;
  /** Sum of the estimates of `messages`. */
  tokens: number;
  /** Digest of everything up to here; `null` for models that don't bind their thinking. */
  digest: string | null;
}

export interface Arranged {
  /** They start with those that later requests share. */
  messages: SplitList<NormalizedMessage>;
  /** In order. */
  notes: readonly ListStart<Note>[];
  thinking: ThinkingLevel;
  binding: BindingDecision;
  /** Sum of the estimates of the messages. */
  tokens: number;
  /** Works out the `prefixDigest` of the request; `null` when only the request says it. */
  digest: (() => string) | null;
  /** The start of this request up to and without the first of `later`; `null` when nothing can be shared. */
  start: ArrangedStart | null;
}

/**
 * Arranges items for one request: the second half of a compile. Changes none of them. `start` is what an earlier
 * request began with, and `later` the number of items at the end that a later request may arrange differently.
 */
export function arrangeItems(
  given: SplitList<Item>,
  later: number,
  context: RuleContext,
  options: ArrangeOptions,
  start: ArrangedStart | null = null,
): Arranged {
  const key = JSON.stringify([
    context.target.thinking,
    options.system,
    options.tools,
    options.serverTools,
    options.cut,
  ]);
  const usable = start?.key === key && given.beginsWith(start.sources) ? start : null;
  const arranged = arrange(given, later, context, options, key, usable);
  return arranged ?? arrangeItems(given, later, context, options);
}

/** `null` when the items of `start` would have to change. */
function arrange(
  items: SplitList<Item>,
  later: number,
  given: RuleContext,
  options: ArrangeOptions,
  key: string,
  start: ArrangedStart | null,
): Arranged | null {
  const { target } = given;
  const notes = new StepNotes();
  const context = createContext(given, notes);
  const from = start?.sources.length ?? 0;
  const copies = items.slice(from).map(copyOf);
  const done = start?.items ?? ListStart.of<Item>();
  const seen = firstSeen(done);
  const draft = draftOf([...done.slice(seen), ...copies]);
  draft.done = done.length - seen;
  draft.older = done.first(seen);
  draft.olderKinds = start?.kinds ?? draft.olderKinds;
  draft.doneCanThink = start?.canThink ?? draft.doneCanThink;

  context.notes.begin(MEDIA);
  limitMedia(draft, context);
  for (const [index, rule] of SEQUENCE_RULES.entries()) {
    context.notes.begin(`rule ${index}`);
    rule(draft, context);
  }
  context.notes.begin('thinking');
  const first = later > 0 && boundaryBefore(items, items.length - later) ? copies.at(-later) : undefined;
  const canThink = first !== undefined && openLoopCanThink(draft, draft.items.indexOf(first, draft.done));
  const thinking = resolveThinking(draft, context, options.maxOutputTokens);
  context.notes.begin('binding');
  const binding = checkPrefixBinding(draft, context, { ...options, thinking }, start?.digest ?? null);
  context.notes.begin(EMPTY);
  if (!isOff('empty-message-sanitizer', target)) dropEmptyItems(draft, context);
  context.notes.begin('reasoning');
  fillReasoningField(draft, context, thinking);
  context.notes.begin(SIGNATURES);
  addThoughtSignatures(draft, context);
  if (draft.reopened || (start && start.thinking !== thinking)) return null;

  const weights = weightsFor(target.model);
  const known = start?.messages ?? ListStart.of<NormalizedMessage>();
  let messages: NormalizedMessage[] = [];
  let tokens = start?.tokens ?? 0;
  let next: ArrangedStart | null = null;
  const shareable = first !== undefined && binding.decision.strippedThrough === null;
  for (let index = draft.done; index < draft.items.length; index++) {
    const item = draft.items[index];
    if (!item) continue;
    if (shareable && item === first && ![MEDIA, SIGNATURES].some((step) => notes.has(step, first.message))) {
      const settled = draft.items.slice(draft.done, index);
      next = {
        sources: items.first(items.length - later),
        key,
        thinking,
        items: done.with(settled),
        canThink,
        kinds: {
          media: draft.olderKinds.media || settled.some(hasMedia),
          thinking: draft.olderKinds.thinking || settled.some(hasThinking),
        },
        messages: known.with(messages),
        notes: (start?.notes ?? new StepNotes()).with(notes, first.message),
        tokens,
        digest: binding.digests?.get(item) ?? null,
      };
      messages = [];
    }
    const before = messages.length;
    emit(item, messages);
    const counted = countedTokens(item, weights);
    tokens = counted === null ? addMessageTokens(tokens, messages.slice(before), weights) : tokens + counted;
  }
  return {
    messages: new SplitList(next?.messages ?? known, messages),
    notes: (start?.notes ?? new StepNotes()).joined(notes),
    thinking,
    binding: binding.decision,
    tokens,
    digest: notes.of(EMPTY).length === 0 ? binding.last : null,
    start: next ?? start,
  };
}

/**
 * Where the arranged items begin that the rules look at again: those that can have something to do with what follows.
 * Before them the user begins, or an answer without blocks of its vendor.
 */
function firstSeen(items: ListStart<Item>): number {
  let index = items.length - NEIGHBORS;
  for (; index > 0; index--) {
    const item = items.at(index);
    if (item?.role === 'user' ? !item.attached : !item?.parts.some(({ part }) => part.type === 'vendor_block')) break;
  }
  return Math.max(0, index);
}

function hasThinking({ role, parts }: Item): boolean {
  return role === 'assistant' && parts.some(({ part }) => isThinking(part));
}

/** Whether the items before this one stay as they are, whatever follows: two roles meet here. */
function boundaryBefore(items: SplitList<Item>, index: number): boolean {
  const before = items.at(index - 1);
  const after = items.at(index);
  if (!before || !after) return false;
  if (after.role === 'assistant') return before.role === 'user' || hasCalls(before);
  return before.role === 'assistant' && !hasCalls(before);
}

const copyOf = (item: Item): Item => ({ ...item });
const partOf = ({ part }: SourcedPart): Part => part;

/** Adds the messages of an item: an answer is followed by the results of its calls. */
function emit(item: Item, messages: NormalizedMessage[]): void {
  const message: NormalizedMessage = { role: item.role, parts: item.parts.map(partOf) };
  messages.push(message);
  if (item.role === 'user') return;
  if (item.messageId !== undefined) message.id = item.messageId;
  if (item.origin) message.origin = item.origin;
  if (item.stop) message.stop = item.stop;
  if (item.reasoning !== undefined) message.reasoning = item.reasoning;
  if (item.reasoningDetails !== undefined) message.reasoningDetails = item.reasoningDetails;
  const results = resultsOf(item);
  if (results.length > 0) messages.push({ role: 'tool', parts: results });
}

function resultsOf(item: AssistantItem): ToolResultPart[] {
  const results: ToolResultPart[] = [];
  for (const placed of item.parts) if (isCall(placed) && placed.result) results.push(placed.result.part);
  return results;
}
