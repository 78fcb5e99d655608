import { useCallback } from 'react';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from './use-toast.ts';

const UNDO_MS = 10_000;

interface Removal {
  /** How many things were removed. */
  count: number;
  /** Of everything in the toast. */
  title: (count: number) => string;
  /** Shown while the toast is about this removal alone. */
  description?: string;
  undo: () => unknown;
  /** The conversations that were removed; see `withdrawToasts`. */
  about?: readonly string[];
}

interface Shown {
  id: string;
  count: number;
  about: string[];
  undos: (() => unknown)[];
}

/** By kind of things, while its toast can be seen. */
const shown = new Map<string, Shown>();
let toasts = 0;

/** Says what was removed. Removals of one kind that follow each other share a toast, whose undo takes all of them back. */
export function useRemovalToast(): (kind: string, removal: Removal) => void {
  const toast = useToast();
  const common = useT('common');
  return useCallback(
    (kind: string, { count, title, description, undo, about = [] }: Removal) => {
      const before = shown.get(kind) ?? { id: `${kind}-${(toasts += 1)}`, count: 0, about: [], undos: [] };
      const { id } = before;
      const now = {
        id,
        count: before.count + count,
        about: [...before.about, ...about],
        // From the last to the first, so that what each of them finds is what it left.
        undos: [undo, ...before.undos],
      };
      shown.set(kind, now);
      toast({
        id,
        title: title(now.count),
        description: before.count === 0 ? description : undefined,
        timeout: UNDO_MS,
        ...(now.about.length > 0 && { about: now.about }),
        onClose: () => shown.delete(kind),
        action: {
          label: common('undo'),
          run: () =>
            void (async () => {
              for (const one of now.undos) await one();
            })(),
        },
      });
    },
    [toast, common],
  );
}
