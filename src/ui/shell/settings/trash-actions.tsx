import type { SessionRow } from '#storage/rows.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useRestore } from './use-restore.ts';
import css from './deleted-page.module.css';

interface TrashActionsProps {
  found: readonly SessionRow[];
  /** May contain conversations that are no longer found. */
  picked: ReadonlySet<string>;
  onPick: (ids: ReadonlySet<string>) => void;
  /** Asks first. */
  onRemove: (sessions: readonly SessionRow[]) => void;
}

/** Picks all of the trash, and restores or removes what is picked. */
export function TrashActions({ found, picked, onPick, onRemove }: TrashActionsProps) {
  const order = useT('organize');
  const restore = useRestore();
  const chosen = found.filter(({ id }) => picked.has(id));
  return (
    <div className={css['actions']}>
      <label className={css['all']}>
        <input
          type="checkbox"
          checked={chosen.length === found.length}
          ref={(input) => {
            if (input) input.indeterminate = chosen.length > 0 && chosen.length < found.length;
          }}
          onChange={({ target }) => onPick(new Set(target.checked ? found.map(({ id }) => id) : []))}
        />
        {order('trash.selectAll')}
      </label>
      {chosen.length > 0 && (
        <>
          <Button small onClick={() => void restore(chosen)}>
            {order('trash.restoreSome', { count: chosen.length })}
          </Button>
          <Button small variant="danger" onClick={() => onRemove(chosen)}>
            {order('trash.removeSome', { count: chosen.length })}
          </Button>
        </>
      )}
    </div>
  );
}
