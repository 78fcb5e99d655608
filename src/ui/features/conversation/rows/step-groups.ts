import { groupDeeds, type DeedGroup } from '#core/agent/work/group-deeds.ts';
import { deedsOf, stepMs } from '#core/agent/work/report-work.ts';
import { outcomeOf, toneOf } from '#ui/shared/servers/call-view.ts';
import type { Row } from './rows.ts';

/** Consecutive finished steps of one model, which fold to one line that says what they did. */
export interface StepGroup {
  /** Their messages, oldest first. */
  ids: readonly string[];
  /** What their calls did. */
  did: readonly DeedGroup[];
  /** Milliseconds of work, without interruptions of the run. */
  ms: number;
  folded: boolean;
}

/** A single step is hardly longer than its line. */
const MIN_STEPS = 2;

/** The derived row for the first row of a group. */
const made = new WeakMap<Row, Row>();

export interface Folding {
  /** Whether a step may be part of a group. */
  mayFold: (step: Row) => boolean;
  isFolded: (steps: readonly Row[]) => boolean;
}

/**
 * Adds a line for the full group to the first of several steps, and leaves the others out while it is folded. The last
 * step of a run, steps that failed, and the newest message of the conversation are never included. A row whose group
 * didn't change keeps its identity.
 */
export function groupSteps(rows: readonly Row[], { mayFold, isFolded }: Folding): Row[] {
  const grouped: Row[] = [];
  for (let at = 0; at < rows.length;) {
    const steps = stepsFrom(rows, at, mayFold);
    const [first] = steps;
    if (!first || steps.length < MIN_STEPS) {
      const row = rows[at];
      if (row) grouped.push(row);
      at += 1;
      continue;
    }
    const group = { ids: steps.map(({ key }) => key), ...sumOf(steps), folded: isFolded(steps) };
    const old = made.get(first);
    const row = old && sameGroup(old.group, group) ? old : { ...first, group };
    made.set(first, row);
    grouped.push(row);
    if (!group.folded) grouped.push(...steps.slice(1));
    at += steps.length;
  }
  return grouped;
}

const isStep = ({ message, results }: Row) =>
  message.stop === 'tool' && message.status === 'complete' && results.length > 0;

const outcomesOf = ({ parts }: Row['message']) =>
  parts.flatMap((part) => (part.type === 'tool_result' ? [outcomeOf(part)] : []));

const failed = ({ results }: Row) =>
  results.some((result) => outcomesOf(result).some((outcome) => toneOf(outcome) === 'failed'));

function stepsFrom(rows: readonly Row[], from: number, mayFold: (step: Row) => boolean): Row[] {
  const steps: Row[] = [];
  for (let at = from; at < rows.length - 1; at += 1) {
    const [row, next] = [rows[at], rows[at + 1]];
    if (!row || !next || !isStep(row) || (steps.length > 0 && !row.continues)) break;
    const last = !next.continues || !isStep(next);
    if (last || failed(row) || !mayFold(row)) break;
    steps.push(row);
  }
  return steps;
}

function sumOf(steps: readonly Row[]): Pick<StepGroup, 'did' | 'ms'> {
  return {
    did: groupDeeds(steps.flatMap(({ message, results }) => deedsOf(message, results))),
    ms: steps.reduce((sum, { message, results }) => sum + stepMs(message, results), 0),
  };
}

function sameGroup(left: StepGroup | undefined, right: StepGroup): boolean {
  return (
    left !== undefined &&
    left.folded === right.folded &&
    left.ms === right.ms &&
    left.ids.length === right.ids.length &&
    left.ids.at(-1) === right.ids.at(-1)
  );
}
