import type { Target } from '../request.ts';
import type { Dialect } from '../vendors/base/dialect.ts';

/** A place in a request body that its vendor would refuse. */
export interface Violation {
  /** Id in the rule tables, such as `A10`. */
  rule: string;
  /** Path in the body, such as `messages.4.content.0`. */
  path: string;
  message: string;
}

export interface LintContext {
  target: Target;
  dialect: Dialect;
}

/** A vendor's rule on the finished body; `V` is the protocol's view of it. */
export interface WireRule<V> {
  id: string;
  /** What the vendor says or requires, in short. */
  message: string;
  /** Paths of everything that breaks the rule. */
  check: (view: V, context: LintContext) => Iterable<string>;
}

export function runRules<V>(rules: readonly WireRule<V>[], view: V, context: LintContext): Violation[] {
  const violations: Violation[] = [];
  for (const { id, message, check } of rules)
    for (const path of check(view, context)) violations.push({ rule: id, path, message });
  return violations;
}
