import { useState, type ReactNode } from 'react';
import { useAddressGuard } from '#ui/kit/use-address-guard.ts';
import { useLeaveGuard } from '#ui/kit/use-leave-guard.ts';
import { DiscardDialog } from './discard-dialog.tsx';

interface Unsaved {
  /** Discards, or asks first. */
  leave: () => void;
  /** To be rendered beside what is asked about. */
  question: ReactNode;
}

/** While there are changes that would be lost, `leave`, another address and a closed window ask before they are discarded. */
export function useUnsaved(unsaved: boolean, onDiscard: () => void): Unsaved {
  const [asking, setAsking] = useState(false);
  useLeaveGuard(unsaved);
  const stay = useAddressGuard(unsaved, () => setAsking(true));
  const answer = (next: boolean) => {
    setAsking(next);
    if (!next) stay();
  };
  return {
    leave: () => (unsaved ? setAsking(true) : onDiscard()),
    question: <DiscardDialog open={asking} onOpenChange={answer} onDiscard={onDiscard} />,
  };
}
