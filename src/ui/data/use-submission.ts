import { useRef, useState } from 'react';

/** One action at a time, whether it runs, and why the last one failed. */
export interface Submission {
  busy: boolean;
  /** `null` if nothing failed. */
  error: unknown;
  /** Ignored while another action runs. Resolves when the action has ended, to whether it succeeded. */
  submit: (act: () => Promise<void>) => Promise<boolean>;
  clearError: () => void;
}

export function useSubmission(): Submission {
  const [busy, setBusy] = useState(false);
  const { error, clearError, attempt } = useFailure();
  return {
    busy,
    error,
    async submit(act) {
      if (busy) return false;
      setBusy(true);
      const done = await attempt(act);
      setBusy(false);
      return done;
    },
    clearError,
  };
}

/**
 * `useSubmission` for settings that are stored as they are chosen: an action waits for the ones before it, so that the last
 * choice is what is stored.
 */
export function useSubmissionQueue(): Submission {
  const [waiting, setWaiting] = useState(0);
  const { error, clearError, attempt } = useFailure();
  const last = useRef<Promise<unknown>>(Promise.resolve());
  return {
    busy: waiting > 0,
    error,
    submit(act) {
      setWaiting((count) => count + 1);
      const done = last.current.then(() => attempt(act));
      last.current = done.then(() => setWaiting((count) => count - 1));
      return done;
    },
    clearError,
  };
}

/** Why the last attempt failed. An attempt never rejects. */
function useFailure() {
  const [error, setError] = useState<unknown>(null);
  const clearError = () => setError(null);
  const attempt = async (act: () => Promise<void>): Promise<boolean> => {
    clearError();
    try {
      await act();
      return true;
    } catch (failure) {
      setError(failure);
      return false;
    }
  };
  return { error, clearError, attempt };
}
