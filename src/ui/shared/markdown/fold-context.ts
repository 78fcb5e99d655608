import { createContext, use, useCallback, useState } from 'react';

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

export function useFold(name: string, initial: boolean): readonly [open: boolean, set: (open: boolean) => void] {
  const folds = use(FoldsContext);
  const key = `${use(FoldScopeContext)}/${name}`;
  const [open, setOpen] = useState(() => folds?.get(key) ?? initial);
  const set = useCallback(
    (next: boolean) => {
      folds?.set(key, next);
      setOpen(next);
    },
    [folds, key],
  );
  return [open, set];
}
