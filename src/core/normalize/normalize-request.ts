import type { HistoryMessage, ToolResultPart } from '../message.ts';
import type { PreventiveHook } from '../preventive-hook.ts';
import type { CompileReport, Decision, NormalizedMessage, NormalizedRequest, Overlay, Target } from '../request.ts';
import { isBlank, wellFormed } from '../text.ts';
import type { Vendor } from '../vendor.ts';
import { estimateMessages, estimateTools } from '../window/estimate-request.ts';
import { selectWindow, summaryBudget } from '../window/select-window.ts';
import { shortenSummary } from '../window/shorten-summary.ts';
import { weightsFor } from '../window/token-weights.ts';
import { inlineContextFiles } from '../draft/context-files.ts';
import { dialectFor } from './base/dialects.ts';
import { applyOverlays, messageRefOf, overlaysFor, STRIP_STATE, stripThrough } from './base/overlays.ts';
import { withLearnedFacts } from './with-learned-facts.ts';
import { checkPrefixBinding } from './rules/bound-thinking.ts';
import { isCall, type AssistantItem, type Draft, type Item, type Rule, type RuleContext } from '../draft/draft.ts';
import { noteShortened } from './note-shortened.ts';
import { outputLimit } from './output-limit.ts';
import { readHistory } from './read-history.ts';
import { applySummary, estimateSummary, takeSummary } from './summaries.ts';
import { assignCallIds } from './rules/call-ids.ts';
import { closeOpenCalls, argumentsToObject, dropTruncatedCalls } from './rules/calls.ts';
import { flattenTools } from './rules/flatten-tools.ts';
import { limitMedia } from './rules/media-limits.ts';
import { arrangeMedia } from './rules/media.ts';
import { keepOpaqueState, stripByDecision } from './rules/opaque-state.ts';
import { dropBlankText, mergeContinuedText, refusalToText, stripUserState } from './rules/plain-text.ts';
import { fillReasoningField } from './rules/reasoning-echo.ts';
import { dropRepeatedState } from './rules/repeated-state.ts';
import { arrangeResults } from './rules/results.ts';
import {
  bridgeAfterTools,
  dropEmptyItems,
  dropTrailingThinking,
  startAndEndWithUser,
  mergeNeighbors,
  splitCalls,
} from './rules/sequence.ts';
import { resolveThinking } from './rules/thinking-level.ts';
import { addThoughtSignatures } from './rules/thought-signatures.ts';
import { nameTools, renameCalls } from './rules/tool-names.ts';
import { offerHistoryTools, offerTools } from './rules/tools.ts';
import { keepVendorBlocks, refusedBlocks } from './rules/vendor-blocks.ts';
import { repairStrings } from './rules/well-formed.ts';

/** Rules that process one message at a time, before the window is selected. */
const MESSAGE_RULES: readonly Rule[] = [
  dropRepeatedState,
  keepOpaqueState,
  keepVendorBlocks,
  stripUserState,
  mergeContinuedText,
  refusalToText,
  dropBlankText,
  dropTruncatedCalls,
  argumentsToObject,
  closeOpenCalls,
  arrangeResults,
  flattenTools,
  arrangeMedia,
  dropTrailingThinking,
  dropEmptyItems,
];

/** Rules that are also hooks: the user can switch them off. */
const HOOK_OF: ReadonlyMap<Rule, PreventiveHook> = new Map([
  [dropBlankText, 'empty-message-sanitizer'],
  [dropEmptyItems, 'empty-message-sanitizer'],
  [dropTrailingThinking, 'thinking-block-validator'],
]);

/** Rules about adjacent messages, after the window is selected. */
const SEQUENCE_RULES: readonly Rule[] = [
  limitMedia,
  mergeNeighbors,
  splitCalls,
  startAndEndWithUser,
  bridgeAfterTools,
  repairStrings,
];

/**
 * Turns any history into a request that the target accepts, and reports what was changed. Pure and deterministic: it
 * never throws, never changes its input, and the same input gives the same output.
 */
export function normalizeRequest(
  history: readonly HistoryMessage[],
  given: readonly Overlay[],
  requestedTarget: Target,
): { request: NormalizedRequest; report: CompileReport } {
  const overlays = overlaysFor(given, requestedTarget);
  const { target, notes } = withLearnedFacts(requestedTarget, overlays, history);
  const dialect = dialectFor(target);
  const context: RuleContext = {
    target,
    dialect,
    overlays,
    note(rule, at, detail) {
      notes.push({ rule, ...at, ...(detail !== undefined && { detail }) });
    },
  };

  const specs = target.tools ?? [];
  const names = nameTools(
    specs.map((spec) => spec.name),
    dialect,
  );
  const tools = offerTools(specs, context, names);
  const wantedOutput = outputLimit(target, context);

  const summarized = applySummary(inlineContextFiles(applyOverlays(history, overlays)), overlays);
  const { replaced } = summarized;
  if (replaced) {
    const summaryDetail = replaced.through < 0 ? undefined : `of ${replaced.through + 1} messages`;
    context.note('use-summary', { message: replaced.summary }, summaryDetail);
  }
  noteShortened(history, summarized.absent, context);
  const draft = readHistory(summarized.history, context, summarized.absent);
  const stripped = refusedBlocks(context).has('thinking')
    ? history.length
    : stripThrough(history, overlays, target.vendor);
  stripByDecision(draft, context, stripped);
  for (const rule of MESSAGE_RULES) if (!isOff(HOOK_OF.get(rule), target)) rule(draft, context);
  renameCalls(draft, context, names);
  assignCallIds(draft, context);
  const offered = tools.length;
  offerHistoryTools(draft, tools, context);

  const system = systemPrompt(context);
  const weights = weightsFor(target.model);
  const factor = target.tokenFactor ?? 1;
  const fixed = Math.ceil(estimateTools(system, tools, weights) * factor);
  const taken = takeSummary(draft, summarized);
  const summary = taken && shortenSummary(taken, summaryBudget(context, { fixed, output: wantedOutput }), context);
  const before = fixed + (summary ? estimateSummary(summary, context) : 0);
  const {
    budget,
    droppedByWindow: dropped,
    problem: tooLong,
    untrimmedTokens: wantedMessages,
    output: maxOutputTokens,
  } = selectWindow(draft, history.length, context, { fixed: before, output: wantedOutput });
  if (summary) draft.items.unshift(summary);
  const problem = tooLong ?? nothingSaid(history, draft);
  const droppedByWindow = replaced
    ? dropped.filter((index) => index > replaced.through && index !== replaced.summary)
    : dropped;
  for (const rule of SEQUENCE_RULES) rule(draft, context);
  const thinking = resolveThinking(draft, context, maxOutputTokens);
  const cut = droppedByWindow.length > 0;
  const binding = checkPrefixBinding(draft, context, { system, tools, thinking, cut });
  if (!isOff('empty-message-sanitizer', target)) dropEmptyItems(draft, context);
  fillReasoningField(draft, context, thinking);
  addThoughtSignatures(draft, context);

  const messages = draft.items.flatMap(emit);
  const request: NormalizedRequest = {
    messages,
    tools,
    toolNames: names.names,
    thinking,
    dropMismatchedThinking: binding.dropMismatched,
    maxOutputTokens,
    ...(system !== undefined && { system }),
    ...(target.learned && { learned: target.learned }),
    ...(offered === 0 && tools.length > 0 && { toolChoice: 'none' }),
  };
  const tokens = fixed + Math.ceil(estimateMessages(messages, weights) * factor);
  const after = replaced?.through ?? -1;
  const silent = [...summarized.absent].filter((index) => index > after && index !== replaced?.summary);
  const decisions = decisionsOf(history, target.vendor, binding.strippedThrough);
  return {
    request,
    report: {
      droppedByWindow,
      notes,
      tokens,
      budget,
      untrimmedTokens:
        droppedByWindow.length > 0 || tooLong ? Math.max(tokens, Math.ceil(before + wantedMessages)) : tokens,
      ...(problem && { problem }),
      ...(decisions && { decisions }),
      ...(replaced && { replaced }),
      ...(silent.length > 0 && { silent }),
    },
  };
}

/** The user wrote something, but nothing of it is left to answer. A placeholder would put words in their mouth. */
function nothingSaid(history: readonly HistoryMessage[], { items }: Draft): CompileReport['problem'] {
  if (items.length > 0 || !history.some(({ role }) => role === 'user')) return undefined;
  return { kind: 'empty_content', message: 'There is nothing to send: the message is blank.' };
}

function isOff(hook: PreventiveHook | undefined, { rulesOff = [] }: Target): boolean {
  return hook !== undefined && rulesOff.includes(hook);
}

function systemPrompt({ target, note }: RuleContext): string | undefined {
  const { system = '' } = target;
  if (isBlank(system)) {
    if (system !== '') note('drop-blank-text', undefined, 'system prompt');
    return undefined;
  }
  if (!system.isWellFormed()) note('replace-lone-surrogates', undefined, 'system prompt');
  return wellFormed(system);
}

/** Decisions that must hold for every later request too. The caller stores them as overlays. */
function decisionsOf(
  history: readonly HistoryMessage[],
  vendor: Vendor,
  strippedThrough: number | null,
): Decision[] | null {
  const last = strippedThrough === null ? undefined : history[strippedThrough];
  if (!last || strippedThrough === null) return null;
  const message = messageRefOf(last, strippedThrough);
  return [{ kind: STRIP_STATE, target: { message }, reason: 'the conversation before it changed', data: { vendor } }];
}

function emit(item: Item): NormalizedMessage[] {
  if (item.role === 'user') return [{ role: 'user', parts: item.parts.map(({ part }) => part) }];
  const answer: NormalizedMessage = {
    role: 'assistant',
    parts: item.parts.map(({ part }) => part),
    ...(item.messageId !== undefined && { id: item.messageId }),
    ...(item.origin && { origin: item.origin }),
    ...(item.stop && { stop: item.stop }),
    ...(item.reasoning !== undefined && { reasoning: item.reasoning }),
    ...(item.reasoningDetails !== undefined && { reasoningDetails: item.reasoningDetails }),
  };
  const results = resultsOf(item);
  return results.length === 0 ? [answer] : [answer, { role: 'tool', parts: results }];
}

function resultsOf(item: AssistantItem): ToolResultPart[] {
  const results: ToolResultPart[] = [];
  for (const placed of item.parts) if (isCall(placed) && placed.result) results.push(placed.result.part);
  return results;
}
