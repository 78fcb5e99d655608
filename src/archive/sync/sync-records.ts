import { canonicalJson } from '#core/canonical-json.ts';
import { digest } from '#core/hash.ts';
import { without } from '#core/without.ts';
import type { SessionRow, StoredMessage } from '#storage/rows.ts';
import { asCompleted, type SessionHistory } from '../records.ts';

/**
 * A conversation as individual records, each under a key that is the same on every device: `message:<id>`,
 * `field:<name>` and so on. Values that each device computes itself (sequence numbers, sums, times) aren't included.
 */
export type Records = Map<string, unknown>;

export type RecordKind = 'message' | 'overlay' | 'send' | 'usage' | 'output' | 'plan' | 'field';

export function keyOf(kind: RecordKind, id: string): string {
  return `${kind}:${id}`;
}

export function readKey(key: string): { kind: string; id: string } {
  const colon = key.indexOf(':');
  return { kind: key.slice(0, colon), id: key.slice(colon + 1) };
}

/**
 * Fields of a conversation's row that stay on their device. `cost`, `updatedAt` and `lastSeq` follow from the records.
 * `tools` is a decision about this device: its servers, its folders, what may run here.
 */
const LOCAL_FIELDS = new Set(['id', 'lastSeq', 'updatedAt', 'cost', 'title', 'titleBy', 'tools', 'leafId']);

/** The leaf that another device chose, and the one used here until it has arrived and no answer is streaming. */
export interface PendingLeaf {
  leaf: string | null;
  instead: string | null;
}

/** Leaves out an answer that is still streaming, with everything that refers to it. */
export function recordsIn(history: SessionHistory, pendingLeaf: PendingLeaf | null): Records {
  const { session } = history;
  const records: Records = new Map();
  const growing = new Map<string, StoredMessage>();
  for (const message of history.messages) {
    if (message.status === 'streaming') growing.set(message.id, message);
    else records.set(keyOf('message', message.id), messageRecord(message));
  }
  for (const row of history.overlays) records.set(keyOf('overlay', row.id), without(row, 'sessionId'));
  for (const row of history.sends)
    if (!growing.has(row.id)) records.set(keyOf('send', row.id), without(row, 'sessionId'));
  for (const row of history.usage) records.set(keyOf('usage', row.id), without(row, 'sessionId'));
  for (const row of history.outputs) records.set(keyOf('output', row.call), without(row, 'sessionId'));
  if (history.plan) records.set(keyOf('plan', ''), without(history.plan, 'sessionId'));

  for (const [name, value] of Object.entries(session))
    if (!LOCAL_FIELDS.has(name) && value !== undefined) records.set(keyOf('field', name), value);
  records.set(keyOf('field', 'title'), { title: session.title, titleBy: session.titleBy });
  const isPending = pendingLeaf?.instead === session.leafId && !isSettled(pendingLeaf, records, growing);
  records.set(keyOf('field', 'leafId'), isPending ? pendingLeaf.leaf : leafOf(session, growing));
  return records;
}

export function messageRecord(message: StoredMessage): unknown {
  return without(asCompleted(message), 'sessionId', 'seq');
}

/** The answer that held it up has ended, so the path goes on where it is here. */
function isSettled(
  { leaf, instead }: PendingLeaf,
  records: Records,
  growing: ReadonlyMap<string, StoredMessage>,
): boolean {
  const isHere = leaf === null || records.has(keyOf('message', leaf));
  return isHere && !growing.has(instead ?? '');
}

function leafOf({ leafId }: SessionRow, growing: ReadonlyMap<string, StoredMessage>): string | null {
  let leaf = leafId;
  for (let at = growing.get(leaf ?? ''); at; at = growing.get(leaf ?? '')) leaf = at.parentId;
  return leaf;
}

/** '' for a missing record. */
export function digestOf(value: unknown): string {
  return value === undefined ? '' : digest(canonicalJson(value));
}
