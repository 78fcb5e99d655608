import { canonicalJson } from '#core/canonical-json.ts';
import type { SessionHistory } from '../records.ts';
import type { OverlayRow, SessionRow, StoredMessage } from '#storage/rows.ts';
import type { MergePlan } from './merge-plan.ts';

/** What it takes to take a merge back. */
export interface MergeUndo {
  sessionId: string;
  before: SessionRow | null;
  after: SessionRow;
  messages: string[];
  overlays: string[];
  sends: string[];
  usage: string[];
  outputs: string[];
  plan: boolean;
  draft: boolean;
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
    plan: add.plan !== null,
    draft: add.draft !== null,
    complete: [...complete, ...named],
    shown,
  };
}

/** What is to be done to take a merge back, in view of what happened since. */
export type UndoPlan =
  /** The conversation came with the merge, and nothing was done in it since. */
  | { kind: 'remove' }
  | {
      kind: 'change';
      session: SessionRow;
      remove: Pick<MergeUndo, 'messages' | 'overlays' | 'sends' | 'usage' | 'outputs' | 'plan' | 'draft'>;
      put: { messages: StoredMessage[]; overlays: OverlayRow[] };
    }
  /** Somebody has gone on from what the merge brought; to take that away would take their words too. */
  | { kind: 'refused' };

export function planUndo(undo: MergeUndo, now: SessionHistory): UndoPlan {
  const brought = new Set(undo.messages);
  const goneOn = now.messages.some(
    ({ id, parentId }) => !brought.has(id) && parentId !== null && brought.has(parentId),
  );
  if (goneOn) return { kind: 'refused' };
  if (undo.before === null) {
    const more = now.messages.some(({ id }) => !brought.has(id));
    return more ? { kind: 'refused' } : { kind: 'remove' };
  }
  const { before, after } = undo;
  const { session } = now;
  // Each field goes back that nobody has changed since.
  const back = Object.entries(before).filter(([key]) => same(fieldOf(session, key), fieldOf(after, key)));
  const onBrought = session.leafId !== null && brought.has(session.leafId);
  return {
    kind: 'change',
    session: {
      ...session,
      ...(session.cost !== after.cost && { cost: session.cost - (after.cost - before.cost) }),
      ...(onBrought && { leafId: before.leafId }),
      ...Object.fromEntries(back),
    },
    remove: undo,
    put: { messages: undo.complete.map((one) => one.before), overlays: undo.shown },
  };
}

const fieldOf = (row: SessionRow, key: string): unknown => Object.entries(row).find(([name]) => name === key)?.[1];

const same = (a: unknown, b: unknown): boolean => canonicalJson(a) === canonicalJson(b);
