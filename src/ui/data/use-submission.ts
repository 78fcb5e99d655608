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
  const { error, clearError, attempt } = useFailure();
  return {
    busy,
    error,
    async submit(act) {
      if (busy) return;
      setBusy(true);
      await attempt(act);
      setBusy(false);
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
  const last = useRef(Promise.resolve());
  return {
    busy: waiting > 0,
    error,
    submit(act) {
      setWaiting((count) => count + 1);
      last.current = last.current.then(() => attempt(act)).then(() => setWaiting((count) => count - 1));
      return last.current;
    },
    clearError,
  };
}

/** Why the last attempt failed. An attempt never rejects. */
function useFailure() {
  const [error, setError] = useState<unknown>(null);
  const clearError = () => setError(null);
  const attempt = async (act: () => Promise<void>): Promise<void> => {
    clearError();
    try {
      await act();
    } catch (failure) {
      setError(failure);
    }
  };
  return { error, clearError, attempt };
}
