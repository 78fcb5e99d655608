import { addToast, toastManager } from './toast-manager.ts';

export interface ToastOptions {
  title: string;
  /** `undefined` takes that of the toast it replaces away. */
  description?: string | undefined;
  /** `danger` is announced at once, the others when the screen reader is idle. */
  tone?: 'info' | 'success' | 'warning' | 'danger';
  /** Its button closes the toast. */
  action?: { label: string; run: () => void };
  /** Milliseconds; 0 stays until closed. Default 5 s, 8 s with an action. */
  timeout?: number;
  /** Replaces a toast with the same id. */
  id?: string;
  /** The conversations, or the project, that its action affects; see `withdrawToasts`. */
  about?: readonly string[];
  /** By the user, by time, or by its button. */
  onClose?: () => void;
}

/** Returns the id. */
function toast({ title, description, tone = 'info', action, timeout, id, about, onClose }: ToastOptions): string {
  const toastId: string = addToast({
    title,
    type: tone,
    priority: tone === 'danger' ? 'high' : 'low',
    timeout: timeout ?? (action ? 8000 : tone === 'danger' ? 10_000 : 5000),
    description,
    ...(id !== undefined && { id }),
    ...(about && { data: { about } }),
    ...(onClose && { onClose }),
    ...(action && {
      actionProps: {
        children: action.label,
        onClick: () => {
          toastManager.close(toastId);
          action.run();
        },
      },
    }),
  });
  return toastId;
}

/** `const toast = useToast(); toast({ title })`. Always the same function. */
export const useToast = (): typeof toast => toast;
