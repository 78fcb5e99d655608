import type { Toolbox } from './toolbox.ts';

/** The toolbox, fetched with the first message that uses tools. */
export interface LazyToolbox {
  get: () => Promise<Toolbox>;
  /** null: nobody has asked for it yet. */
  loading: () => Promise<Toolbox> | null;
}

export function createLazyToolbox(load: () => Promise<Toolbox>): LazyToolbox {
  let toolbox: Promise<Toolbox> | null = null;
  return {
    get() {
      toolbox ??= load().catch((error: unknown) => {
        // A chunk that did not load is asked for again with the next message.
        toolbox = null;
        throw error;
      });
      return toolbox;
    },
    loading: () => toolbox,
  };
}
