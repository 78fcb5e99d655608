import { createContext, use } from 'react';

/** A long text to be shown in full. */
export interface FullOutput {
  /** Its source, for display. */
  tool: string;
  /** Resolves to `null` when it is no longer stored. */
  load: () => Promise<string | null>;
}

/** Opens the viewer; `null` where messages are shown without one. It outlives the message that opened it. */
export const OutputContext = createContext<((output: FullOutput) => void) | null>(null);

export function useOpenOutput(): ((output: FullOutput) => void) | null {
  return use(OutputContext);
}
