import { createContext, use, useCallback, useEffect, useState } from 'react';

/**
 * What the user folded or unfolded, by key, while a conversation is shown. A message that was scrolled away and comes
 * back looks as it did.
 */
export type Folds = Map<string, boolean>;

const FoldsContext = createContext<Folds | null>(null);
const FoldScopeContext = createContext('');

export const FoldsProvider = FoldsContext.Provider;
/** Prefix of the keys below, such as the id of a message. */
export const FoldScopeProvider = FoldScopeContext.Provider;

/** What a search leads to: whatever holds it in this scope unfolds. */
export interface Found {
  scope: string;
  isIn: (text: string) => boolean;
}

const FoundContext = createContext<Found | null>(null);
export const FoundProvider = FoundContext.Provider;

/** `text`: what is folded. */
export function useFold(
  name: string,
  initial: boolean,
  text?: () => string,
): readonly [open: boolean, set: (open: boolean) => void] {
  const folds = use(FoldsContext);
  const scope = use(FoldScopeContext);
  const found = use(FoundContext);
  const key = `${scope}/${name}`;
  const [open, setOpen] = useState(() => folds?.get(key) ?? initial);
  const set = useCallback(
    (next: boolean) => {
      folds?.set(key, next);
      setOpen(next);
    },
    [folds, key],
  );
  const isFound = found?.scope === scope && text !== undefined && found.isIn(text());
  // The user may fold it again until the search leads here once more.
  const [unfoldedFor, setUnfoldedFor] = useState<Found | null>(null);
  if (isFound && unfoldedFor !== found) {
    setUnfoldedFor(found);
    setOpen(true);
  }
  useEffect(() => {
    if (isFound) folds?.set(key, true);
  }, [folds, isFound, key]);
  return [open, set];
}
