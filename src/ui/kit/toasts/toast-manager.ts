import { Toast } from '@base-ui/react/toast';

interface ToastData {
  /** The conversations, or the project, that its action affects. */
  about?: readonly string[];
}

/** Shows toasts for every part of the page. */
export const toastManager = Toast.createToastManager<ToastData>();

type Options = Parameters<typeof toastManager.add<ToastData>>[0];

const affected = new Map<string, readonly string[]>();
const waiting: (Options & { id: string })[] = [];
let listening = false;
let count = 0;

/** Returns the id. Toasts that come before the part that shows them has loaded wait for it. */
export function addToast(options: Options): string {
  const toast = {
    ...options,
    id: options.id ?? `baton-${(count += 1)}`,
    onRemove: () => affected.delete(toast.id),
  };
  affected.delete(toast.id);
  if (options.data?.about) affected.set(toast.id, options.data.about);
  if (listening) toastManager.add(toast);
  else waiting.push(toast);
  return toast.id;
}

/** Closes a toast, also one that nobody has seen yet. */
export function removeToast(id: string): void {
  const at = waiting.findIndex((toast) => toast.id === id);
  if (at >= 0) waiting.splice(at, 1);
  toastManager.close(id);
}

/** Closes toasts whose undo is impossible, because all that it affects is gone for good, or needless, because it is back. */
export function withdrawToasts(ids: ReadonlySet<string>): void {
  for (const [id, about] of affected) if (about.every((one) => ids.has(one))) toastManager.close(id);
}

/** Called once toasts can be shown. Returns what to call when they no longer can. */
export function listenToToasts(): () => void {
  listening = true;
  for (const toast of waiting.splice(0)) toastManager.add(toast);
  return () => {
    listening = false;
  };
}
