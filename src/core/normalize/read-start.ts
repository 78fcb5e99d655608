import { ListStart, type SplitList } from '../list-start.ts';
import type { HistoryMessage } from '../message.ts';
import type { Dialect } from '../vendors/base/dialect.ts';
import {
  CLOSED_CALL,
  CONTEXT,
  FLATTEN_CALLS,
  HIDDEN,
  messageRefOf,
  OMIT_MEDIA,
  PRUNED,
  SHORTENED,
} from './base/overlays.ts';
import { BRIDGE_TEXT } from './base/texts.ts';
import { MessageReader, type Reading } from './message-reader.ts';
import { TurnReader } from '../window/read-turns.ts';
import { ToolNames } from './rules/tool-names.ts';
import type { SummarizedHistory } from './summaries.ts';

/** Overlays that change nothing but the message they name. */
const LOCAL: ReadonlySet<string> = new Set([HIDDEN, SHORTENED, PRUNED, CLOSED_CALL, OMIT_MEDIA, CONTEXT]);

/** Counts what `bridgeAfterTools` will add, too. */
export const turnReader = ({ bridgeAfterTools }: Dialect): TurnReader =>
  new TurnReader(bridgeAfterTools ? BRIDGE_TEXT : '');

/** The beginning of a conversation, read for a target. */
export class ReadStart {
  readonly reader: MessageReader;
  /** Of the items that were read. */
  readonly turns: TurnReader;
  /** The last message of each name. */
  readonly #places = new Map<string, number>();
  /** Number of messages whose places are known: only overlays name messages. */
  #placed = 0;
  #messages = ListStart.of<HistoryMessage>();
  /** As many of them as the history shares with later ones. */
  #shared = ListStart.of<HistoryMessage>();
  #key = '';

  constructor(offered: readonly string[], { dialect }: Reading) {
    this.reader = new MessageReader(new ToolNames(offered, dialect));
    this.turns = turnReader(dialect);
  }

  get length(): number {
    return this.#messages.length;
  }

  /** Index of the last message of this name. */
  placeOf(name: string): number | undefined {
    for (; this.#placed < this.length; this.#placed++) {
      const message = this.#messages.at(this.#placed);
      if (message) this.#places.set(messageRefOf(message, this.#placed), this.#placed);
    }
    return this.#places.get(name);
  }

  /** Whether the first `end` messages of a history begin with these, read in this way. */
  fits(history: SplitList<HistoryMessage>, end: number, way: string, reading: Reading): boolean {
    return this.length <= end && this.#isStartOf(history) && this.#key === this.#keyOf(way, reading);
  }

  /**
   * Reads on up to `end`. `shown`: the history as overlays and summary show it, from here on. Returns `false` when a new message
   * changes how an earlier one is read.
   */
  extend(
    history: SplitList<HistoryMessage>,
    shown: SplitList<HistoryMessage>,
    end: number,
    way: string,
    reading: Reading,
  ): boolean {
    const from = this.length;
    if (end > from && !this.reader.read(shown, from, end, reading)) return false;
    this.#messages = this.#messages.with(history.slice(from, end));
    this.#shared = history.start.first(end);
    this.#key = this.#keyOf(way, reading);
    return true;
  }

  /** A history that goes on after what it shared is compared from there. */
  #isStartOf(history: SplitList<HistoryMessage>): boolean {
    if (!history.start.continues(this.#shared)) return history.beginsWith(this.#messages);
    for (let index = this.#shared.length; index < this.length; index++)
      if (history.at(index) !== this.#messages.at(index)) return false;
    return true;
  }

  #keyOf(way: string, { overlays, stripped }: Reading): string {
    const own = overlays.filter(({ kind, target }) => !LOCAL.has(kind) || this.placeOf(target.message) !== undefined);
    return `${Math.min(stripped, this.length - 1)} ${way} ${JSON.stringify(own)}`;
  }
}

/** What the reading of every message depends on, besides overlays. */
export function readingWay(
  { target: { vendor, endpoint, simulated, account, model, learned, rulesOff } }: Reading,
  offered: readonly string[],
  replaced: SummarizedHistory['replaced'],
): string {
  return JSON.stringify([vendor, endpoint, simulated, account, model, learned, rulesOff, offered, replaced]);
}

/**
 * The number of messages at the start of a history that stay as they are read now, whatever follows: all before the
 * newest step of a run or the newest message of the user.
 */
export function settledEnd(
  history: SplitList<HistoryMessage>,
  { overlays }: Reading,
  replaced: SummarizedHistory['replaced'],
): number {
  if (overlays.some(({ kind }) => kind === FLATTEN_CALLS)) return 0;
  let end = history.length - 1;
  for (; end > 0; end--) {
    const [before, after] = [history.at(end - 1)?.role, history.at(end)?.role];
    if ((after === 'assistant' && before === 'tool') || (after === 'user' && before === 'assistant')) break;
  }
  return replaced && replaced.summary >= end ? 0 : Math.max(0, end);
}
