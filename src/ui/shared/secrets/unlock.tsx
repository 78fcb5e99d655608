import { createContext, use, useCallback, useState, type ReactNode } from 'react';
import { lazyPart } from '#ui/kit/lazy-part.ts';

const UnlockDialogs = lazyPart(async () => (await import('./unlock-dialogs.tsx')).UnlockDialogs);

const UnlockContext = createContext<(() => void) | null>(null);

/** Asks for the passphrase of the key file. */
export function useUnlock(): () => void {
  const unlock = use(UnlockContext);
  if (!unlock) throw new Error('UnlockProvider is missing');
  return unlock;
}

export function UnlockProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState(false);
  const [open, setOpen] = useState(false);
  const ask = useCallback(() => {
    setAsked(true);
    setOpen(true);
  }, []);
  return (
    <UnlockContext value={ask}>
      {children}
      {asked && <UnlockDialogs open={open} onOpenChange={setOpen} />}
    </UnlockContext>
  );
}
