import { useEffect, useRef } from 'react';
import { useServices } from '#ui/data/services.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { navigate } from '#ui/shared/navigation/use-route.ts';
import { useSnapshotAction } from './use-snapshot-action.ts';

const NAMED = /^snapshot:([\w-]{1,100})$/;

/** Shows what is in the snapshot that the address names, as its button does. Only the user restores it. */
export function useNamedSnapshot(focus: string | null): void {
  const t = useT('snapshots');
  const act = useSnapshotAction();
  const { snapshots, transfers } = useServices();
  const taken = useRef<string | null>(null);
  const [, id] = NAMED.exec(focus ?? '') ?? [];
  useEffect(() => {
    if (id === undefined || taken.current === id) return;
    taken.current = id;
    // The address is left at once, so that it is neither read again nor gone back to.
    navigate({ name: 'settings', page: 'history', focus: 'import' }, { replace: true });
    const open = async () => {
      const file = await snapshots.file(id, new AbortController().signal);
      await transfers.intake.open([file]);
    };
    void act(open(), t('noRestore'));
  }, [id, act, snapshots, transfers, t]);
}
