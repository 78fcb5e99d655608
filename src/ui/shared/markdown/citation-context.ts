import { createContext } from 'react';

export interface CitationLinks {
  /** What a number stands for, as the name of its button; `null` for a number that was not given. */
  nameOf: (number: number) => string | null;
  open: (number: number) => void;
}

/** The passages that a text may cite as `[1]`. Everywhere else, `[1]` is just text. */
export const CitationContext = createContext<CitationLinks | null>(null);
