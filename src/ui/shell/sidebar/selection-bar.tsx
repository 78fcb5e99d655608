import { Archive, ArchiveRestore, FileDown, FolderInput, Pin, PinOff, Tag, Trash2, X } from 'lucide-react';
import type { SessionRow } from '#storage/rows.ts';
import { IconButton } from '#ui/kit/controls/icon-button.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useExportDialog } from '#ui/data/export-dialog-context.ts';
import css from './selection-bar.module.css';

export interface SelectionActions {
  move(sessions: readonly SessionRow[]): void;
  tag(sessions: readonly SessionRow[]): void;
  pin(sessions: readonly SessionRow[], pinned: boolean): void;
  archive(sessions: readonly SessionRow[], archived: boolean): void;
  remove(sessions: readonly SessionRow[]): void;
}

interface SelectionBarProps {
  sessions: readonly SessionRow[];
  actions: SelectionActions;
  onClear: () => void;
}

/** The actions for all selected conversations. */
export function SelectionBar({ sessions, actions, onClear }: SelectionBarProps) {
  const order = useT('organize');
  const transfer = useT('transfer');
  const exportThem = useExportDialog();
  const pinned = sessions.every((one) => one.pinned === 1);
  const archived = sessions.every((one) => one.archivedAt !== undefined);
  return (
    <div className={css['bar']} role="toolbar" aria-label={order('bar')}>
      <div className={css['head']}>
        <span role="status">{order('selected', { count: sessions.length })}</span>
        <IconButton small label={order('clear')} icon={<X />} onClick={onClear} />
      </div>
      <IconButton small label={order('move')} icon={<FolderInput />} onClick={() => actions.move(sessions)} />
      <IconButton small label={order('tags')} icon={<Tag />} onClick={() => actions.tag(sessions)} />
      <IconButton
        small
        label={order(pinned ? 'unpin' : 'pin')}
        icon={pinned ? <PinOff /> : <Pin />}
        onClick={() => actions.pin(sessions, !pinned)}
      />
      <IconButton
        small
        label={order(archived ? 'takeOut' : 'archive')}
        icon={archived ? <ArchiveRestore /> : <Archive />}
        onClick={() => actions.archive(sessions, !archived)}
      />
      <IconButton
        small
        label={transfer('export.menu')}
        icon={<FileDown />}
        onClick={() => exportThem(sessions.map(({ id }) => id))}
      />
      <IconButton small label={order('delete')} icon={<Trash2 />} onClick={() => actions.remove(sessions)} />
    </div>
  );
}
