import type { HistoryMessage } from '../message.ts';
import type { Overlay } from '../request.ts';
import { estimatePart, MESSAGE_TOKENS } from '../window/estimate-request.ts';
import { weightsFor } from '../window/token-weights.ts';
import type { Draft, RuleContext, UserItem } from './draft.ts';
import { lastTargeted, messageRefOf, NOT_SENT, readData, SUMMARY } from './overlays.ts';

/** A history in which a summary stands for its beginning. Indices are those of the history it was made of. */
export interface SummarizedHistory {
  history: readonly HistoryMessage[];
  /** Messages that are not sent at all. */
  absent: ReadonlySet<number>;
  /**
   * The summary, and the last message that it stands for; its words are read in the place of that one. `through` is -1
   * where the history begins with the summary, because what it stands for was not even read.
   */
  replaced: { summary: number; through: number } | null;
}

const NONE: ReadonlySet<number> = new Set();

/** The newest summary on the path counts; what is before it, older summaries too, is in its words. */
export function applySummary(history: readonly HistoryMessage[], overlays: readonly Overlay[]): SummarizedHistory {
  const silent = overlays.filter(({ kind }) => kind === NOT_SENT).map(({ target }) => target.message);
  const names = new Set(silent);
  const spoken = overlays.filter(({ kind, target }) => kind === SUMMARY && !names.has(target.message));
  const summary = lastTargeted(history, spoken, SUMMARY);
  if (summary < 0 && names.size === 0) return { history, absent: NONE, replaced: null };

  const absent = new Set<number>();
  for (const [index, message] of history.entries()) if (names.has(messageRefOf(message, index))) absent.add(index);
  const own = history[summary];
  const first = own ? summary - keptBy(spoken, messageRefOf(own, summary), summary) : 0;
  const through = first - 1;
  const stands = own !== undefined && (through >= 0 || summary === 0);
  const place = first === summary ? summary : through;
  if (stands) {
    for (let index = 0; index < first; index++) absent.add(index);
    absent.add(summary);
    absent.delete(place);
  }
  return {
    history: history.map((message, index): HistoryMessage => {
      if (absent.has(index)) return message.parts.length === 0 ? message : { ...message, parts: [] };
      return stands && index === place ? own : message;
    }),
    absent,
    replaced: stands ? { summary, through } : null,
  };
}

function keptBy(overlays: readonly Overlay[], name: string, before: number): number {
  const kept = readData(overlays.findLast(({ target }) => target.message === name)?.data, 'kept');
  return typeof kept === 'number' && Number.isInteger(kept) ? Math.min(Math.max(kept, 0), before) : 0;
}

/**
 * The summary, taken out of the draft so that the window does not leave it out with the turn it stands in: it goes
 * along as long as it is on the path.
 */
export function takeSummary(draft: Draft, { replaced }: SummarizedHistory): UserItem | null {
  const first = draft.items[0];
  if (!replaced || first?.role !== 'user') return null;
  if (first.message !== replaced.through && first.message !== replaced.summary) return null;
  draft.items = draft.items.slice(1);
  return first;
}

export function estimateSummary({ parts }: UserItem, { target }: RuleContext): number {
  const weights = weightsFor(target.model);
  const tokens = parts.reduce((sum, { part }) => sum + estimatePart(part, weights), MESSAGE_TOKENS);
  return Math.ceil(tokens * (target.tokenFactor ?? 1));
}
