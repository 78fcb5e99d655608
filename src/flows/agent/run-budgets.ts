import type { TaintSource } from '#core/agent/tools/taint.ts';
import type { RunLimits } from '#core/agent/run-agent.ts';

export interface RunUsage {
  /** Number of model answers. */
  steps: number;
  /** USD. */
  cost: number;
}

/** What a run uses of limits that it may share with other runs. */
export interface RunBudget {
  limits: RunLimits;
  /** Sets what the run's records say. They include what its ended foreground tasks used. */
  spend(used: RunUsage): void;
  /** What all other runs under the same limits have used so far. */
  beside(): RunUsage;
  /** What the run and everything below it have used. */
  total(): RunUsage;
  /**
   * Called when the run has ended. `booked`: the records of the run above include its usage. Otherwise its usage still
   * counts there as it is.
   */
  close(booked: boolean): void;
}

/** Active runs. A task counts against the limits of the run that began it, and so on up to the topmost run. */
export interface RunBudgets {
  open(sessionId: string, limits: RunLimits, above?: string): RunBudget;
  of(sessionId: string): RunBudget | null;
}

/** What related runs know of each other. */
export interface TaskTree {
  accounts: RunBudgets;
  /** Outside sources that a task inherits from the run that began it, by the task's session. */
  sources: Map<string, readonly TaintSource[]>;
}

interface Node {
  above: Node | null;
  below: Set<Node>;
  limits: RunLimits;
  used: RunUsage;
  /** Usage of runs below that have ended and are in no record here. */
  recorded: RunUsage;
}

const NOTHING: RunUsage = { steps: 0, cost: 0 };
const plus = (a: RunUsage, b: RunUsage): RunUsage => ({ steps: a.steps + b.steps, cost: a.cost + b.cost });
const totalOf = ({ used, recorded: kept, below }: Node): RunUsage =>
  [...below].map(totalOf).reduce(plus, plus(used, kept));

function topOf(node: Node): Node {
  return node.above ? topOf(node.above) : node;
}

export function createRunBudgets(): RunBudgets {
  const nodes = new Map<string, { node: Node; account: RunBudget }>();

  return {
    open(sessionId, limits, aboveId = '') {
      const above = nodes.get(aboveId)?.node ?? null;
      const node: Node = { above, below: new Set(), limits: above?.limits ?? limits, used: NOTHING, recorded: NOTHING };
      above?.below.add(node);
      const account: RunBudget = {
        limits: node.limits,
        spend(used) {
          node.used = used;
        },
        beside() {
          const all = totalOf(topOf(node));
          return { steps: all.steps - node.used.steps, cost: all.cost - node.used.cost };
        },
        total: () => totalOf(node),
        close(booked) {
          if (nodes.get(sessionId)?.node === node) nodes.delete(sessionId);
          if (!node.above) return;
          node.above.below.delete(node);
          if (!booked) node.above.recorded = plus(node.above.recorded, totalOf(node));
        },
      };
      nodes.set(sessionId, { node, account });
      return account;
    },
    of: (sessionId) => nodes.get(sessionId)?.account ?? null,
  };
}
