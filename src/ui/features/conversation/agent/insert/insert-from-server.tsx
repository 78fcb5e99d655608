import type { ServerContent } from '#tools/read-content.ts';
import { lazyModule, useLazyModule } from '#ui/kit/lazy-module.ts';

const dialog = lazyModule(() => import('./insert-dialog.tsx'));

export interface InsertProps {
  sessionId: string;
  onAttach: (contents: readonly ServerContent[], server: string) => void;
  onInsert: (text: string) => void;
  onClose: () => void;
}

/** Inserts a server's resources and prompts into a message. Loaded on first use. */
export function InsertFromServer(props: InsertProps) {
  const loaded = useLazyModule(dialog, true);
  return loaded && <loaded.InsertDialog {...props} />;
}
