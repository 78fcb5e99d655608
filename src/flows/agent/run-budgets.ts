import type { TaintSource } from '#core/agent/tools/taint.ts';
import type { RunLimits } from '#core/agent/run-agent.ts';

export interface RunUsage {
  /** Answers of models. */
  steps: number;
  /** USD. */
  cost: number;
}

/** What a run uses up of limits that it may share with others. */
export interface RunBudget {
  limits: RunLimits;
  /** What its records tell, which holds what its ended foreground tasks used. */
  spend(used: RunUsage): void;
  /** What all others under the same limits have used at this moment. */
  beside(): RunUsage;
  /** What it has used with everything below it. */
  total(): RunUsage;
  /** The run has ended. `booked`: its records above hold what it used; otherwise it goes on counting there as it is. */
  close(booked: boolean): void;
}

/** Runs that are going. A task counts against the limits of the run that began it, and so on up to the topmost. */
export interface RunBudgets {
  open(sessionId: string, limits: RunLimits, above?: string): RunBudget;
  of(sessionId: string): RunBudget | null;
}

/** What runs that belong together know of each other. */
export interface TaskTree {
  accounts: RunBudgets;
  /** Outside content behind the order of a task that is about to begin, by its session. */
  sources: Map<string, readonly TaintSource[]>;
}

interface Node {
  above: Node | null;
  below: Set<Node>;
  limits: RunLimits;
  used: RunUsage;
  /** Of runs below that have ended and are in no record here. */
  kept: RunUsage;
}

const NOTHING: RunUsage = { steps: 0, cost: 0 };
const plus = (a: RunUsage, b: RunUsage): RunUsage => ({ steps: a.steps + b.steps, cost: a.cost + b.cost });
const totalOf = ({ used, kept, below }: Node): RunUsage => [...below].map(totalOf).reduce(plus, plus(used, kept));

function topOf(node: Node): Node {
  return node.above ? topOf(node.above) : node;
}

export function createRunBudgets(): RunBudgets {
  const nodes = new Map<string, { node: Node; account: RunBudget }>();

  return {
    open(sessionId, limits, aboveId = '') {
      const above = nodes.get(aboveId)?.node ?? null;
      const node: Node = { above, below: new Set(), limits: above?.limits ?? limits, used: NOTHING, kept: NOTHING };
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
          if (!booked) node.above.kept = plus(node.above.kept, totalOf(node));
        },
      };
      nodes.set(sessionId, { node, account });
      return account;
    },
    of: (sessionId) => nodes.get(sessionId)?.account ?? null,
  };
}
