import { useCallback, useEffect, useMemo, useState } from 'react';
import type { ChangeList } from '#contract/checkpoints.ts';
import { useServices } from '#ui/data/services.ts';

export interface Changes {
  /** `null` until it is read. */
  list: ChangeList | null;
  error: unknown;
  reload: () => void;
}

/** File changes of a conversation and its tasks. They are read again with every new `version`. */
export function useChanges(rootId: string, version: unknown): Changes {
  const { fileChanges } = useServices();
  const [asked, setAsked] = useState(0);
  const wanted = useMemo(() => ({ rootId, version, asked }), [rootId, version, asked]);
  const [read, setRead] = useState<Pick<Changes, 'list' | 'error'>>({ list: null, error: null });
  useEffect(() => {
    let current = true;
    const load = async () => {
      try {
        const list = await (await fileChanges()).list(wanted.rootId, {});
        if (current) setRead({ list, error: null });
      } catch (error) {
        if (current) setRead((before) => ({ ...before, error }));
      }
    };
    void load();
    return () => {
      current = false;
    };
  }, [fileChanges, wanted]);
  const reload = useCallback(() => setAsked((count) => count + 1), []);
  useEffect(() => {
    // Other programs may have changed the files meanwhile.
    window.addEventListener('focus', reload);
    return () => window.removeEventListener('focus', reload);
  }, [reload]);
  return { ...read, reload };
}
