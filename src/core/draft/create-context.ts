import type { RuleContext } from './draft.ts';
import { ForkedSet } from './forked-set.ts';
import { SeenState } from './seen-state.ts';
import type { StepNotes } from './step-notes.ts';

/** A context whose rules add to `notes`. */
export function createContext(
  { target, dialect, overlays, seen }: Pick<RuleContext, 'target' | 'dialect' | 'overlays'> & Partial<RuleContext>,
  notes: StepNotes,
): RuleContext {
  return {
    target,
    dialect,
    overlays,
    seen: seen ?? { opaqueState: new SeenState(), callIds: new ForkedSet() },
    notes,
  };
}
