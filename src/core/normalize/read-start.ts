import { ListStart, type SplitList } from '../list-start.ts';
import type { HistoryMessage } from '../message.ts';
import type { Overlay } from '../request.ts';
import { reuseEqual } from '../reuse-equal.ts';
import type { Dialect } from '../vendors/base/dialect.ts';
import { CLOSED_CALL, CONTEXT, FLATTEN_CALLS, HIDDEN, OMIT_MEDIA, PRUNED, SHORTENED } from './base/overlays.ts';
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
  #messages = ListStart.of<HistoryMessage>();
  /** As many of them as the history shares with later ones. */
  #shared = ListStart.of<HistoryMessage>();
  #key = '';
  /** The overlays that say how they were read. */
  #overlays: readonly Overlay[] = [];

  constructor(offered: readonly string[], { dialect }: Reading) {
    this.reader = new MessageReader(new ToolNames(offered, dialect));
    this.turns = turnReader(dialect);
  }

  get length(): number {
    return this.#messages.length;
  }

  /** Whether the first `end` messages of a history begin with these, read in this way. */
  fits(history: SplitList<HistoryMessage>, end: number, way: string, reading: Reading): boolean {
    return (
      this.length <= end &&
      this.#key === this.#keyOf(way, reading) &&
      this.#isStartOf(history) &&
      this.#isReadWith(this.#overlaysIn(reading))
    );
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
    this.#overlays = this.#overlaysIn(reading);
    return true;
  }

  /** A history that goes on after what it shared is compared from there. */
  #isStartOf(history: SplitList<HistoryMessage>): boolean {
    if (!history.start.continues(this.#shared)) return history.beginsWith(this.#messages);
    for (let index = this.#shared.length; index < this.length; index++)
      if (history.at(index) !== this.#messages.at(index)) return false;
    return true;
  }

  #keyOf(way: string, { stripped }: Reading): string {
    return `${Math.min(stripped, this.length - 1)} ${way}`;
  }

  #isReadWith(overlays: readonly Overlay[]): boolean {
    const known = this.#overlays;
    return known.length === overlays.length && overlays.every((overlay, at) => isSameOverlay(known[at], overlay));
  }

  /** Those that say how these messages are read. A change of one message says nothing of the others. */
  #overlaysIn({ overlays, places }: Reading): readonly Overlay[] {
    const own: Overlay[] = [];
    let known = 0;
    for (const overlay of overlays) {
      // No message leaves, so an overlay of one of them stays.
      if (isSameOverlay(this.#overlays[known], overlay)) known++;
      else if (LOCAL.has(overlay.kind) && places.last(overlay.target.message, this.length) < 0) continue;
      own.push(overlay);
    }
    return own;
  }
}

/** Overlays never change. Most are the objects of the request before. */
function isSameOverlay(before: Overlay | undefined, now: Overlay): boolean {
  return before === now || (before?.kind === now.kind && reuseEqual(before, now) === before);
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
