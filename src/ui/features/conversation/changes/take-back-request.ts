import type { ChangeSelection } from '#contract/checkpoints.ts';

/** What the user wants to take back. */
export interface TakeBackRequest {
  kind: 'run' | 'step' | 'steps' | 'file' | 'undo';
  selection: ChangeSelection;
  /** Of a file. */
  name?: string;
}
