import { createContext, use } from 'react';
import type { LibraryFlows } from '#flows/library/library-flows.ts';

export const LibraryContext = createContext<LibraryFlows | null>(null);

export function useLibraryFlows(): LibraryFlows {
  const flows = use(LibraryContext);
  if (!flows) throw new Error('LibraryContext is missing');
  return flows;
}
