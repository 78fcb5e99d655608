import { canonicalJson } from '#core/canonical-json.ts';
import type { SessionHistory } from '../records.ts';
import type { DraftRow, OverlayRow, PlanRow, SessionRow, StoredMessage } from '#storage/rows.ts';
import type { MergePlan } from './merge-plan.ts';

/** Everything needed to undo a merge. */
export interface MergeUndo {
  sessionId: string;
  before: SessionRow | null;
  after: SessionRow;
  messages: string[];
  overlays: string[];
  sends: string[];
  usage: string[];
  outputs: string[];
  plan: PlanRow | null;
  draft: DraftRow | null;
  complete: { before: StoredMessage; after: StoredMessage }[];
  shown: OverlayRow[];
}

export function undoOf({ sessionId, before, session, add, complete, named, shown }: MergePlan): MergeUndo {
  const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
  return {
    sessionId,
    before,
    after: session,
    messages: ids(add.messages),
    overlays: ids(add.overlays),
    sends: ids(add.sends),
    usage: ids(add.usage),
    outputs: ids(add.outputs),
    plan: add.plan,
    draft: add.draft,
    complete: [...complete, ...named],
    shown,
  };
}

/** How to undo a merge, given what has happened since. */
export type UndoPlan =
  /** The merge created the conversation, and nothing has been written in it since. */
  | { kind: 'remove' }
  | {
      kind: 'change';
      session: SessionRow;
      remove: Pick<MergeUndo, 'messages' | 'overlays' | 'sends' | 'usage' | 'outputs'> & {
        plan: boolean;
        draft: boolean;
      };
      put: { messages: StoredMessage[]; overlays: OverlayRow[] };
    }
  /** The user has written something since that removing what was merged would remove, too. */
  | { kind: 'refused' };

export function planUndo(undo: MergeUndo, now: SessionHistory): UndoPlan {
  const addedIds = new Set(undo.messages);
  const isContinued = now.messages.some(
    ({ id, parentId }) => !addedIds.has(id) && parentId !== null && addedIds.has(parentId),
  );
  if (isContinued) return { kind: 'refused' };
  if (undo.before === null) {
    const more = now.messages.some(({ id }) => !addedIds.has(id));
    return more || isWrittenIn(undo, now) ? { kind: 'refused' } : { kind: 'remove' };
  }
  const { before, after } = undo;
  const { session } = now;
  // Restores each field that hasn't changed since.
  const back = Object.entries(before).filter(([key]) => same(fieldOf(session, key), fieldOf(after, key)));
  // What an undo that was stopped has taken back already is not taken back again.
  const added = now.usage.filter(({ id }) => undo.usage.includes(id)).reduce((sum, { cost }) => sum + (cost ?? 0), 0);
  const onAdded = session.leafId !== null && addedIds.has(session.leafId);
  return {
    kind: 'change',
    session: {
      ...session,
      cost: session.cost - added,
      ...(onAdded && { leafId: before.leafId }),
      ...Object.fromEntries(back),
    },
    remove: { ...undo, plan: isOwn(undo.plan, now.plan), draft: isOwn(undo.draft, now.draft) },
    put: { messages: undo.complete.map((one) => one.before), overlays: undo.shown },
  };
}

/** Whether a row is still as the merge added it. */
const isOwn = (added: unknown, now: unknown): boolean => added !== null && same(added, now);

/** Whether a created conversation has an unsent message, a plan, instructions or a title that the merge didn't bring. */
function isWrittenIn({ after, plan, draft }: MergeUndo, now: SessionHistory): boolean {
  const titled = now.session.titleBy === 'person' && now.session.title !== after.title;
  return (
    titled ||
    now.session.system !== after.system ||
    (now.plan !== null && !isOwn(plan, now.plan)) ||
    (now.draft !== null && !isOwn(draft, now.draft))
  );
}

const fieldOf = (row: SessionRow, key: string): unknown => Object.entries(row).find(([name]) => name === key)?.[1];

const same = (a: unknown, b: unknown): boolean => canonicalJson(a) === canonicalJson(b);
