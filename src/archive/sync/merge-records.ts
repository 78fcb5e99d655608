import { canonicalJson } from '#core/canonical-json.ts';
import { greatest } from '#core/greatest.ts';
import { shortId } from '#core/hash.ts';
import { SessionRowSchema, StoredMessageSchema } from '#storage/row-schemas.ts';
import { without } from '#core/without.ts';
import type { OutputRow, SessionRow, StoredMessage } from '#storage/rows.ts';
import { contentOf, derivedId, isPrefixOf } from '../merge/message-identity.ts';
import { SessionRecordSchema, type SessionHistory } from '../records.ts';
import type { Stamp } from './stamp.ts';
import { isLater, isRemovable, stampOf, type SessionMarks } from './changes-since.ts';
import { type RecordLine, SyncObjectError } from './sync-object.ts';
import { digestOf, keyOf, messageRecord, readKey, type Records } from './sync-records.ts';
import { withParentsFirst } from './parents-first.ts';

/** A conversation after records of other devices were merged in. */
export interface MergedSession {
  history: SessionHistory;
  marks: SessionMarks;
  /** Number of messages that weren't here. */
  added: number;
  /** Number of messages whose id belongs to a different message here: both are kept. */
  beside: number;
}

/** A record of another device, parsed and checked independently of what is stored here. */
export interface ReadRecord extends Stamp {
  key: string;
  /** undefined if it was removed. */
  value: unknown;
  digest: string;
}

export function readRecord(sessionId: string, line: RecordLine): ReadRecord {
  const value = valueOf(sessionId, line);
  return { key: line.key, t: line.t, by: line.by, value, digest: digestOf(value) };
}

/**
 * Merges records of other devices: of each record, the later value wins on every device, in whatever order and however
 * often they arrive. `marks` must be settled: they contain the time of change of everything stored here. Unchanged
 * records aren't checked. `lastSeq`: the highest number of a message here, readable or not.
 */
export function mergeRecords(
  sessionId: string,
  stored: SessionHistory | null,
  records: Records,
  marks: SessionMarks,
  lines: readonly ReadRecord[],
  lastSeq = 0,
): MergedSession {
  const values: Records = new Map(records);
  const known = { ...marks.records };
  const unsent = new Set(marks.unsent);
  const beside = new Map<string, { message: StoredMessage; stamp: Stamp }>();
  let added = 0;

  for (const line of lines) {
    const { value, digest } = line;
    // Earlier builds also sent what they couldn't read any more. It isn't gone.
    if (value === undefined && !isRemovable(line.key)) continue;
    const here = values.get(line.key);
    const mark = known[line.key];
    const { kind } = readKey(line.key);
    const isMessage = kind === 'message';
    const later =
      !mark ||
      isLater(
        { stamp: line, rank: isMessage ? rankOf(value) : 0, digest },
        { stamp: stampOf(mark), rank: isMessage ? rankOf(here) : 0, digest: mark[0] },
      );
    if (later) {
      known[line.key] = [digest, line.t, line.by];
      unsent.delete(line.key);
    }
    if (mark?.[0] === digest && (here !== undefined || value === undefined)) continue;
    if (isMessage && here !== undefined) {
      const [winner, loser] = later ? [value, here] : [here, value];
      const { t, by } = later && mark ? stampOf(mark) : line;
      keepBeside(asMessage(sessionId, loser), asMessage(sessionId, winner), { t, by });
    }
    if (!later) continue;
    if (isMessage && here === undefined) added++;
    if (value === undefined) values.delete(line.key);
    else values.set(line.key, value);
  }

  function keepBeside(loser: StoredMessage, winner: StoredMessage, stamp: Stamp): void {
    if (contentOf(loser) === contentOf(winner) || isPrefixOf(loser, winner)) return;
    const id = derivedId(loser.id, contentOf(loser));
    beside.set(id, { message: { ...loser, id }, stamp });
  }
  for (const [id, { message, stamp }] of beside) {
    const key = keyOf('message', id);
    if (values.has(key)) {
      beside.delete(id);
      continue;
    }
    const value = messageRecord(message);
    values.set(key, value);
    // As old as what it keeps: nobody has gone on with the conversation.
    known[key] ??= [digestOf(value), stamp.t, stamp.by];
    unsent.add(key);
  }

  const { history, wanted } = compose(sessionId, stored, { before: records, values, lastSeq });
  return { history, marks: { records: known, unsent: [...unsent], wanted }, added, beside: beside.size };
}

/** A complete answer wins over one that broke off, and more image names over fewer, whichever is later. */
function rankOf(value: unknown): number {
  if (value === undefined) return 0;
  const { status, parts } = asMessage('', value);
  return status === 'complete'
    ? 1 + parts.filter((part) => part.type === 'image' && part.name !== undefined).length
    : 0;
}

/** Validated like a file: what this version can't read isn't accepted. */
function valueOf(sessionId: string, { key, value }: RecordLine): unknown {
  if (value === undefined) return undefined;
  const { kind, id } = readKey(key);
  if (kind === 'field') return value;
  if (kind === 'message') {
    const row = StoredMessageSchema.parse({ ...object(value), sessionId, seq: 1 });
    if (row.id !== id) throw new SyncObjectError('damaged', `${key} is ${row.id}`);
    return messageRecord(row);
  }
  const record = SessionRecordSchema.parse({ type: kind, row: { ...object(value), sessionId } });
  return without({ ...record.row, sessionId }, 'sessionId');
}

function object(value: unknown): object {
  if (typeof value !== 'object' || value === null) throw new SyncObjectError('damaged', 'a value that is no object');
  return value;
}

/** Only for a value that was validated when it was read. */
function asMessage(sessionId: string, value: unknown): StoredMessage {
  return { ...object(value), sessionId, seq: 1 } as StoredMessage;
}

/** Records before and after. A value that is the same object hasn't changed. */
interface Change {
  before: Records;
  values: Records;
  lastSeq: number;
}

function compose(
  sessionId: string,
  stored: SessionHistory | null,
  change: Change,
): { history: SessionHistory; wanted: SessionMarks['wanted'] } {
  const { before: unchangedValues, values } = change;
  const rows = <T>(kind: string, before: readonly T[], keyOfRow: (row: T) => string): T[] => {
    const unchanged = new Map(before.map((row) => [`${kind}:${keyOfRow(row)}`, row]));
    const found: T[] = [];
    for (const [key, value] of values) {
      if (readKey(key).kind !== kind) continue;
      const here = unchanged.get(key);
      const row = { ...object(value), sessionId } as T;
      const isSame = here && (value === unchangedValues.get(key) || canonicalJson(here) === canonicalJson(row));
      found.push(isSame ? here : row);
    }
    return found;
  };
  const messages = placed(sessionId, stored?.messages ?? [], change);
  const usage = rows('usage', stored?.usage ?? [], ({ id }) => id);
  const [plan = null] = rows('plan', stored?.plan ? [stored.plan] : [], () => '');
  const { session, wanted } = sessionRow(sessionId, stored?.session ?? null, values, messages);
  const sum = (list: readonly { cost: number | null }[]) => list.reduce((all, { cost }) => all + (cost ?? 0), 0);
  const more = sum(usage) - sum(stored?.usage ?? []);
  return {
    history: {
      session: more === 0 ? session : { ...session, cost: session.cost + more },
      messages,
      overlays: rows('overlay', stored?.overlays ?? [], ({ id }) => id),
      // Sends of an answer that is still streaming here aren't in any record yet.
      sends: [
        ...(stored?.sends ?? []).filter(({ id }) => !values.has(keyOf('send', id))),
        ...rows('send', stored?.sends ?? [], ({ id }) => id),
      ],
      usage,
      outputs: withOwnIds(rows('output', stored?.outputs ?? [], ({ call }) => call)),
      plan,
      draft: stored?.draft ?? null,
    },
    wanted,
  };
}

/** Assigns new messages their sequence numbers on this device. */
function placed(
  sessionId: string,
  before: readonly StoredMessage[],
  { before: unchangedValues, values, lastSeq }: Change,
): StoredMessage[] {
  const messages = before.map((message) => {
    const key = keyOf('message', message.id);
    const value = values.get(key);
    const isSame = value === undefined || value === unchangedValues.get(key);
    if (isSame || message.status === 'streaming') return message;
    const row = { ...asMessage(sessionId, value), seq: message.seq };
    return canonicalJson(row) === canonicalJson(message) ? message : row;
  });
  const here = new Set(before.map(({ id }) => id));
  let seq = greatest(
    before.map((message) => message.seq),
    lastSeq,
  );
  for (const [key, value] of values) {
    const { kind, id } = readKey(key);
    if (kind === 'message' && !here.has(id)) messages.push({ ...asMessage(sessionId, value), seq: ++seq });
  }
  return withParentsFirst(messages, lastSeq);
}

const NEW_SESSION = {
  title: '',
  titleBy: 'auto',
  createdAt: 0,
  pinned: 0,
  deletedAt: 0,
  target: null,
  system: '',
  lastVendor: null,
  cost: 0,
};

function sessionRow(
  sessionId: string,
  before: SessionRow | null,
  values: Records,
  messages: readonly StoredMessage[],
): { session: SessionRow; wanted: SessionMarks['wanted'] } {
  const fields: Record<string, unknown> = {};
  for (const [key, value] of values) {
    const { kind, id } = readKey(key);
    if (kind === 'field' && id !== 'title' && id !== 'leafId') fields[id] = value;
  }
  const ids = new Set(messages.map(({ id }) => id));
  const asked = values.get(keyOf('field', 'leafId'));
  const isStreaming = messages.some(({ id, status }) => id === before?.leafId && status === 'streaming');
  const last = messages.at(-1)?.id ?? null;
  const instead = before?.leafId ?? last;
  const there = asked === null || (typeof asked === 'string' && ids.has(asked));
  // While an answer is streaming, the path ends at it.
  const leafId = isStreaming || asked === undefined || !there ? instead : asked;
  const { tools, cost } = { cost: 0, ...before };
  const session = SessionRowSchema.parse({
    ...NEW_SESSION,
    ...fields,
    ...object(values.get(keyOf('field', 'title')) ?? {}),
    id: sessionId,
    leafId,
    lastSeq: greatest(
      messages.map(({ seq }) => seq),
      before?.lastSeq ?? 0,
    ),
    updatedAt: greatest(messages.map(timeOf), Math.max(before?.updatedAt ?? 0, Number(fields['createdAt'] ?? 0))),
    cost,
    ...(tools && { tools }),
  });
  const isAsked = asked === null || typeof asked === 'string';
  return { session, wanted: isAsked && (isStreaming || !there) ? { leaf: asked, instead } : null };
}

const timeOf = ({ createdAt, completedAt }: StoredMessage): number => Math.max(createdAt, completedAt ?? 0);

/**
 * Outputs are numbered within a conversation. Devices that know each other's outputs number on from there. If two
 * outputs got one number before that, the one whose call key sorts first keeps it, on every device.
 */
function withOwnIds(outputs: readonly OutputRow[]): OutputRow[] {
  const taken = new Set<string>();
  return outputs
    .toSorted((a, b) => (a.call < b.call ? -1 : 1))
    .map((row) => {
      const id = taken.has(row.id) ? `${row.id}-${shortId(row.call, 6)}` : row.id;
      taken.add(id);
      return id === row.id ? row : { ...row, id };
    });
}
