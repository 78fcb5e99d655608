import { inlineContextFiles } from '../draft/context-files.ts';
import { createContext } from '../draft/create-context.ts';
import type { Item, RuleContext } from '../draft/draft.ts';
import { StepNotes } from '../draft/step-notes.ts';
import { ListStart, SplitList } from '../list-start.ts';
import type { HistoryMessage } from '../message.ts';
import type { CompileReport, Decision, NormalizedRequest, Note, Overlay, Target } from '../request.ts';
import { isBlank, wellFormed } from '../text.ts';
import type { Vendor } from '../vendor.ts';
import { estimateTools } from '../window/estimate-request.ts';
import { selectWindow, summaryBudget } from '../window/select-window.ts';
import { shortenSummary } from '../window/shorten-summary.ts';
import { weightsFor } from '../window/token-weights.ts';
import { arrangeItems, type ArrangedStart } from './arrange-items.ts';
import { dialectFor } from './base/dialects.ts';
import { applyOverlays, messageRefOf, overlaysFor, STRIP_STATE, stripThrough } from './base/overlays.ts';
import { rememberPrefixDigest } from './base/prefix-digest.ts';
import { requestOf } from './base/request-messages.ts';
import type { MessageReader, Reading } from './message-reader.ts';
import { applyExclusions, noteExclusions } from './exclusions.ts';
import { noteShortened } from './note-shortened.ts';
import { outputLimit } from './output-limit.ts';
import { ReadStart, readingWay, settledEnd } from './read-start.ts';
import { ToolNames } from './rules/tool-names.ts';
import { offerHistoryTools, offerTools } from './rules/tools.ts';
import { refusedBlocks } from './rules/vendor-blocks.ts';
import { applySummary, estimateSummary, hasSummary, type SummarizedHistory, takeSummary } from './summaries.ts';
import { withLearnedFacts } from './with-learned-facts.ts';

/** Steps before and after the messages are read. */
const HEAD = 'head';
const WINDOW = 'window';
const PARAMETERS = 'parameters';

interface ReadableHistory {
  history: SplitList<HistoryMessage>;
  replaced: SummarizedHistory['replaced'];
  /** The history as overlays and summary show it from a message on. */
  shownFrom: (index: number) => SplitList<HistoryMessage>;
}

const NONE: ReadonlySet<number> = new Set();

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

  normalize(
    input: readonly HistoryMessage[] | SplitList<HistoryMessage>,
    given: readonly Overlay[],
    requestedTarget: Target,
  ): { request: NormalizedRequest; report: CompileReport } {
    const history = SplitList.from(input);
    const overlays = overlaysFor(given, requestedTarget);
    // Only for overlays all messages are looked at.
    const isPlain = overlays.length === 0;
    const { target, notes: learned } = isPlain
      ? { target: requestedTarget, notes: [] }
      : withLearnedFacts(requestedTarget, overlays, history.all);
    const dialect = dialectFor(target);
    const own = new StepNotes();
    const context = createContext({ target, dialect, overlays }, own);
    context.begin(HEAD);
    const specs = target.tools ?? [];
    const offered = specs.map((spec) => spec.name);
    const tools = offerTools(specs, context, new ToolNames(offered, dialect));
    const requestedOutput = outputLimit(target, context);

    const included = isPlain ? null : applyExclusions(history.all, overlays);
    const shownFrom = (from: number) => {
      const shown = included ? SplitList.of(applyOverlays(included.history, included.overlays, from)) : history;
      return inlineContextFiles(shown, from);
    };
    const summarized =
      included && hasSummary(overlays) ? applySummary(shownFrom(0).all, overlays, included.absent) : null;
    const absent = summarized?.absent ?? included?.absent ?? NONE;
    const replaced = summarized?.replaced ?? null;
    if (replaced) {
      const summaryDetail = replaced.through < 0 ? undefined : `of ${replaced.through + 1} messages`;
      context.note('use-summary', { message: replaced.summary }, summaryDetail);
    }
    if (included) noteExclusions(history.all, included, absent, context);
    const strips = included ? stripThrough(history.all, overlays, target.vendor) : -1;
    const stripped = refusedBlocks(context).has('thinking') ? history.length : strips;
    const reading: Reading = { target, dialect, overlays, absent, stripped };
    const { start, rest } = this.#readMessages(
      { history, replaced, shownFrom: summarized ? () => SplitList.of(summarized.history) : shownFrom },
      reading,
      offered,
    );
    if (included) noteShortened(history, start, absent, { overlays: included.overlays, note: context.note });
    const offeredCount = tools.length;
    context.begin(WINDOW);
    offerHistoryTools(rest.calls, tools, context);

    const system = systemPrompt(context);
    const weights = weightsFor(target.model);
    const factor = target.tokenFactor ?? 1;
    const fixed = Math.ceil(estimateTools(system, tools, weights) * factor);
    const read = new SplitList(ListStart.within(start.reader.items), rest.items);
    const { summary: taken, others } = takeSummary(read, replaced);
    const summary = taken && shortenSummary(taken, summaryBudget(context, { fixed, output: requestedOutput }), context);
    const before = fixed + (summary ? estimateSummary(summary, context) : 0);
    const {
      items: chosen,
      budget,
      droppedByWindow: dropped,
      problem: tooLong,
      untrimmedTokens: untrimmedMessages,
      output: maxOutputTokens,
    } = selectWindow(
      others,
      history,
      context,
      { fixed: before, output: requestedOutput },
      // The items of a history with a summary are not those that were read.
      taken ? undefined : start.turns,
    );
    const items = summary ? SplitList.of<Item>([summary, ...chosen.slice()]) : chosen;
    const problem = tooLong ?? nothingSaid(history, items);
    const droppedByWindow = replaced
      ? dropped.filter((index) => index > replaced.through && index !== replaced.summary)
      : dropped;
    const cut = droppedByWindow.length > 0;
    const serverTools = target.model.tools ? target.serverTools : undefined;
    const arranged = arrangeItems(
      items,
      rest.items.length,
      context,
      { system, tools, serverTools, maxOutputTokens, cut },
      this.#arranged,
    );
    this.#arranged = arranged.start;
    const { messages, thinking, binding } = arranged;

    context.begin(PARAMETERS);
    const { fields = [], thinkingBudget } = target.parameters?.resolve(target, thinking, context.note) ?? {};
    const request = requestOf(messages, {
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
      ...(offeredCount === 0 && tools.length > 0 && { toolChoice: 'none' as const }),
    });
    if (arranged.digest !== null) rememberPrefixDigest(request, arranged.digest);
    const tokens = fixed + Math.ceil(Math.ceil(arranged.tokens) * factor);
    const after = replaced?.through ?? -1;
    const silent = [...absent].filter((index) => index > after && index !== replaced?.summary);
    const decisions = decisionsOf(history, target.vendor, binding.strippedThrough);
    const made = [
      ListStart.of(learned),
      own.of(HEAD),
      ...start.reader.notes.joined(rest.notes),
      own.of(WINDOW),
      ...arranged.notes,
      own.of(PARAMETERS),
    ];
    let notes: Note[] | null = null;
    return {
      request,
      report: {
        droppedByWindow,
        // There may be several for each message, and they are only put together when they are read.
        get notes() {
          return (notes ??= made.flatMap((some) => some.slice()));
        },
        tokens,
        budget,
        untrimmedTokens: cut || tooLong ? Math.max(tokens, Math.ceil(before + untrimmedMessages())) : tokens,
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
    { history, replaced, shownFrom }: ReadableHistory,
    reading: Reading,
    offered: readonly string[],
  ): { start: ReadStart; rest: MessageReader } {
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
      const shown = shownFrom(start.length);
      if (!start.extend(history, shown, to, way, reading)) continue;
      const rest = start.reader.fork();
      if (rest.read(shown, to, history.length, reading)) return { start, rest };
    }
    throw new Error('A history that is read in one piece has no earlier calls.');
  }
}

/** The user wrote something, but nothing of it is left to answer. A placeholder would put words in their mouth. */
function nothingSaid(history: SplitList<HistoryMessage>, items: SplitList<Item>): CompileReport['problem'] {
  if (items.length > 0 || !history.all.some(({ role }) => role === 'user')) return undefined;
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
  history: SplitList<HistoryMessage>,
  vendor: Vendor,
  strippedThrough: number | null,
): Decision[] | null {
  const last = strippedThrough === null ? undefined : history.at(strippedThrough);
  if (!last || strippedThrough === null) return null;
  const message = messageRefOf(last, strippedThrough);
  return [{ kind: STRIP_STATE, target: { message }, reason: 'the conversation before it changed', data: { vendor } }];
}
