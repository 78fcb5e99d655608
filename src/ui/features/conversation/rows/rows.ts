import type { Origin, Vendor } from '#core/vendor.ts';
import type { StoredMessage } from '#storage/rows.ts';
import type { StepGroup } from './step-groups.ts';

/** One entry of the conversation as it is drawn. A row whose fields did not change keeps its identity. */
export interface Row {
  /** Id of its message. */
  key: string;
  message: StoredMessage;
  /** Tool messages that answer its calls. */
  results: readonly StoredMessage[];
  /** Who answers here: from the message, or for a fresh answer from what was asked. */
  origin: Origin | null;
  /** The model that had answered before, where this answer comes from another one. */
  handoff: Origin | null;
  /** Whose colour the thread has beside it. */
  vendor: Vendor | null;
  /** Goes on with the answer above: same model, no question between. */
  continues: boolean;
  /** The newest message; its answer may still be changed without making a branch of the past. */
  last: boolean;
  /** It stands for the steps that follow it. */
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
    old.last === row.last &&
    sameResults(old.results, row.results)
  );
}

/**
 * Rows of the chosen path. Tool messages hang on the answer that called. `fresh` is who was asked for an answer that
 * has not said where it comes from. `before` lends its rows where nothing changed.
 */
export function buildRows(
  messages: readonly StoredMessage[],
  fresh: Origin | null,
  before: readonly Row[] = [],
): Row[] {
  const known = new Map(before.map((row) => [row.key, row]));
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
      const continues: boolean = answer !== null && handoff === null && answer.message.stop === 'tool';
      answer = {
        key: message.id,
        message,
        results: NONE,
        origin,
        handoff,
        vendor: origin?.vendor ?? holder?.vendor ?? null,
        continues,
        last: false,
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
      last: false,
    });
  }
  const end = rows.at(-1);
  if (end) end.last = true;
  giveFirstColour(rows);
  return rows.map((row) => {
    const old = known.get(row.key);
    return old && sameRow(old, row) ? old : row;
  });
}

/** Before the first answer the thread already has the colour of the one who will hold it. */
function giveFirstColour(rows: Row[]): void {
  const first = rows.find((row) => row.vendor !== null);
  for (const row of rows) {
    if (row.vendor !== null) return;
    row.vendor = first?.vendor ?? null;
  }
}
