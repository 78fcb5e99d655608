import { isContinued } from '#core/answer-content.ts';
import { isSummary } from '#core/is-summary.ts';
import type { Origin, Vendor } from '#core/vendor.ts';
import type { StoredMessage } from '#storage/rows.ts';
import type { StepGroup } from './step-groups.ts';

/** One rendered entry of the conversation. A row whose fields didn't change keeps its identity. */
export interface Row {
  /** Id of its message. */
  key: string;
  message: StoredMessage;
  /** Tool messages with the results of its calls. */
  results: readonly StoredMessage[];
  /** The origin of the answer: from the message, or for a fresh answer from the request. */
  origin: Origin | null;
  /** The previous model, if this answer comes from another one. */
  handoff: Origin | null;
  /** The vendor whose color the thread has beside it. */
  vendor: Vendor | null;
  /** Continues the answer above: same model, no question in between. */
  continues: boolean;
  /** The next row continues this answer, so it isn't over. */
  begins: boolean;
  /** The newest message. Its answer can still be changed without creating a branch. */
  last: boolean;
  /** It ends a long run, so what the run did is reported below it. */
  report: boolean;
  /** Messages before it are not loaded, but others before those are. */
  gap: boolean;
  /** It replaces the steps that follow it. */
  group?: StepGroup;
}

export const sameModel = (left: Origin, right: Origin): boolean =>
  left.vendor === right.vendor && left.model === right.model && left.endpoint === right.endpoint;

const NONE: readonly StoredMessage[] = [];

function sameResults(left: readonly StoredMessage[], right: readonly StoredMessage[]): boolean {
  return left.length === right.length && left.every((one, at) => one === right[at]);
}

function sameRow(old: Row, row: Row): boolean {
  return (
    old.message === row.message &&
    old.origin === row.origin &&
    old.handoff === row.handoff &&
    old.vendor === row.vendor &&
    old.continues === row.continues &&
    old.begins === row.begins &&
    old.last === row.last &&
    old.report === row.report &&
    old.gap === row.gap &&
    sameResults(old.results, row.results)
  );
}

/**
 * Builds the rows of the chosen path. Tool messages belong to the answer with the call. `fresh` is the origin of an
 * answer that has none stored yet. Unchanged rows are reused from `before`. `ahead`: messages before a gap.
 */
export function buildRows(
  messages: readonly StoredMessage[],
  fresh: Origin | null,
  before: readonly Row[] = [],
  ahead: readonly StoredMessage[] = NONE,
): Row[] {
  const existing = new Map(before.map((row) => [row.key, row]));
  const front = newRows(ahead, null);
  const rows = newRows(messages, fresh);
  const [first] = rows;
  if (first) first.gap = front.length > 0;
  const end = rows.at(-1);
  if (end) end.last = true;
  markReports(rows, true);
  markReports(front, false);
  return [...front, ...rows].map((row) => {
    const old = existing.get(row.key);
    return old && sameRow(old, row) ? old : row;
  });
}

/** Rows of messages without a gap between them. */
function newRows(messages: readonly StoredMessage[], fresh: Origin | null): Row[] {
  const rows: Row[] = [];
  let holder: Origin | null = null;
  let answer: Row | null = null;
  for (const message of messages) {
    if (message.role === 'tool' && answer) {
      answer.results = [...answer.results, message];
      continue;
    }
    if (message.role === 'assistant') {
      const origin = message.origin ?? (message.status === 'streaming' ? fresh : null);
      const handoff = holder && origin && !sameModel(holder, origin) ? holder : null;
      const continues: boolean = answer !== null && handoff === null && isContinued(answer.message);
      if (answer) answer.begins = continues;
      answer = {
        key: message.id,
        message,
        results: NONE,
        origin,
        handoff,
        vendor: origin?.vendor ?? holder?.vendor ?? null,
        continues,
        begins: false,
        last: false,
        report: false,
        gap: false,
      };
      rows.push(answer);
      holder = origin ?? holder;
      continue;
    }
    answer = null;
    rows.push({
      key: message.id,
      message,
      results: NONE,
      origin: null,
      handoff: null,
      vendor: holder?.vendor ?? null,
      continues: false,
      begins: false,
      last: false,
      report: false,
      gap: false,
    });
  }
  giveFirstColour(rows);
  return rows;
}

/** A run of fewer steps can be read as it is. */
const MIN_REPORTED = 4;

const asks = ({ message }: Row): boolean => message.role === 'user' && !isSummary(message);

/** `ended`: the last row is the newest message. */
function markReports(rows: readonly Row[], ended: boolean): void {
  let steps = 0;
  for (const [at, row] of rows.entries()) {
    if (asks(row)) steps = 0;
    else if (row.results.length > 0) steps += 1;
    const next = rows[at + 1];
    row.report = steps >= MIN_REPORTED && row.message.status !== 'streaming' && (next ? asks(next) : ended);
  }
}

/** Before the first answer the thread already has the color of its vendor. */
function giveFirstColour(rows: Row[]): void {
  const first = rows.find((row) => row.vendor !== null);
  for (const row of rows) {
    if (row.vendor !== null) return;
    row.vendor = first?.vendor ?? null;
  }
}

/** `buildRows` that reuses the unchanged rows of its last call. */
export function createRowBuilder(): (
  messages: readonly StoredMessage[],
  fresh: Origin | null,
  ahead: readonly StoredMessage[],
) => Row[] {
  let rows: Row[] = [];
  return (messages, fresh, ahead) => (rows = buildRows(messages, fresh, rows, ahead));
}
