import { Search } from 'lucide-react';
import { useId, useRef, type KeyboardEvent } from 'react';
import type { OutlineLine } from '#core/outline/outline-lines.ts';
import type { SessionRow } from '#storage/rows.ts';
import { Modal } from '#ui/kit/controls/modal.tsx';
import type { KnownHeads } from '#ui/data/use-heads.ts';
import { useSession } from '#ui/data/use-session.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { OutlineTree } from './outline-tree.tsx';
import { useEarlyKeys } from './use-early-keys.ts';
import { useOutlineLines } from './use-outline-lines.ts';
import css from './outline.module.css';

interface OutlineProps {
  sessionId: string;
  known: KnownHeads;
  /** The message in view. */
  here: string | null;
  onGoTo: (messageId: string) => void;
  onClose: () => void;
}

/** The full conversation at a glance: one line for every message of every branch, to search and jump to. */
export function Outline({ sessionId, ...props }: OutlineProps) {
  const session = useSession(sessionId);
  return session && <SessionOutline session={session} {...props} />;
}

interface SessionOutlineProps extends Omit<OutlineProps, 'sessionId'> {
  session: SessionRow;
}

function SessionOutline({ session, known, here, onGoTo, onClose }: SessionOutlineProps) {
  const t = useT('outline');
  const outline = useOutlineLines(session, known, here);
  const { lines, active, filter, busy, status, dispatch } = outline;
  const name = useId();
  const tree = useRef<HTMLDivElement>(null);
  const goTo = (line: OutlineLine) => onGoTo(line.id);
  const enter = useEarlyKeys(busy, () => {
    const line = lines[active];
    if (line) goTo(line);
    return line !== undefined;
  });
  const onFieldKeys = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      if (!enter('Enter')) return;
    } else if (event.key === 'ArrowDown') tree.current?.focus();
    else if (event.key === 'Escape' && filter !== '') {
      dispatch({ kind: 'filter', text: '' });
      event.stopPropagation();
    } else return;
    event.preventDefault();
  };
  return (
    <Modal open wide onOpenChange={(now) => !now && onClose()} title={t('title')} initialFocus={tree}>
      <div className={css['search']}>
        <Search aria-hidden />
        <input
          value={filter}
          placeholder={t('filter')}
          aria-label={t('filter')}
          aria-controls={name}
          spellCheck={false}
          onChange={(event) => dispatch({ kind: 'filter', text: event.target.value })}
          onKeyDown={onFieldKeys}
        />
        <output className={css['status']}>{status}</output>
      </div>
      <OutlineTree id={name} ref={tree} outline={outline} onGoTo={goTo} />
      <p className={css['hint']}>{t('hint')}</p>
    </Modal>
  );
}
