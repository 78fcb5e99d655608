import { Trash2 } from 'lucide-react';
import type { SessionRow } from '#storage/rows.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { IconButton } from '#ui/kit/controls/icon-button.tsx';
import { formatAgo } from '#ui/kit/i18n/format.ts';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';
import { SessionMark } from '#ui/shared/vendors/session-mark.tsx';
import { useRestore } from './use-restore.ts';
import css from './deleted-page.module.css';

interface DeletedRowProps {
  session: SessionRow;
  now: number;
  /** Days until it is removed; `null` if it stays forever. */
  daysLeft: number | null;
  picked: boolean;
  onPick: (picked: boolean) => void;
  onRemove: () => void;
}

/** A conversation in the trash, and how long it stays there. */
export function DeletedRow({ session, now, daysLeft, picked, onPick, onRemove }: DeletedRowProps) {
  const t = useT('settings');
  const order = useT('organize');
  const frame = useT('frame');
  const language = useLanguage();
  const restore = useRestore();
  const title = session.title || frame('session.untitled');
  return (
    <li className={css['row']}>
      <input
        type="checkbox"
        aria-label={order('trash.select', { title })}
        checked={picked}
        onChange={({ target }) => onPick(target.checked)}
      />
      <SessionMark session={session} />
      <span className={css['title']}>{title}</span>
      <span className={css['when']}>
        {daysLeft !== null && (
          <span>{daysLeft === 0 ? order('trash.over') : order('trash.left', { count: daysLeft })}</span>
        )}
        <span>{formatAgo(session.deletedAt, Math.max(now, session.deletedAt), language)}</span>
      </span>
      <Button small aria-label={t('deleted.restoreOne', { title })} onClick={() => void restore([session])}>
        {t('deleted.restore')}
      </Button>
      <IconButton small label={t('deleted.removeOne', { title })} icon={<Trash2 />} onClick={onRemove} />
    </li>
  );
}
