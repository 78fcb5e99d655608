import { z } from 'zod';
import { SnapshotCounts } from './snapshot.ts';

/** What of the page's local storage goes along: how it looks, which no database holds. */
export const MovedStorage = z.record(z.string().regex(/^baton\.[\w-]{1,40}$/), z.string().max(4000));
export type MovedStorage = z.infer<typeof MovedStorage>;

/** Places that the browser could not read there; they did not come along. */
const Missing = z.number().int().nonnegative();

/** GET /api/move: how far the history of this home has come from the address that earlier builds had. */
export const MoveState = z.discriminatedUnion('step', [
  /** There is none, or it is here. */
  z.object({ step: z.literal('none') }),
  /** Nobody has looked yet. */
  z.object({ step: z.literal('waiting') }),
  /** A page was sent to the former address, and has not said anything yet. */
  z.object({ step: z.literal('open') }),
  z.object({ step: z.literal('failed'), detail: z.string() }),
  /** In the snapshot of this id. */
  z.object({
    step: z.literal('arrived'),
    snapshot: z.string(),
    counts: SnapshotCounts,
    missing: Missing,
    storage: MovedStorage,
  }),
]);
export type MoveState = z.infer<typeof MoveState>;

/** POST /api/move: where the page goes to fetch it. That page comes back by itself. */
export const MoveBegun = z.object({ url: z.string() });
export type MoveBegun = z.infer<typeof MoveBegun>;

/** POST /api/move/report, at the former address: how it ended there. */
export const MoveReport = z.discriminatedUnion('outcome', [
  /** There is no history. */
  z.strictObject({ outcome: z.literal('empty') }),
  z.strictObject({ outcome: z.literal('failed'), detail: z.string().max(2000) }),
  /** The snapshot is with the host. */
  z.strictObject({ outcome: z.literal('sent'), missing: Missing, storage: MovedStorage }),
]);
export type MoveReport = z.infer<typeof MoveReport>;
