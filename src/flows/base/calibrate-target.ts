import { sameEndpoint } from '#core/endpoint.ts';
import type { Overlay, Target } from '#core/request.ts';
import { tokenFactorOf } from '#core/window/token-factor.ts';
import type { MeasuredRequest } from '#core/window/token-factor.ts';
import type { BatonDatabase } from '#storage/database.ts';
import { listOverlays } from '#storage/overlay-repository.ts';
import type { OnUnreadableRow } from '#storage/read-row.ts';
import { listMeasuredSends, type MeasuredSend } from '#storage/measured-sends.ts';

/** Notes for requests of which the vendor did not read everything: the count it reported is not what was sent. */
const NOT_READ_WHOLE: ReadonlySet<string> = new Set([
  'vendor-cut-prompt',
  'vendor-cleared-tool-uses',
  // It read more.
  'vendor-used-tools',
]);

/**
 * The newest requests of the conversation to check, including those that are then skipped: requests to other models,
 * and requests that the vendor did not read in full.
 */
const LOOKED_AT = 24;

/** What a request is made of besides the messages. */
export interface RequestFacts {
  overlays: Overlay[];
  /** The newest answered requests, newest first. */
  sends: readonly MeasuredSend[];
}

/** Reads them in one transaction. */
export async function readRequestFacts(
  { db, onUnreadableRow }: { db: BatonDatabase; onUnreadableRow: OnUnreadableRow },
  sessionId: string,
): Promise<RequestFacts> {
  return db.transaction('r', db.overlays, db.sends, db.usage, async () => ({
    overlays: await listOverlays(db, sessionId, onUnreadableRow),
    sends: await listMeasuredSends(db, sessionId, LOOKED_AT, onUnreadableRow),
  }));
}

/** Returns the requests to this model that the vendor counted, newest first, and the factor last in use. */
export function measuredRequests(
  all: readonly MeasuredSend[],
  target: Target,
): { measured: MeasuredRequest[]; inUse: number | undefined } {
  const sends = all.filter(
    ({ send, usage }) =>
      usage.estimated !== 'all' &&
      send.vendor === target.vendor &&
      send.model === target.model.id &&
      !send.vendorNotes.some(({ rule }) => NOT_READ_WHOLE.has(rule)) &&
      sameEndpoint(target.vendor, send.endpoint, target.endpoint),
  );
  const measured = sends.map(({ send, usage }) => ({
    estimated: send.tokens / (send.tokenFactor ?? 1),
    reported: usage.input,
  }));
  return { measured, inUse: sends[0]?.send.tokenFactor };
}

/** Adds to the target what earlier requests of the conversation to this model have shown about its token counts. */
export function calibrateTarget(sends: readonly MeasuredSend[], target: Target): Target {
  const { measured, inUse } = measuredRequests(sends, target);
  return withFactor(target, tokenFactorOf(measured, inUse));
}

export function withFactor(target: Target, factor: number | undefined): Target {
  return factor === undefined ? target : { ...target, tokenFactor: factor };
}
