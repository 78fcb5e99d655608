import { Toast } from '@base-ui/react/toast';
import { useCallback, useEffect, useRef } from 'react';

export interface ToastOptions {
  title: string;
  description?: string;
  /** `danger` is announced at once, the others when the screen reader is idle. */
  tone?: 'info' | 'success' | 'warning' | 'danger';
  /** Its button closes the toast. */
  action?: { label: string; run: () => void };
  /** Milliseconds; 0 stays until closed. Default 5 s, 8 s with an action. */
  timeout?: number;
  /** Replaces a toast with the same id. */
  id?: string;
  /** The conversations its action affects; see `useWithdrawToasts`. */
  about?: readonly string[];
}

/** `const toast = useToast(); toast({ title })`. Returns the id. */
export function useToast(): (options: ToastOptions) => string {
  const { add, close } = Toast.useToastManager();
  return useCallback(
    ({ title, description, tone = 'info', action, timeout, id, about }) => {
      const toastId: string = add({
        title,
        type: tone,
        priority: tone === 'danger' ? 'high' : 'low',
        timeout: timeout ?? (action ? 8000 : tone === 'danger' ? 10_000 : 5000),
        ...(description !== undefined && { description }),
        ...(id !== undefined && { id }),
        ...(about && { data: { about } }),
        ...(action && {
          actionProps: {
            children: action.label,
            onClick: () => {
              close(toastId);
              action.run();
            },
          },
        }),
      });
      return toastId;
    },
    [add, close],
  );
}

/** Closes toasts when everything their action affects has been removed, so that no impossible undo is offered. */
export function useWithdrawToasts(): (removedIds: ReadonlySet<string>) => void {
  const { toasts, close } = Toast.useToastManager<{ about?: readonly string[] }>();
  const shown = useRef(toasts);
  useEffect(() => {
    shown.current = toasts;
  }, [toasts]);
  return useCallback(
    (removedIds) => {
      for (const { id, data } of shown.current) if (data?.about?.every((one) => removedIds.has(one))) close(id);
    },
    [close],
  );
}
