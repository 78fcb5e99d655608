import { outcomeOf, toneOf } from '#ui/shared/servers/call-view.ts';
import type { Row } from './rows.ts';

/** Consecutive steps of one model, which fold to one line with their count and result. */
export interface StepGroup {
  /** Their messages, oldest first. */
  ids: readonly string[];
  /** Number of failed calls. */
  failed: number;
  /** Milliseconds of work, without interruptions of the run. */
  ms: number;
  folded: boolean;
}

/** Fewer steps aren't worth a line. */
const MIN_STEPS = 3;

/** The derived row for the first row of a group. */
const made = new WeakMap<Row, Row>();

/**
 * Adds a line for the full group to the first of many steps, and leaves the others out while it is folded. The newest
 * message of the conversation is never included. A row whose group didn't change keeps its identity.
 */
export function groupSteps(rows: readonly Row[], isFolded: (steps: readonly Row[]) => boolean): Row[] {
  const grouped: Row[] = [];
  for (let at = 0; at < rows.length;) {
    const steps = stepsFrom(rows, at);
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

function stepsFrom(rows: readonly Row[], from: number): Row[] {
  const steps: Row[] = [];
  for (const row of rows.slice(from, -1)) {
    const { message, results, continues } = row;
    const step = message.stop === 'tool' && message.status === 'complete' && results.length > 0;
    if (!step || (steps.length > 0 && !continues)) break;
    steps.push(row);
  }
  return steps;
}

function sumOf(steps: readonly Row[]): Pick<StepGroup, 'failed' | 'ms'> {
  let [failed, ms] = [0, 0];
  for (const { message, results } of steps) {
    let last = message.completedAt ?? message.createdAt;
    for (const { parts, completedAt = last } of results) {
      const outcomes = parts.flatMap((part) => (part.type === 'tool_result' ? [outcomeOf(part)] : []));
      failed += outcomes.filter((outcome) => toneOf(outcome) === 'failed').length;
      // An interruption may have lasted all night.
      if (outcomes.every((outcome) => outcome?.status !== 'interrupted')) last = Math.max(last, completedAt);
    }
    ms += Math.max(0, last - message.createdAt);
  }
  return { failed, ms };
}

function sameGroup(left: StepGroup | undefined, right: StepGroup): boolean {
  return (
    left !== undefined &&
    left.folded === right.folded &&
    left.failed === right.failed &&
    left.ms === right.ms &&
    left.ids.length === right.ids.length &&
    left.ids.at(-1) === right.ids.at(-1)
  );
}
