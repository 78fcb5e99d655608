import type { Item, RuleContext } from '../draft/draft.ts';
import { ListStart, SplitList } from '../list-start.ts';
import type { HistoryMessage, Part } from '../message.ts';
import type { CompileReport, Decision, NormalizedRequest, Note, Overlay, Target } from '../request.ts';
import { isBlank, wellFormed } from '../text.ts';
import type { Vendor } from '../vendor.ts';
import { estimateTools } from '../window/estimate-request.ts';
import { selectWindow, summaryBudget, type WindowChoice } from '../window/select-window.ts';
import { shortenSummary } from '../window/shorten-summary.ts';
import { weightsFor } from '../window/token-weights.ts';
import { arrangeItems, type ArrangedStart } from './arrange-items.ts';
import { MessagePlaces } from './base/message-places.ts';
import { messageRefOf, overlaysFor, STRIP_STATE } from './base/overlays.ts';
import { rememberPrefixDigest } from './base/prefix-digest.ts';
import { requestOf } from './base/request-messages.ts';
import type { MessageReader } from './message-reader.ts';
import { beginRequest, type BegunRequest, HEAD } from './begin-request.ts';
import { noteShortened } from './note-shortened.ts';
import { ReadStart, readingWay, settledEnd, turnReader } from './read-start.ts';
import { offerHistoryTools } from './rules/tools.ts';
import { estimateSummary, takeSummary } from './summaries.ts';
import { withLearnedFacts } from './with-learned-facts.ts';

/** What is worked out at once where others wait: a few milliseconds. */
const MAX_AT_ONCE = 256;
const MAX_CHARS_AT_ONCE = 400_000;

/** Nobody adds to it. */
const NONE: readonly never[] = [];

export interface AdvanceOptions {
  /** Where the piece before this one came `to`. */
  from?: number;
  /** The most messages of a piece. */
  count?: number;
}

/** What the second half of a compile gets from the first. */
interface SelectedMessages {
  history: SplitList<HistoryMessage>;
  begun: BegunRequest;
  start: ReadStart;
  rest: MessageReader;
  system: string | undefined;
  /** Number of tools without those that only the history calls. */
  offeredCount: number;
  /** Tokens of system prompt and tools. */
  fixed: number;
  /** The same with those of the summary. */
  before: number;
  choice: WindowChoice;
  /** What is sent. */
  items: SplitList<Item>;
  droppedByWindow: number[];
}

/** Steps after the messages are read. */
const SHORTENED_PARTS = 'shortened parts';
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
  readonly #places = new MessagePlaces();
  #read: ReadStart | null = null;
  #arranged: ArrangedStart | null = null;
  /** Whether the last request left out messages. */
  #isCut = false;

  normalize(
    input: readonly HistoryMessage[] | SplitList<HistoryMessage>,
    given: readonly Overlay[],
    requestedTarget: Target,
  ): { request: NormalizedRequest; report: CompileReport } {
    const selected = this.#select(SplitList.from(input), given, requestedTarget);
    const { included, absent, context, reading } = selected.begun;
    context.notes.begin(SHORTENED_PARTS);
    if (included) noteShortened(reading.places, absent, included.overlays, context);
    return this.#arrange(selected);
  }

  /** The target with what the overlays say about it. */
  learnedTarget(history: SplitList<HistoryMessage>, given: readonly Overlay[], requestedTarget: Target): Target {
    const overlays = overlaysFor(given, requestedTarget);
    if (overlays.length === 0) return requestedTarget;
    return withLearnedFacts(requestedTarget, overlays, history, this.#places.of(history)).target;
  }

  #begin(history: SplitList<HistoryMessage>, overlays: readonly Overlay[], target: Target): BegunRequest {
    return beginRequest(history, overlays, target, this.#places.of(history));
  }

  /** The first half: reads the messages, and chooses those that are sent. */
  #select(history: SplitList<HistoryMessage>, given: readonly Overlay[], requestedTarget: Target): SelectedMessages {
    const begun = this.#begin(history, given, requestedTarget);
    const { target, context, tools, requestedOutput, replaced } = begun;
    const { start, rest } = this.#readMessages(history, begun);
    const offeredCount = tools.length;
    context.notes.begin(WINDOW);
    offerHistoryTools(rest.calls, tools, context);

    const system = systemPrompt(context);
    const fixed = Math.ceil(estimateTools(system, tools, weightsFor(target.model)) * (target.tokenFactor ?? 1));
    const read = new SplitList(ListStart.within(start.reader.items), rest.items);
    const { summary: taken, others } = takeSummary(read, replaced);
    const summary = taken && shortenSummary(taken, summaryBudget(context, { fixed, output: requestedOutput }), context);
    const before = fixed + (summary ? estimateSummary(summary, context) : 0);
    const choice = selectWindow(
      others,
      history,
      context,
      { fixed: before, output: requestedOutput },
      // The items of a history with a summary are not those that were read.
      taken ? turnReader(context.dialect) : start.turns,
    );
    const items = summary ? SplitList.of<Item>([summary, ...choice.items.slice()]) : choice.items;
    const droppedByWindow = replaced
      ? choice.droppedByWindow.filter((index) => index > replaced.through && index !== replaced.summary)
      : choice.droppedByWindow;
    this.#isCut = droppedByWindow.length > 0;
    return { history, begun, start, rest, system, offeredCount, fixed, before, choice, items, droppedByWindow };
  }

  /** The second half: arranges what is sent. */
  #arrange(selected: SelectedMessages): { request: NormalizedRequest; report: CompileReport } {
    const { history, begun, start, rest, system, offeredCount, fixed, before, choice, items, droppedByWindow } =
      selected;
    const { target, learned, own, context, tools, absent, replaced } = begun;
    const { output: maxOutputTokens } = choice;
    const problem = choice.problem ?? nothingSaid(history, items);
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

    context.notes.begin(PARAMETERS);
    const tell = context.notes.add.bind(context.notes);
    const { fields = [], thinkingBudget } = target.parameters?.resolve(target, thinking, tell) ?? {};
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
    const tokens = fixed + Math.ceil(Math.ceil(arranged.tokens) * (target.tokenFactor ?? 1));
    const after = replaced?.through ?? -1;
    const silent = [...absent].filter((index) => index > after && index !== replaced?.summary);
    const decisions = decisionsOf(history, target.vendor, binding.strippedThrough);
    const made = [
      ListStart.of(learned),
      own.of(HEAD),
      own.of(SHORTENED_PARTS),
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
        budget: choice.budget,
        untrimmedTokens:
          cut || choice.problem ? Math.max(tokens, Math.ceil(before + choice.untrimmedTokens())) : tokens,
        ...(problem && { problem }),
        ...(decisions && { decisions }),
        ...(replaced && { replaced }),
        ...(silent.length > 0 && { silent }),
      },
    };
  }

  /**
   * Works out a piece of what a request needs, for whoever can't wait for all of it: the next messages of a
   * history, fewer if they are large. Returns `null` when what is left
   * costs one `normalize`, and where nothing can be said of a beginning alone, as before a summary. `request`: of the
   * history up to here, as long as all of it fits; where the window leaves out messages, they are only read.
   */
  advance(
    input: readonly HistoryMessage[] | SplitList<HistoryMessage>,
    overlays: readonly Overlay[],
    target: Target,
    { from = 0, count = MAX_AT_ONCE }: AdvanceOptions = {},
  ): { request: NormalizedRequest | null; to: number } | null {
    const history = SplitList.from(input);
    const known = this.#knownStart(history, this.#begin(history, overlays, target))?.length ?? 0;
    const end = endOfPiece(history, known, count);
    if (known < from || end >= history.length) return null;
    const piece = new SplitList(history.first(known), history.slice(known, end));
    let request: NormalizedRequest | null = null;
    if (known > 0 && this.#isCut) {
      const begun = this.#begin(piece, overlays, target);
      const { start } = this.#readMessages(piece, begun);
      start.turns.read(new SplitList(ListStart.within(start.reader.items), []), piece, begun.context);
    } else {
      const selected = this.#select(piece, overlays, target);
      const made = this.#isCut ? null : this.#arrange(selected);
      if (made && !made.report.problem) ({ request } = made);
    }
    const to = this.#read?.length ?? 0;
    return to > known ? { request, to } : null;
  }

  /** What is known of the beginning of a history. */
  #knownStart(history: SplitList<HistoryMessage>, { reading, offered, replaced }: BegunRequest): ReadStart | null {
    const end = settledEnd(history, reading, replaced);
    return this.#read?.fits(history, end, readingWay(reading, offered, replaced), reading) ? this.#read : null;
  }

  /**
   * Reads what is new in a history; all of it when it doesn't begin like the last one, and in one piece when its newest
   * messages answer a call before them.
   */
  #readMessages(history: SplitList<HistoryMessage>, begun: BegunRequest): { start: ReadStart; rest: MessageReader } {
    const { reading, offered, replaced, shownFrom } = begun;
    const way = readingWay(reading, offered, replaced);
    const end = settledEnd(history, reading, replaced);
    const fresh = () => new ReadStart(offered, reading);
    const known = this.#knownStart(history, begun) ?? fresh();
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

/** Where a piece ends that is worked out at once. */
function endOfPiece(history: SplitList<HistoryMessage>, from: number, count: number): number {
  let end = from;
  for (let chars = 0; end < history.length && end - from < count && chars < MAX_CHARS_AT_ONCE; end++)
    for (const part of history.at(end)?.parts ?? NONE) chars += charsIn(part);
  return end;
}

/** The text of a part, which is what takes time. */
function charsIn(part: Part): number {
  switch (part.type) {
    case 'text':
    case 'thinking':
    case 'refusal':
    case 'tool_result':
      return part.text.length;
    case 'file':
      return part.text?.length ?? 0;
    default:
      return 0;
  }
}

/** The user wrote something, but nothing of it is left to answer. A placeholder would put words in their mouth. */
function nothingSaid(history: SplitList<HistoryMessage>, items: SplitList<Item>): CompileReport['problem'] {
  if (items.length > 0 || !history.all.some(({ role }) => role === 'user')) return undefined;
  return { kind: 'empty_content', message: 'There is nothing to send: the message is blank.' };
}

function systemPrompt(context: RuleContext): string | undefined {
  const { system = '' } = context.target;
  if (isBlank(system)) {
    if (system !== '') context.notes.add('drop-blank-text', undefined, 'system prompt');
    return undefined;
  }
  if (!system.isWellFormed()) context.notes.add('replace-lone-surrogates', undefined, 'system prompt');
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
