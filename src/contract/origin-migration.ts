import { z } from 'zod/mini';
import { SnapshotCounts } from './snapshot.ts';
import type { Endpoints } from './endpoint.ts';

/** The part of the page's local storage that is moved: its appearance, which no database holds. */
export const MovedStorage = z.record(
  z.string().check(z.regex(/^baton\.[\w-]{1,40}$/)),
  z.string().check(z.maxLength(4000)),
);
export type MovedStorage = z.infer<typeof MovedStorage>;

/** Blobs, rows and ranges of rows that the browser could not read at the former address. They were not moved. */
const Missing = z.int().check(z.nonnegative());

/** How far the move of the history from the address of earlier builds has come. */
export const MoveState = z.discriminatedUnion('step', [
  /** There is no former history, or it has been moved. */
  z.object({ step: z.literal('none') }),
  /** Not checked yet. */
  z.object({ step: z.literal('waiting') }),
  /** A page was sent to the former address and has not reported yet. */
  z.object({ step: z.literal('open') }),
  z.object({ step: z.literal('failed'), detail: z.string() }),
  /** The history is in the snapshot with this id. */
  z.object({
    step: z.literal('arrived'),
    snapshot: z.string(),
    counts: SnapshotCounts,
    missing: Missing,
    storage: MovedStorage,
  }),
]);
export type MoveState = z.infer<typeof MoveState>;

/** The URL where the page fetches the history. That page returns on its own. */
export const MoveBegun = z.object({ url: z.string() });
export type MoveBegun = z.infer<typeof MoveBegun>;

/** The outcome at the former address. */
export const MoveReport = z.discriminatedUnion('outcome', [
  /** There is no history. */
  z.strictObject({ outcome: z.literal('empty') }),
  z.strictObject({ outcome: z.literal('failed'), detail: z.string().check(z.maxLength(2000)) }),
  /** The host has the snapshot. */
  z.strictObject({ outcome: z.literal('sent'), missing: Missing, storage: MovedStorage }),
]);
export type MoveReport = z.infer<typeof MoveReport>;

export const moveEndpoints = {
  state: { route: 'GET /api/move', answer: MoveState },
  begin: { route: 'POST /api/move', answer: MoveBegun, status: 201 },
  finish: { route: 'POST /api/move/finish' },
} satisfies Endpoints;

/** Answered at the former address only (host/origin-migration). */
export const formerAddressEndpoints = {
  report: { route: 'POST /api/move/report', body: MoveReport },
} satisfies Endpoints;
