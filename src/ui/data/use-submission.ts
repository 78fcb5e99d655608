import { useState } from 'react';

/** One action at a time, whether it runs, and why the last one failed. */
export interface Submission {
  busy: boolean;
  /** `null` if nothing failed. */
  error: unknown;
  /** Ignored while another action runs. Resolves when the action has ended, whatever became of it. */
  submit: (act: () => Promise<void>) => Promise<void>;
  clearError: () => void;
}

export function useSubmission(): Submission {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  return {
    busy,
    error,
    async submit(act) {
      if (busy) return;
      setBusy(true);
      setError(null);
      try {
        await act();
      } catch (failure) {
        setError(failure);
      } finally {
        setBusy(false);
      }
    },
    clearError: () => setError(null),
  };
}
