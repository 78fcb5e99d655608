import { useRef, useState } from 'react';

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

/**
 * `useSubmission` for settings that are stored as they are chosen: an action waits for the ones before it, so that the last
 * choice is what is stored.
 */
export function useSubmissionQueue(): Submission {
  const [waiting, setWaiting] = useState(0);
  const [error, setError] = useState<unknown>(null);
  const last = useRef(Promise.resolve());
  return {
    busy: waiting > 0,
    error,
    submit(act) {
      setWaiting((count) => count + 1);
      const before = last.current;
      last.current = (async () => {
        await before;
        setError(null);
        try {
          await act();
        } catch (failure) {
          setError(failure);
        } finally {
          setWaiting((count) => count - 1);
        }
      })();
      return last.current;
    },
    clearError: () => setError(null),
  };
}
