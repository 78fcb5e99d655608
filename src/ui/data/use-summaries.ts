import { NOT_SENT, readData, SUMMARY } from '#core/normalize/base/overlays.ts';
import type { Overlay } from '#core/request.ts';
import { useSessionOverlays } from './use-session-overlays.ts';

export interface SummaryUse {
  sent: boolean;
  /** The number of questions and answers it replaces; `null` when that wasn't counted. */
  count: number | null;
}

/** The state of a conversation's summaries, by id of their messages. */
export function useSummaries(sessionId: string): ReadonlyMap<string, SummaryUse> | undefined {
  return useSessionOverlays(sessionId, summariesIn);
}

function summariesIn(overlays: readonly Overlay[]): ReadonlyMap<string, SummaryUse> {
  const own = overlays.filter(({ kind }) => kind === SUMMARY || kind === NOT_SENT);
  return new Map(
    own.map(({ kind, target, data }) => [target.message, { sent: kind === SUMMARY, count: countOf(data) }]),
  );
}

function countOf(data: unknown): number | null {
  const count = readData(data, 'count');
  return typeof count === 'number' && count > 0 ? count : null;
}
