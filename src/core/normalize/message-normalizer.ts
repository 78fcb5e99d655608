import { inlineContextFiles } from '../draft/context-files.ts';
import { createContext } from '../draft/create-context.ts';
import { type Draft, draftOf, type RuleContext } from '../draft/draft.ts';
import { StepNotes } from '../draft/step-notes.ts';
import type { HistoryMessage } from '../message.ts';
import type { CompileReport, Decision, NormalizedMessage, NormalizedRequest, Overlay, Target } from '../request.ts';
import { isBlank, wellFormed } from '../text.ts';
import type { Vendor } from '../vendor.ts';
import { estimateTools } from '../window/estimate-request.ts';
import type { TurnReader } from '../window/read-turns.ts';
import { selectWindow, summaryBudget } from '../window/select-window.ts';
import { shortenSummary } from '../window/shorten-summary.ts';
import { weightsFor } from '../window/token-weights.ts';
import { arrangeItems, type ArrangedStart } from './arrange-items.ts';
import { dialectFor } from './base/dialects.ts';
import { applyOverlays, messageRefOf, overlaysFor, STRIP_STATE, stripThrough } from './base/overlays.ts';
import { rememberPrefixDigest } from './base/prefix-digest.ts';
import type { MessageReader, Reading } from './message-reader.ts';
import { applyExclusions, noteExclusions } from './exclusions.ts';
import { noteShortened } from './note-shortened.ts';
import { outputLimit } from './output-limit.ts';
import { ReadStart, readingWay, settledEnd } from './read-start.ts';
import { ToolNames } from './rules/tool-names.ts';
import { offerHistoryTools, offerTools } from './rules/tools.ts';
import { refusedBlocks } from './rules/vendor-blocks.ts';
import { applySummary, estimateSummary, type SummarizedHistory, takeSummary } from './summaries.ts';
import { withLearnedFacts } from './with-learned-facts.ts';

/** Steps before and after the messages are read. */
const HEAD = 'head';
const WINDOW = 'window';
const PARAMETERS = 'parameters';

/**
 * Turns any history into a request that the target accepts, and reports what was changed. Deterministic: never throws,
 * never changes its input, and the same input gives the same output, whatever was normalized before.
 *
 * Keeps what it worked out for the messages of the last history. A longer one with the same beginning, for the same
 * target, costs what is new in it. Messages are compared by identity.
 */
export class MessageNormalizer {
  #read: ReadStart | null = null;
  #arranged: ArrangedStart | null = null;

  /** The messages with which the last request began, and the next one may begin. */
  get settled(): readonly NormalizedMessage[] {
    return this.#arranged?.messages ?? [];
  }

  normalize(
    history: readonly HistoryMessage[],
    given: readonly Overlay[],
    requestedTarget: Target,
  ): { request: NormalizedRequest; report: CompileReport } {
    const overlays = overlaysFor(given, requestedTarget);
    const { target, notes: learned } = withLearnedFacts(requestedTarget, overlays, history);
    const dialect = dialectFor(target);
    const own = new StepNotes();
    const context = createContext({ target, dialect, overlays }, own);
    context.begin(HEAD);
    const specs = target.tools ?? [];
    const offered = specs.map((spec) => spec.name);
    const tools = offerTools(specs, context, new ToolNames(offered, dialect));
    const requestedOutput = outputLimit(target, context);

    const included = applyExclusions(history, overlays);
    const shown = inlineContextFiles(applyOverlays(included.history, included.overlays));
    const summarized = applySummary(shown, overlays, included.absent);
    const { replaced } = summarized;
    if (replaced) {
      const summaryDetail = replaced.through < 0 ? undefined : `of ${replaced.through + 1} messages`;
      context.note('use-summary', { message: replaced.summary }, summaryDetail);
    }
    noteExclusions(history, included, summarized.absent, context);
    noteShortened(history, summarized.absent, { overlays: included.overlays, note: context.note });
    const stripped = refusedBlocks(context).has('thinking')
      ? history.length
      : stripThrough(history, overlays, target.vendor);
    const reading: Reading = { target, dialect, overlays, absent: summarized.absent, stripped };
    const { start, rest, turns } = this.#readMessages(history, summarized, reading, offered);
    const offeredCount = tools.length;
    context.begin(WINDOW);
    const draft = draftOf([...start.items, ...rest.items]);
    offerHistoryTools(draft, tools, context);

    const system = systemPrompt(context);
    const weights = weightsFor(target.model);
    const factor = target.tokenFactor ?? 1;
    const fixed = Math.ceil(estimateTools(system, tools, weights) * factor);
    const taken = takeSummary(draft, summarized);
    const summary = taken && shortenSummary(taken, summaryBudget(context, { fixed, output: requestedOutput }), context);
    const before = fixed + (summary ? estimateSummary(summary, context) : 0);
    const {
      budget,
      droppedByWindow: dropped,
      problem: tooLong,
      untrimmedTokens: untrimmedMessages,
      output: maxOutputTokens,
    } = selectWindow(
      draft,
      history.length,
      context,
      { fixed: before, output: requestedOutput },
      // The items of a history with a summary are not those that were read.
      taken ? undefined : { reader: turns, settled: start.items.length },
    );
    if (summary) draft.items.unshift(summary);
    const problem = tooLong ?? nothingSaid(history, draft);
    const droppedByWindow = replaced
      ? dropped.filter((index) => index > replaced.through && index !== replaced.summary)
      : dropped;
    const cut = droppedByWindow.length > 0;
    const serverTools = target.model.tools ? target.serverTools : undefined;
    const arranged = arrangeItems(
      draft.items,
      rest.items.length,
      context,
      { system, tools, serverTools, maxOutputTokens, cut },
      this.#arranged,
    );
    this.#arranged = arranged.start;
    const { messages, thinking, binding } = arranged;

    context.begin(PARAMETERS);
    const { fields = [], thinkingBudget } = target.parameters?.resolve(target, thinking, context.note) ?? {};
    const request: NormalizedRequest = {
      messages,
      tools,
      toolNames: rest.names.names,
      thinking,
      dropMismatchedThinking: binding.dropMismatched,
      maxOutputTokens,
      ...(system !== undefined && { system }),
      ...(fields.length > 0 && { parameters: fields }),
      ...(thinkingBudget !== undefined && { thinkingBudget }),
      ...(serverTools && { serverTools }),
      ...(target.learned && { learned: target.learned }),
      ...(offeredCount === 0 && tools.length > 0 && { toolChoice: 'none' }),
    };
    if (arranged.digest !== null) rememberPrefixDigest(request, arranged.digest);
    const tokens = fixed + Math.ceil(Math.ceil(arranged.tokens) * factor);
    const after = replaced?.through ?? -1;
    const silent = [...summarized.absent].filter((index) => index > after && index !== replaced?.summary);
    const decisions = decisionsOf(history, target.vendor, binding.strippedThrough);
    return {
      request,
      report: {
        droppedByWindow,
        notes: [
          learned,
          own.of(HEAD),
          start.notes.joined(rest.notes),
          own.of(WINDOW),
          arranged.notes,
          own.of(PARAMETERS),
        ].flat(),
        tokens,
        budget,
        untrimmedTokens: cut || tooLong ? Math.max(tokens, Math.ceil(before + untrimmedMessages)) : tokens,
        ...(problem && { problem }),
        ...(decisions && { decisions }),
        ...(replaced && { replaced }),
        ...(silent.length > 0 && { silent }),
      },
    };
  }

  /**
   * Reads what is new in a history; all of it when it doesn't begin like the last one, and in one piece when its newest
   * messages answer a call before them.
   */
  #readMessages(
    history: readonly HistoryMessage[],
    { history: shown, replaced }: SummarizedHistory,
    reading: Reading,
    offered: readonly string[],
  ): { start: MessageReader; rest: MessageReader; turns: TurnReader } {
    const way = readingWay(reading, offered, replaced);
    const end = settledEnd(history, reading, replaced);
    const fresh = () => new ReadStart(offered, reading);
    const known = this.#read?.fits(history, end, way, reading) ? this.#read : fresh();
    const attempts = [
      () => ({ start: known, to: end }),
      () => ({ start: fresh(), to: end }),
      () => ({ start: fresh(), to: 0 }),
    ];
    for (const attempt of attempts) {
      const { start, to } = attempt();
      this.#read = start;
      if (!start.extend(history, shown, to, way, reading)) continue;
      const rest = start.reader.fork();
      if (rest.read(shown, to, reading)) return { start: start.reader, rest, turns: start.turns };
    }
    throw new Error('A history that is read in one piece has no earlier calls.');
  }
}

/** The user wrote something, but nothing of it is left to answer. A placeholder would put words in their mouth. */
function nothingSaid(history: readonly HistoryMessage[], { items }: Draft): CompileReport['problem'] {
  if (items.length > 0 || !history.some(({ role }) => role === 'user')) return undefined;
  return { kind: 'empty_content', message: 'There is nothing to send: the message is blank.' };
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
