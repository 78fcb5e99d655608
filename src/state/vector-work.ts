import { createStore, type StoreApi } from 'zustand/vanilla';

/** What is going on with the vectors of one project in this window. Tokens are those of its texts. */
export interface VectorWork {
  /** `elsewhere`: another window does it. */
  state: 'working' | 'elsewhere' | 'paused' | 'ready' | 'failed';
  done: number;
  total: number;
  /** Why it failed. */
  reason?: string;
}

/** By project. */
export type VectorWorkStore = StoreApi<{ work: Readonly<Record<string, VectorWork>> }>;

export const createVectorWork = (): VectorWorkStore => createStore(() => ({ work: {} }));
