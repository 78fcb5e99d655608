import type { Failure } from '../base/failure.ts';

/**
 * One thing a vendor refuses. `id` is the rule's number in the vendor rules (A8, O1 …); `check` returns the vendor's
 * own error. Tables of rules run from top to bottom, as far as known in the order of the real server.
 */
export interface Rule<Subject> {
  id: string;
  check(subject: Subject): Failure | null;
}

export function firstFailure<Subject>(rules: readonly Rule<Subject>[], subject: Subject): Failure | null {
  for (const rule of rules) {
    const failure = rule.check(subject);
    if (failure) return failure;
  }
  return null;
}

/** Returns the first failure that `check` finds in the list. */
export function firstOf<Item>(
  items: readonly Item[],
  check: (item: Item, index: number) => Failure | null,
): Failure | null {
  for (const [index, item] of items.entries()) {
    const failure = check(item, index);
    if (failure) return failure;
  }
  return null;
}
