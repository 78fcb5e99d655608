import { Toast } from '@base-ui/react/toast';
import { useCallback } from 'react';

export interface ToastOptions {
  title: string;
  description?: string;
  /** `danger` is announced at once, the others when the reader is free. */
  tone?: 'info' | 'success' | 'warning' | 'danger';
  /** Its button closes the toast. */
  action?: { label: string; run: () => void };
  /** Milliseconds; 0 stays until it is closed. Default 5 s, 8 s with an action. */
  timeout?: number;
  /** A toast with the same id is replaced. */
  id?: string;
}

/** `const toast = useToast(); toast({ title })`. Returns the id. */
export function useToast(): (options: ToastOptions) => string {
  const { add, close } = Toast.useToastManager();
  return useCallback(
    ({ title, description, tone = 'info', action, timeout, id }) => {
      const made: string = add({
        title,
        type: tone,
        priority: tone === 'danger' ? 'high' : 'low',
        timeout: timeout ?? (action ? 8000 : tone === 'danger' ? 10_000 : 5000),
        ...(description !== undefined && { description }),
        ...(id !== undefined && { id }),
        ...(action && {
          actionProps: {
            children: action.label,
            onClick: () => {
              close(made);
              action.run();
            },
          },
        }),
      });
      return made;
    },
    [add, close],
  );
}
