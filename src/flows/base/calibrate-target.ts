import { sameEndpoint } from '#core/endpoint.ts';
import type { Target } from '#core/request.ts';
import { tokenFactorOf } from '#core/window/token-factor.ts';
import type { MeasuredRequest } from '#core/window/token-factor.ts';
import type { BatonDatabase } from '#storage/database.ts';
import type { OnUnreadableRow } from '#storage/read-row.ts';
import { listMeasuredSends } from '#storage/send-repository.ts';

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

/**
 * Returns the requests of this conversation to this model that the vendor counted, newest first, and the factor last in
 * use.
 */
export async function measuredRequests(
  deps: { db: BatonDatabase; onUnreadableRow: OnUnreadableRow },
  sessionId: string,
  target: Target,
): Promise<{ measured: MeasuredRequest[]; inUse: number | undefined }> {
  const sends = (await listMeasuredSends(deps.db, sessionId, LOOKED_AT, deps.onUnreadableRow)).filter(
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

/** Adds to the target what earlier requests of this conversation to this model have shown about its token counts. */
export async function calibrateTarget(
  deps: { db: BatonDatabase; onUnreadableRow: OnUnreadableRow },
  sessionId: string,
  target: Target,
): Promise<Target> {
  const { measured, inUse } = await measuredRequests(deps, sessionId, target);
  return withFactor(target, tokenFactorOf(measured, inUse));
}

export function withFactor(target: Target, factor: number | undefined): Target {
  return factor === undefined ? target : { ...target, tokenFactor: factor };
}
