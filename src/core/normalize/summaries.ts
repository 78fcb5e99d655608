import type { Item, RuleContext, UserItem } from '../draft/draft.ts';
import { SplitList } from '../list-start.ts';
import type { HistoryMessage } from '../message.ts';
import type { Overlay } from '../request.ts';
import { estimatePart, MESSAGE_TOKENS } from '../window/estimate-request.ts';
import { weightsFor } from '../window/token-weights.ts';
import type { Places } from './base/message-places.ts';
import { lastTargeted, messageRefOf, NOT_SENT, readData, SUMMARY } from './base/overlays.ts';

/** A history in which a summary replaces its start. Indices are those of the original history. */
export interface SummarizedHistory {
  /** Messages that are not sent at all. */
  absent: ReadonlySet<number>;
  /**
   * The summary, and the last message that it replaces; the summary's text takes that message's place. `through` is -1
   * when the history begins with the summary, because the replaced messages were not even read.
   */
  replaced: { summary: number; through: number } | null;
  /** The history as the summary shows it from `from` on. `history`: as other overlays show it from there on. */
  show(history: SplitList<HistoryMessage>, from: number): SplitList<HistoryMessage>;
}

const NONE: ReadonlySet<number> = new Set();

/** Whether `applySummary` may change a history. */
export function hasSummary(overlays: readonly Overlay[]): boolean {
  return overlays.some(({ kind }) => kind === SUMMARY || kind === NOT_SENT);
}

/**
 * The newest summary on the path counts. It covers everything before it, older summaries included. `excluded`: messages
 * that are not sent for another reason.
 */
export function applySummary(
  history: SplitList<HistoryMessage>,
  overlays: readonly Overlay[],
  places: Places,
  excluded: ReadonlySet<number> = NONE,
): SummarizedHistory {
  const notSent = overlays.filter(({ kind }) => kind === NOT_SENT).map(({ target }) => target.message);
  const names = new Set(notSent);
  const active = overlays.filter(({ kind, target }) => kind === SUMMARY && !names.has(target.message));
  const summary = lastTargeted(places, active, SUMMARY);
  if (summary < 0 && names.size === 0) return { absent: excluded, replaced: null, show: (shown) => shown };

  const absent = new Set(excluded);
  const unsent = [...names].flatMap((name) => places.all(name));
  for (const index of unsent.sort((a, b) => a - b)) absent.add(index);
  const own = history.at(summary);
  const first = own ? summary - retainedCount(active, messageRefOf(own, summary), summary) : 0;
  const through = first - 1;
  const applies = own !== undefined && (through >= 0 || summary === 0);
  const place = first === summary ? summary : through;
  if (applies) {
    for (let index = 0; index < first; index++) absent.add(index);
    absent.add(summary);
    absent.delete(place);
  }
  return {
    absent,
    replaced: applies ? { summary, through } : null,
    show(shown, from) {
      const rest = shown
        .slice(from)
        .map((message, at) =>
          absent.has(from + at) && message.parts.length > 0 ? { ...message, parts: [] } : message,
        );
      const summaryText = shown.at(summary);
      if (applies && place >= from && summaryText) rest[place - from] = summaryText;
      return shown.continuedWith(from, rest);
    },
  };
}

function retainedCount(overlays: readonly Overlay[], name: string, before: number): number {
  const retained = readData(overlays.findLast(({ target }) => target.message === name)?.data, 'kept');
  return typeof retained === 'number' && Number.isInteger(retained) ? Math.min(Math.max(retained, 0), before) : 0;
}

/**
 * Takes the summary out of the items, so that the window cannot leave it out with its turn: it is sent as long as it is
 * on the path.
 */
export function takeSummary(
  items: SplitList<Item>,
  replaced: SummarizedHistory['replaced'],
): { summary: UserItem | null; others: SplitList<Item> } {
  const first = items.at(0);
  const isSummary =
    replaced && first?.role === 'user' && (first.message === replaced.through || first.message === replaced.summary);
  return isSummary ? { summary: first, others: SplitList.of(items.slice(1)) } : { summary: null, others: items };
}

export function estimateSummary({ parts }: UserItem, { target }: RuleContext): number {
  const weights = weightsFor(target.model);
  const tokens = parts.reduce((sum, { part }) => sum + estimatePart(part, weights), MESSAGE_TOKENS);
  return Math.ceil(tokens * (target.tokenFactor ?? 1));
}
