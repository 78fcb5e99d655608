import { useState } from 'react';
import { useLeaveGuard } from '#ui/kit/use-leave-guard.ts';

/** By call: questions that are open while another conversation is on the screen. */
const written = new Map<string, string>();

/** What the user writes about a denial. It is there again when its question is, and asks before the window closes. */
export function useDenialReason(call: string): readonly [reason: string, write: (reason: string) => void] {
  const [reason, setReason] = useState(() => written.get(call) ?? '');
  useLeaveGuard(reason.trim() !== '');
  const write = (next: string) => {
    if (next === '') written.delete(call);
    else written.set(call, next);
    setReason(next);
  };
  return [reason, write];
}
