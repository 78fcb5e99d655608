import type { Toolbox } from './toolbox.ts';

/** The toolbox, loaded with the first message that uses tools. */
export interface LazyToolbox {
  get: () => Promise<Toolbox>;
  /** `null` if nobody has requested it yet. */
  loading: () => Promise<Toolbox> | null;
}

export function createLazyToolbox(load: () => Promise<Toolbox>): LazyToolbox {
  let toolbox: Promise<Toolbox> | null = null;
  return {
    get() {
      toolbox ??= load().catch((error: unknown) => {
        // A chunk that failed to load is requested again with the next message.
        toolbox = null;
        throw error;
      });
      return toolbox;
    },
    loading: () => toolbox,
  };
}
